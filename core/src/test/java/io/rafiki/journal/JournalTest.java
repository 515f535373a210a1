package io.rafiki.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.journal.JournalFailure.JournalInUseElsewhere;
import io.rafiki.journal.JournalFailure.JournalInUseHere;
import io.rafiki.journal.JournalFailure.JournalNewer;
import io.rafiki.journal.JournalFailure.JournalNotRegular;
import io.rafiki.journal.JournalFailure.JournalTooLarge;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Records, locks, rotation, permissions and versions of a journal. */
class JournalTest extends JournalCase {

    @Test
    void anEntryIsReadAsItWasWritten() throws IOException {
        Map<String, Object> content =
                Map.of("reason", "gain 3.1 % < 5.0 % \u2013 \"quoted\"\nsecond line", "gain", 3.1, "ok", true);
        try (Journal journal = Journal.open(file, JournalCase::ignored, List::of)) {
            journal.append(AT, RecordType.DECISION, "d1", content);
            assertThat(JournalScan.entries(file))
                    .as("on disk before the journal is closed")
                    .containsExactly(new JournalRecord(1, AT, RecordType.DECISION, "d1", content));
        }
    }

    @Test
    void aLineIsPlainJsonThatEndsWithItsChecksum() throws IOException {
        write(1);
        assertThat(Files.readString(file))
                .matches(
                        "\\{\"v\":2,\"seq\":1,\"at\":\"2026-11-21T10:15:30Z\",\"kind\":\"write\",\"id\":\"d1\",\"knob\":\"k1\",\"crc\":\"[0-9a-f]{8}\"}\n");
    }

    @Test
    void whatWasClosedIsNotOpenedByWriting() throws IOException {
        Journal journal = Journal.open(file, JournalCase::ignored, List::of);
        journal.close();
        assertThatThrownBy(() -> journal.append(AT, RecordType.WRITE, "d1", Map.of()))
                .isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void theSequenceContinuesAfterReopening() throws IOException {
        write(3);
        List<JournalRecord> past = new ArrayList<>();
        try (Journal journal = Journal.open(file, past::add, List::of)) {
            assertThat(past).hasSize(3);
            assertThat(journal.append(AT, RecordType.WRITE, "d4", Map.of()).sequence())
                    .isEqualTo(4);
        }
    }

    @Test
    void theSameJournalIsNotOpenedTwice() throws IOException {
        try (Journal journal = Journal.open(file, JournalCase::ignored, List::of)) {
            assertThatThrownBy(() -> Journal.open(file, JournalCase::ignored, List::of))
                    .isInstanceOfSatisfying(JournalException.class, e -> assertThat(JournalException.failure(e))
                            .isEqualTo(new JournalInUseHere(file.toString())));
            journal.append(AT, RecordType.WRITE, "d1", Map.of());
        }
        Journal.open(file, JournalCase::ignored, List::of).close();
    }

    /** A process that has read the journal's past holds it all the same. */
    @Test
    void anotherProcessCannotHaveIt() throws Exception {
        write(3);
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Holder.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(other.getInputStream().read()).isEqualTo('o');
            assertThatThrownBy(() -> Journal.open(file, JournalCase::ignored, List::of))
                    .isInstanceOfSatisfying(JournalException.class, e -> assertThat(JournalException.failure(e))
                            .isEqualTo(new JournalInUseElsewhere(file.toString())));
        } finally {
            other.destroyForcibly().waitFor();
        }
        Journal.open(file, JournalCase::ignored, List::of).close();
    }

    /** Opens a journal and keeps it. */
    static final class Holder {

        private Holder() {}

        public static void main(String[] arguments) throws Exception {
            try (Journal journal = Journal.open(Path.of(arguments[0]), JournalCase::ignored, List::of)) {
                journal.append(AT, RecordType.START, "", Map.of());
                System.out.print("open");
                System.out.flush();
                // until the test ends, however it ends
                System.in.read();
            }
        }
    }

