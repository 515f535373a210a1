package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.reason.Problem.JournalUnavailable;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.ChangeCost;
import io.rafiki.machine.MachineNeeds;
import io.rafiki.node.DiskSpace;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks that are full, as a process of its own meets them: a small file system, and a limit on the size of its files. */
class FullDiskTest {

    @TempDir
    Path folder;

    /** The operating system takes the first bytes of a record and refuses the rest. */
    @Test
    void nothingIsAppliedOnAFullFileSystem() throws Exception {
        Path copy = folder.resolve("copy.jsonl");
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assertHeld(run(MachineNeeds.onSmallDisk(disk, "48k", java("journal", disk.toString(), copy.toString()))), copy);
    }

    @Test
    void nothingIsAppliedAtALimitOfTheSizeOfFiles() throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "ulimit -f 12 && exec \"$@\"", "sh"));
        command.addAll(java("journal", folder.toString()));
        assertHeld(run(command), folder.resolve("journal.jsonl"));
    }

    /** A table of 20 MB on a disk of 100 MB, which is filled further and further. */
    @Test
    void noTableIsRewrittenOnADiskThatIsNearlyFull() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assertThat(run(MachineNeeds.onSmallDisk(disk, "100m", java("data", disk.toString()))))
                .containsSubsequence(
                        "45 % used: rewritten", "60 % used: rewritten", "85 % used: kept", "95 % used: kept");
    }

    private static List<String> java(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                FullDiskTest.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static List<String> run(List<String> command) throws Exception {
        Process tuner = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(tuner.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tuner.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(tuner.exitValue()).as(printed).isZero();
        return printed.lines().toList();
    }

    private static void assertHeld(List<String> lines, Path journal) throws IOException {
        assertThat(lines.get(lines.size() - 1))
                .startsWith("full: problem=true kept=true whole=true back=true applied=")
                .doesNotEndWith("applied=0");
        assertThat(JournalScan.of(journal).damagedLines()).isEmpty();
        Set<String> outcomes = new TreeSet<>();
        for (JournalRecord entry : JournalScan.entries(journal)) {
            if (entry.kind() == RecordType.OUTCOME) {
                outcomes.add(entry.decision());
            }
        }
        assertThat(outcomes).as("changes that were written down to their end").isNotEmpty();
    }

    public static void main(String[] arguments) throws Exception {
        Path disk = Path.of(arguments[1]);
        if (arguments[0].equals("data")) {
            fillData(disk);
            return;
        }
        fillJournal(disk);
        if (arguments.length > 2) {
            // the disk goes with this process
            Files.copy(disk.resolve("journal.jsonl"), Path.of(arguments[2]));
        }
    }

    /** The node is changed until the journal is full; then further changes are requested. */
    private static void fillJournal(Path disk) throws Exception {
        Rig rig = new Rig(disk);
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

    private static void fillData(Path disk) throws Exception {
        Path filler = disk.resolve("filler");
        for (int percent : new int[] {45, 60, 85, 95}) {
            Rig rig = new Rig(Files.createDirectory(disk.resolve("node" + percent)));
            try (RandomAccessFile table =
                    new RandomAccessFile(rig.data.current().toFile(), "rw")) {
                table.setLength(20_000_000);
            }
            rig.node.liveBytes.values.put("Count", 20_000_000L);
            FileStore store = Files.getFileStore(disk);
            long missing = store.getTotalSpace() * percent / 100 - (store.getTotalSpace() - store.getUsableSpace());
            Files.write(filler, new byte[(int) missing], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            rig.volumes = directory -> new DiskSpace.Volume("disk", store.getUsableSpace(), store.getTotalSpace());
            rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads", "compaction"));
            rig.costs = Set.of(ChangeCost.values());
            rig.start().run(20, 1.0);
            boolean rewritten = rig.node
                    .table
                    .values
                    .get("CompactionParametersJson")
                    .toString()
                    .contains("Leveled");
            System.out.println(percent + " % used: " + (rewritten ? "rewritten" : "kept"));
        }
    }

    private static boolean isFull(Rig rig) throws IOException {
        return rig.problems().stream().anyMatch(JournalUnavailable.class::isInstance) && Files.size(rig.journal) > 0;
    }
}
