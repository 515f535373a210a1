package io.rafiki.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.journal.JournalFailure.JournalLost;
import io.rafiki.journal.JournalFailure.JournalNotRegular;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A journal that another process moves or truncates, damaged lines and interrupted writers. */
class DamagedJournalTest extends JournalCase {

    /** Log rotation moves the journal, or copies and truncates it. An operator deletes it. */
    @ParameterizedTest
    @ValueSource(strings = {"moved", "deleted", "cut"})
    void startsANewJournalWhenAnotherProcessMovesIt(String how) throws IOException {
        try (Journal journal = Journal.open(file, JournalCase::ignored, List::of)) {
            journal.append(AT, RecordType.WRITE, "d1", Map.of());
            switch (how) {
                case "moved" -> Files.move(file, folder.resolve("elsewhere"));
                case "deleted" -> Files.delete(file);
                default -> Files.write(file, new byte[0]);
            }

            assertThatThrownBy(() -> journal.append(AT, RecordType.WRITE, "d2", Map.of()))
                    .isInstanceOfSatisfying(JournalException.class, e -> assertThat(JournalException.failure(e))
                            .isEqualTo(new JournalLost(file.toString())));

            journal.append(AT, RecordType.WRITE, "d3", Map.of());
            assertThat(JournalScan.entries(file))
                    .containsExactly(new JournalRecord(2, AT, RecordType.WRITE, "d3", Map.of()));
        }
        write(1);
        assertThat(JournalScan.entries(file)).hasSize(2);
    }

    @Test
    void aJournalThatStartsAfterALossBeginsWithTheKeptRecords() throws IOException {
        Map<String, Object> stop = Map.of("verb", "stop");
        JournalRecord kept = new JournalRecord(1, AT, RecordType.VERB, "", stop);
        try (Journal journal = Journal.open(file, JournalCase::ignored, () -> List.of(kept))) {
            journal.append(AT, RecordType.VERB, "", stop);
            Files.delete(file);
            assertThatThrownBy(() -> journal.append(AT, RecordType.WRITE, "d2", Map.of()))
                    .isInstanceOf(JournalException.class);
            journal.append(AT, RecordType.WRITE, "d3", Map.of());
        }
        assertThat(JournalScan.entries(file))
                .containsExactly(
                        new JournalRecord(2, AT, RecordType.VERB, "", stop),
                        new JournalRecord(3, AT, RecordType.WRITE, "d3", Map.of()));
    }

    /** An interrupt closes the new file before it has the kept records. */
    @Test
    void keptRecordsThatCouldNotBeRepeatedPrecedeTheNextRecord() throws IOException {
        Map<String, Object> stop = Map.of("verb", "stop");
        JournalRecord kept = new JournalRecord(1, AT, RecordType.VERB, "", stop);
        AtomicBoolean interrupts = new AtomicBoolean(true);
        Supplier<List<JournalRecord>> repeated = () -> {
            if (interrupts.getAndSet(false)) {
                Thread.currentThread().interrupt();
            }
            return List.of(kept);
        };
        try (Journal journal = Journal.open(file, JournalCase::ignored, repeated)) {
            journal.append(AT, RecordType.VERB, "", stop);
            Files.delete(file);
            assertThatThrownBy(() -> journal.append(AT, RecordType.WRITE, "d2", Map.of()))
                    .isInstanceOf(ClosedByInterruptException.class);
            assertThat(Thread.interrupted()).isTrue();
            journal.append(AT, RecordType.WRITE, "d3", Map.of());
            journal.append(AT, RecordType.WRITE, "d4", Map.of());
        }
        assertThat(JournalScan.entries(file))
                .containsExactly(
                        new JournalRecord(2, AT, RecordType.VERB, "", stop),
                        new JournalRecord(3, AT, RecordType.WRITE, "d3", Map.of()),
                        new JournalRecord(4, AT, RecordType.WRITE, "d4", Map.of()));
    }

    /** The file cannot be read again at once, and the channel stays closed. */
    @Test
    void aTruncationIsNoticedAgainAfterAFailedReading() throws IOException {
        Map<String, Object> stop = Map.of("verb", "stop");
        JournalRecord kept = new JournalRecord(1, AT, RecordType.VERB, "", stop);
        Path inTheWay = file.resolveSibling("journal.jsonl.1");
        try (Journal journal = Journal.open(file, JournalCase::ignored, () -> List.of(kept))) {
            journal.append(AT, RecordType.VERB, "", stop);
            Files.write(file, new byte[0]);
            Files.createDirectory(inTheWay);
            assertThatThrownBy(() -> journal.append(AT, RecordType.WRITE, "d2", Map.of()))
                    .isInstanceOfSatisfying(JournalException.class, e -> assertThat(JournalException.failure(e))
                            .isEqualTo(new JournalNotRegular(inTheWay.toString())));
            Files.delete(inTheWay);
            assertThatThrownBy(() -> journal.append(AT, RecordType.WRITE, "d3", Map.of()))
                    .isInstanceOfSatisfying(JournalException.class, e -> assertThat(JournalException.failure(e))
                            .isEqualTo(new JournalLost(file.toString())));
            journal.append(AT, RecordType.WRITE, "d4", Map.of());
        }
        assertThat(JournalScan.entries(file))
                .containsExactly(
                        new JournalRecord(2, AT, RecordType.VERB, "", stop),
                        new JournalRecord(3, AT, RecordType.WRITE, "d4", Map.of()));
    }