    @Test
    void aFullJournalRollsOnceAndKeepsItsSequence() throws IOException {
        try (Journal journal = Journal.open(file, JournalCase::ignored, List::of, 300)) {
            for (int i = 1; i <= 10; i++) {
                journal.append(AT, RecordType.WRITE, "d" + i, Map.of("knob", "k" + i));
            }
        }
        List<JournalRecord> kept = new ArrayList<>(JournalScan.entries(folder.resolve("made/journal.jsonl.1")));
        kept.addAll(JournalScan.entries(file));
        assertThat(kept).extracting(JournalRecord::sequence).isSorted().endsWith(10L);
        assertThat(Files.size(file)).isLessThan(600);
    }

    @Test
    void aMoveThatFailsLosesNothingAndIsTriedAgain() throws IOException {
        Path inTheWay = file.resolveSibling("journal.jsonl.next");
        try (Journal journal = Journal.open(file, JournalCase::ignored, List::of, 300)) {
            for (int i = 1; i <= 3; i++) {
                journal.append(
                        AT, RecordType.WRITE, "d" + i, Map.of("knob", "a name that is long enough to fill it " + i));
            }
            Files.createDirectory(inTheWay);
            assertThatThrownBy(() -> journal.append(AT, RecordType.WRITE, "d4", Map.of()))
                    .isInstanceOf(IOException.class);
            Files.delete(inTheWay);
            journal.append(AT, RecordType.WRITE, "d4", Map.of());
        }
        List<JournalRecord> past = new ArrayList<>();
        Journal.open(file, past::add, List::of).close();
        assertThat(past).extracting(JournalRecord::decision).containsExactly("d1", "d2", "d3", "d4");
        assertThat(JournalScan.entries(file)).hasSize(1);
    }

    @Test
    void whatMovedAsideIsStillItsPast() throws IOException {
        try (Journal journal = Journal.open(file, JournalCase::ignored, List::of, 300)) {
            for (int i = 1; i <= 5; i++) {
                journal.append(AT, RecordType.WRITE, "d" + i, Map.of("knob", "k" + i));
            }
        }
        int left = JournalScan.entries(file).size();
        List<JournalRecord> past = new ArrayList<>();
        try (Journal journal = Journal.open(file, past::add, List::of)) {
            assertThat(past).hasSizeGreaterThan(left);
            assertThat(past).extracting(JournalRecord::sequence).isSorted().endsWith(5L);
            assertThat(journal.append(AT, RecordType.WRITE, "d6", Map.of()).sequence())
                    .isEqualTo(6);
        }
    }

    @Test
    void aJournalThatHasJustMovedCountsOn() throws IOException {
        write(3);
        Files.move(file, file.resolveSibling("journal.jsonl.1"));
        List<JournalRecord> past = new ArrayList<>();
        try (Journal journal = Journal.open(file, past::add, List::of)) {
            assertThat(past).hasSize(3);
            assertThat(journal.append(AT, RecordType.START, "", Map.of()).sequence())
                    .isEqualTo(4);
        }
    }

