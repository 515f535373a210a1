package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.RecordType;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RepeatedRecordsTest {

    private final RepeatedRecords repeated = new RepeatedRecords();

    @Test
    void keepsVerdictsOnceUntilAnotherModelIsLoaded() {
        JournalRecord verdict = entry(1, RecordType.VERDICT, Map.of("outcome", "worse"));
        repeated.add(verdict);
        repeated.add(entry(2, RecordType.WRITE, Map.of("knob", "concurrent_reads")));
        repeated.add(entry(3, RecordType.VERDICT, Map.of("outcome", "worse")));
        assertThat(repeated.records()).containsExactly(verdict);
        repeated.add(entry(4, RecordType.VERB, Map.of("verb", "reloadModel")));
        assertThat(repeated.records()).isEmpty();
    }

    @Test
    void keepsTheLastEpochAcrossModels() {
        repeated.add(entry(1, RecordType.EPOCH, Map.of("epoch", 3)));
        JournalRecord last = entry(2, RecordType.EPOCH, Map.of("epoch", 4));
        repeated.add(last);
        repeated.add(entry(3, RecordType.VERB, Map.of("verb", "reloadModel")));
        assertThat(repeated.records()).containsExactly(last);
    }

    @Test
    void keepsAPauseAndAStopUntilAResume() {
        JournalRecord pause = entry(1, RecordType.VERB, Map.of("verb", "pause"));
        JournalRecord stop = entry(2, RecordType.VERB, Map.of("verb", "stop"));
        repeated.add(pause);
        repeated.add(stop);
        assertThat(repeated.records()).containsExactly(pause, stop);
        repeated.add(entry(3, RecordType.VERB, Map.of("verb", "resume")));
        assertThat(repeated.records()).isEmpty();
    }

    private static JournalRecord entry(long sequence, RecordType kind, Map<String, Object> content) {
        return new JournalRecord(sequence, Instant.EPOCH, kind, "d1", content);
    }
}
