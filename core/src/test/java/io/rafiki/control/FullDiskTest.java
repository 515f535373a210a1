package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.Problem.JournalUnavailable;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The journal's disk is full: the operating system takes the first bytes of a record and refuses the rest.
 *
 * <p>A process of its own, whose files the shell limits to a few KiB, meets just that; a file system that is full would do the same.
 */
class FullDiskTest {

    @TempDir
    Path folder;

    @Test
    void nothingIsAppliedAndTheNodeHasAllOrNothingOfAChange() throws Exception {
        Process tuner = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -f 12 && exec \"$@\"",
                        "sh",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FullDiskTest.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.PIPE)
                .start();
        String printed = new String(tuner.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tuner.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(tuner.exitValue()).as(printed).isZero();
        List<String> lines = printed.lines().toList();
        assertThat(lines.get(lines.size() - 1))
                .startsWith("full: problem=true kept=true whole=true back=true applied=")
                .doesNotEndWith("applied=0");
        Path journal = folder.resolve("journal.jsonl");
        assertThat(JournalScan.of(journal).damagedLines()).isEmpty();
        Set<String> outcomes = new TreeSet<>();
        for (JournalRecord entry : JournalScan.entries(journal)) {
            if (entry.kind() == RecordType.OUTCOME) {
                outcomes.add(entry.decision());
            }
        }
        assertThat(outcomes).as("changes that were written down to their end").isNotEmpty();
    }

    /** The process changes the node until the journal is full, and then requests further changes. */
    public static void main(String[] arguments) throws Exception {
        Rig rig = new Rig(Path.of(arguments[0]));
        rig.start();
        double ratio = 0;
        for (int i = 0; i < 200 && !isFull(rig); i++) {
            rig.run(20, ratio);
            ratio = 1 - ratio;
        }
        boolean problem = isFull(rig);
        List<Object> before = rig.pools();
        long applied = rig.tuner.status().applied();
        for (int i = 0; i < 6; i++) {
            rig.run(20, ratio);
            ratio = 1 - ratio;
        }
        boolean kept = rig.pools().equals(before) && rig.tuner.status().applied() == applied;
        boolean whole =
                List.of(List.of(16, 80), List.of(80, 16), List.of(32, 32)).contains(before);
        rig.tuner.rollback("");
        boolean back = !rig.pools().equals(before);
        System.out.println("full: problem=" + problem + " kept=" + kept + " whole=" + whole + " back=" + back
                + " applied=" + applied);
    }

    private static boolean isFull(Rig rig) throws IOException {
        return rig.problems().stream().anyMatch(JournalUnavailable.class::isInstance) && Files.size(rig.journal) > 0;
    }
}
