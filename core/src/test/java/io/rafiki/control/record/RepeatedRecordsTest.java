package io.rafiki.control.record;

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

    /** An undo needs the values from before, however old the change is. */
    @Test
    void keepsAChangeByARolloutWithItsOutcomeUntilItsUndo() {
        JournalRecord change = entry(1, RecordType.DECISION, reason(Decisions.BY_ROLLOUT, "concurrent_reads 32 -> 16"));
        JournalRecord outcome = entry(2, RecordType.OUTCOME, Map.of("code", "ok"));
        for (int i = 0; i < 2; i++) {
            // a new journal file has repeated them
            repeated.add(change);
            repeated.add(outcome);
        }
        repeated.add(entry(3, RecordType.DECISION, reason(Decisions.BY_ROLLOUT, "concurrent_writes 32 -> 80")));
        repeated.add(entry(4, RecordType.OUTCOME, Map.of("code", "change_undone")));
        repeated.add(entry(5, RecordType.DECISION, Map.of("code", "paused")));
        assertThat(repeated.records()).containsExactly(change, outcome);
        repeated.add(entry(6, RecordType.DECISION, reason(Decisions.UNDONE_BY_ROLLOUT, "concurrent_reads 16 -> 32")));
        repeated.add(entry(7, RecordType.OUTCOME, Map.of("code", "ok")));
        assertThat(repeated.records()).isEmpty();
    }

    /** A restart splits an undo into parts. */
    @Test
    void keepsAChangeByARolloutUntilEachOfItsKnobsIsUndone() {
        JournalRecord change = entry(
                1,
                RecordType.DECISION,
                reason(Decisions.BY_ROLLOUT, "compaction tiered -> leveled, concurrent_writes 32 -> 64"));
        JournalRecord outcome = entry(2, RecordType.OUTCOME, Map.of("code", "ok"));
        repeated.add(change);
        repeated.add(outcome);
        repeated.add(entry(3, RecordType.DECISION, reason(Decisions.BY_ROLLOUT, "concurrent_writes 32 -> 64")));
        repeated.add(entry(4, RecordType.OUTCOME, Map.of("code", "ok")));
        assertThat(repeated.records()).hasSize(4);
        repeated.add(entry(5, RecordType.DECISION, reason(Decisions.UNDONE_BY_ROLLOUT, "concurrent_writes 64 -> 32")));
        repeated.add(entry(6, RecordType.OUTCOME, Map.of("code", "ok")));
        assertThat(repeated.records()).containsExactly(change, outcome);
        repeated.add(
                entry(7, RecordType.DECISION, reason(Decisions.UNDONE_BY_ROLLOUT, "compaction leveled -> tiered")));
        repeated.add(entry(8, RecordType.OUTCOME, Map.of("code", "ok")));
        assertThat(repeated.records()).isEmpty();
    }

    /** The content of a decision that r5 caused. */
    private static Map<String, Object> reason(String code, String changes) {
        return Map.of("code", code, "data", Map.of("rollout", "r5"), "changes", changes);
    }

    private static JournalRecord entry(long sequence, RecordType kind, Map<String, Object> content) {
        return new JournalRecord(sequence, Instant.EPOCH, kind, "d1", content);
    }
}