    @Test
    void aRecordThatMustLastOutlivesEachMove() throws IOException {
        JournalRecord bar = new JournalRecord(1, AT, RecordType.VERDICT, "d1", Map.of("outcome", "worse"));
        try (Journal journal = Journal.open(file, JournalCase::ignored, () -> List.of(bar), 600)) {
            journal.append(bar.at(), bar.kind(), bar.decision(), bar.content());
            for (int i = 0; i < 50; i++) {
                journal.append(AT, RecordType.WRITE, "d2", Map.of("knob", "k" + i));
            }
        }
        List<JournalRecord> past = new ArrayList<>();
        Journal.open(file, past::add, List::of).close();
        assertThat(past)
                .filteredOn(entry -> entry.kind() == RecordType.VERDICT)
                .isNotEmpty()
                .allSatisfy(entry -> {
                    assertThat(entry.decision()).isEqualTo("d1");
                    assertThat(entry.content()).isEqualTo(bar.content());
                });
        assertThat(past).extracting(JournalRecord::sequence).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aFolderThatCannotHoldAJournalIsRefused() throws IOException {
        Files.writeString(folder.resolve("made"), "a file");
        assertThatThrownBy(() -> Journal.open(file, JournalCase::ignored, List::of))
                .isInstanceOf(IOException.class);
    }

    /** Reading a device to its end would take all of the node's heap. */
    @Test
    void refusesADeviceAndALargeFileUnread() throws IOException {
        assertThatThrownBy(() -> Journal.open(Path.of("/dev/full"), JournalCase::ignored, List::of))
                .isInstanceOfSatisfying(JournalException.class, e -> assertThat(JournalException.failure(e))
                        .isEqualTo(new JournalNotRegular("/dev/full")));
        Files.createDirectories(file.getParent());
        try (FileChannel sparse = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            sparse.write(ByteBuffer.wrap(new byte[1]), (2L << 30) - 1);
        }
        assertThatThrownBy(() -> Journal.open(file, JournalCase::ignored, List::of))
                .isInstanceOfSatisfying(JournalException.class, e -> assertThat(JournalException.failure(e))
                        .isInstanceOfSatisfying(JournalTooLarge.class, found -> assertThat(found.mebibytes())
                                .isEqualTo(2048)));
        assertThat(file).hasSize(2L << 30);
    }

    @Test
    void onlyTheOwnerReadsAJournalAndItsSuccessor() throws IOException {
        try (Journal journal = Journal.open(file, JournalCase::ignored, List::of, 300)) {
            for (int i = 1; i <= 10; i++) {
                journal.append(AT, RecordType.WRITE, "d" + i, Map.of("knob", "k" + i));
            }
        }
        for (Path each : List.of(file, file.resolveSibling("journal.jsonl.1"))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                    .isEqualTo("rw-------");
        }
    }

    /** The JVM records each fsync with the path. */
    @Test
    void theFolderIsOnDiskAfterCreationAndRotation() throws IOException {
        assertThat(folderSyncs(() -> write(3))).isEqualTo(1);
        assertThat(folderSyncs(() -> write(3))).isZero();
        assertThat(folderSyncs(() -> {
                    try (Journal journal = Journal.open(file, JournalCase::ignored, List::of, 300)) {
                        journal.append(AT, RecordType.WRITE, "d9", Map.of());
                    }
                }))
                .isEqualTo(1);
    }

    /** A file is empty if the first attempt created it and could not sync the folder. */
    @Test
    void theFolderOfAnEmptyJournalIsOnDiskToo() throws IOException {
        Files.createDirectories(file.getParent());
        Files.createFile(file);
        assertThat(folderSyncs(() -> write(3))).isEqualTo(1);
    }

    private long folderSyncs(ThrowingCallable writing) throws IOException {
        Path events = folder.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.FileForce").withoutThreshold().withoutStackTrace();
            recording.start();
            assertThatCode(writing).doesNotThrowAnyException();
            recording.stop();
            recording.dump(events);
        }
        String path = file.getParent().toRealPath().toString();
        return RecordingFile.readAllEvents(events).stream()
                .filter(event -> path.equals(event.getString("path")))
                .count();
    }

    /** The first version stated no version. */
    @Test
    void aJournalOfTheVersionBeforeIsRead() throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                line("{\"seq\":1,\"at\":\"2026-11-21T10:15:30Z\",\"kind\":\"write\",\"id\":\"d1\",\"knob\":\"k1\""));
        List<JournalRecord> past = new ArrayList<>();
        try (Journal journal = Journal.open(file, past::add, List::of)) {
            journal.append(AT, RecordType.WRITE, "d2", Map.of());
        }
        assertThat(past).containsExactly(new JournalRecord(1, AT, RecordType.WRITE, "d1", Map.of("knob", "k1")));
        assertThat(JournalScan.entries(file))
                .extracting(JournalRecord::sequence)
                .containsExactly(1L, 2L);
    }

    @Test
    void aJournalOfANewerVersionIsRefusedAndStays() throws IOException {
        write(1);
        String newer = line("{\"v\":3,\"sequence\":\"2\",\"kind\":\"promotion\"");
        Files.writeString(file, newer, StandardOpenOption.APPEND);
        byte[] before = Files.readAllBytes(file);
        assertThatThrownBy(() -> Journal.open(file, JournalCase::ignored, List::of))
                .isInstanceOfSatisfying(JournalException.class, e -> assertThat(JournalException.failure(e))
                        .isEqualTo(new JournalNewer(3, 2)));
        assertThat(file).hasBinaryContent(before);
    }

    private static String line(String head) {
        CRC32C crc = new CRC32C();
        crc.update(head.getBytes(StandardCharsets.UTF_8));
        return String.format("%s,\"crc\":\"%08x\"}%n", head, crc.getValue());
    }
}