    /** An interrupt closes the channel under whoever writes. */
    @Test
    void anInterruptedWriterContinuesWithTheNextRecord() throws IOException {
        try (Journal journal = Journal.open(file, JournalCase::ignored, List::of)) {
            journal.append(AT, RecordType.WRITE, "d1", Map.of());
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> journal.append(AT, RecordType.WRITE, "d2", Map.of()))
                    .isInstanceOf(ClosedByInterruptException.class);
            assertThat(Thread.interrupted()).isTrue();

            assertThat(journal.append(AT, RecordType.WRITE, "d3", Map.of()).sequence())
                    .isEqualTo(2);
        }
        assertThat(JournalScan.entries(file))
                .extracting(JournalRecord::decision)
                .containsExactly("d1", "d3");
    }

    @Test
    void aTornTailIsDroppedAndWritingContinues() throws IOException {
        write(3);
        byte[] whole = Files.readAllBytes(file);
        int lastLine = new String(whole, StandardCharsets.UTF_8).lastIndexOf('\n', whole.length - 2) + 1;
        for (int length = lastLine; length <= whole.length; length++) {
            Files.write(file, java.util.Arrays.copyOf(whole, length));
            int survivors = length >= whole.length - 1 ? 3 : 2;
            assertThat(JournalScan.entries(file)).as("cut at byte %d", length).hasSize(survivors);
            try (Journal journal = Journal.open(file, JournalCase::ignored, List::of)) {
                journal.append(AT, RecordType.WRITE, "d9", Map.of());
            }
            JournalScan reading = JournalScan.of(file);
            assertThat(JournalScan.entries(file)).as("cut at byte %d", length).hasSize(survivors + 1);
            assertThat(reading.damagedLines()).isEmpty();
            assertThat(reading.torn()).isFalse();
        }
    }

    @Test
    void everyBitFlipIsNoticedAndCostsOnlyItsOwnLines() throws IOException {
        write(4);
        byte[] whole = Files.readAllBytes(file);
        List<JournalRecord> all = JournalScan.entries(file);
        long seed = 7;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 500; i++) {
            byte[] flipped = whole.clone();
            int bit = random.nextInt(whole.length * 8);
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            Files.write(file, flipped);
            JournalScan reading = JournalScan.of(file);
            List<JournalRecord> left = JournalScan.entries(file);
            assertThat(all).as("bit %d, seed %d", bit, seed).containsAll(left);
            assertThat(left.size()).as("bit %d, seed %d", bit, seed).isBetween(2, 3);
            assertThat(reading.torn() || !reading.damagedLines().isEmpty())
                    .as("bit %d, seed %d is reported", bit, seed)
                    .isTrue();
        }
    }

    @Test
    void aDamagedLineIsNamedAndStaysInPlace() throws IOException {
        write(3);
        String text = Files.readString(file);
        Files.writeString(file, text.replace("\"knob\":\"k2\"", "\"knob\":\"k7\""));
        assertThat(JournalScan.of(file).damagedLines()).containsExactly(2);
        try (Journal journal = Journal.open(file, JournalCase::ignored, List::of)) {
            journal.append(AT, RecordType.WRITE, "d4", Map.of());
        }
        assertThat(JournalScan.of(file).damagedLines()).containsExactly(2);
        assertThat(Files.readString(file)).contains("k7");
    }

    @Test
    void aDamagedLineOfTheOlderFileIsNamedWithIt() throws IOException {
        write(3);
        Path older = file.resolveSibling("journal.jsonl.1");
        Files.move(file, older);
        Files.writeString(older, Files.readString(older).replace("\"knob\":\"k2\"", "\"knob\":\"k7\""));
        try (Journal journal = Journal.open(file, JournalCase::ignored, List::of)) {
            assertThat(journal.found()).containsOnlyKeys(older, file);
            assertThat(journal.found().get(older).damagedLines()).containsExactly(2);
            assertThat(journal.found().get(file).damagedLines()).isEmpty();
        }
    }
}
