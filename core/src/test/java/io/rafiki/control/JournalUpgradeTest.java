package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.reason.Problem.JournalUnavailable;
import io.rafiki.journal.JournalFailure.JournalNewer;
import io.rafiki.reason.ReasonText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/**
 * Journals of other versions of the format, at the start of a tuner. The folder {@code upgrade} keeps a journal of each version, with a
 * change that a restart lost; a new version adds its own. {@code -Drafiki.golden=write} writes that of the present version.
 */
class JournalUpgradeTest extends RiggedTest {

    private static final Path KEPT = Path.of("src/test/resources/upgrade");

    @Test
    void thePresentVersionAndAllBeforeAreRead() throws Exception {
        rig.start().run(10, 0.0);
        int present = version(Files.readString(rig.journal));
        Path kept = KEPT.resolve("journal-" + present + ".jsonl");
        if ("write".equals(System.getProperty("rafiki.golden"))) {
            Files.copy(rig.journal, kept);
        }
        assertThat(kept).exists();
        for (int version = 1; version <= present; version++) {
            rig.stop();
            Files.writeString(rig.journal, Files.readString(KEPT.resolve("journal-" + version + ".jsonl")));
            rig.start();
            assertThat(rig.problems()).as("version %d", version).isEmpty();
            assertThat(rig.tuner.history(9)).singleElement().satisfies(decision -> {
                assertThat(decision.id()).isEqualTo("d1");
                assertThat(decision.isDone()).isTrue();
                assertThat(decision.changes()).isEqualTo("concurrent_writes 32 -> 80, concurrent_reads 32 -> 16");
            });
            assertThat(Files.readString(rig.journal))
                    .contains("\"lost\":\"concurrent_writes 80, concurrent_reads 16\"");
        }
    }

    @Test
    void aNewerOneIsRefusedWithOneLineThatNamesBothAndNothingIsWritten() throws Exception {
        String newer = "{\"v\":3,\"sequence\":\"2\",\"kind\":\"promotion\"";
        CRC32C crc = new CRC32C();
        crc.update(newer.getBytes(StandardCharsets.UTF_8));
        Files.writeString(rig.journal, String.format("%s,\"crc\":\"%08x\"}%n", newer, crc.getValue()));
        String before = Files.readString(rig.journal);
        rig.start().run(30, 0.0);
        assertThat(rig.problems())
                .containsExactly(new JournalUnavailable(rig.journal.toString(), new JournalNewer(3, 2)));
        assertThat(ReasonText.of(new JournalNewer(3, 2)))
                .isEqualTo(
                        "a newer version of Rafiki wrote it: format version 3, this one reads up to 2; move the file,"
                                + " or install that version");
        assertThat(rig.pools()).isEqualTo(List.of(32, 32));
        assertThat(rig.journal).hasContent(before);
    }

    private static int version(String journal) {
        return Pattern.compile("^\\{\"v\":(\\d+),")
                .matcher(journal)
                .results()
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .findFirst()
                .orElseThrow();
    }
}
