package io.rafiki.control.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.reason.ActionReason.AppliedByRollout;
import io.rafiki.control.reason.ActionReason.RolledBackByRollout;
import io.rafiki.control.reason.ChangeOutcome.Ok;
import io.rafiki.decision.HoldReason.Paused;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.reason.Reason;
import io.rafiki.workload.WorkloadSensors;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A change by a roll-out outlasts more decisions than are kept, because its undo needs the values from before. */
class DecisionsTest {

    private static final int MANY = 2 * Decisions.KEPT;

    private long number;
    private long sequence;

    @Test
    void aChangeByARolloutIsKeptUntilItsUndo() {
        Decisions decisions = Decisions.NONE.with(applied());
        for (int i = 0; i < MANY; i++) {
            decisions = decisions.with(hold());
        }
        assertThat(decisions.latest()).hasSize(Decisions.KEPT + 1);
        assertThat(decisions.latest().get(0).id()).isEqualTo("d1");
        assertThat(Decisions.NONE.after(decisions).latest()).hasSize(Decisions.KEPT + 1);
        decisions = decisions.with(
                decided("rollback", new RolledBackByRollout("r5", 4)).readBack(new Ok()));
        assertThat(decisions.latest()).hasSize(Decisions.KEPT);
        assertThat(decisions.latest().get(0).id()).isNotEqualTo("d1");
    }

    /** A restart took one of two knobs, so the roll-out set it again. The undo of this start's part comes first. */
    @Test
    void aChangeIsKeptUntilEachOfItsKnobsIsUndone() {
        Reason by = new AppliedByRollout("r5", 3, "an operator");
        Reason undo = new RolledBackByRollout("r5", 4);
        Decisions decisions = Decisions.NONE
                .with(made("apply", by, "compaction tiered -> leveled, concurrent_writes 32 -> 64"))
                .with(made("apply", by, "concurrent_writes 32 -> 64"));
        for (int i = 0; i < MANY; i++) {
            decisions = decisions.with(hold());
        }
        assertThat(decisions.latest()).hasSize(Decisions.KEPT + 2);
        decisions = decisions.with(made("rollback", undo, "concurrent_writes 64 -> 32"));
        decisions = decisions.with(hold());
        assertThat(decisions.latest()).hasSize(Decisions.KEPT + 1);
        assertThat(decisions.latest().get(0).id()).isEqualTo("d1");
        decisions = decisions.with(made("rollback", undo, "compaction leveled -> tiered"));
        assertThat(decisions.latest()).hasSize(Decisions.KEPT);
    }

    /** The journal could not be read at the start, so the numbers began with 1 again. */
    @Test
    void aNewDecisionReplacesAPastOneWithItsNumber() {
        Decisions past = Decisions.NONE.with(hold()).with(hold()).with(hold());
        number = 0;
        DecisionRecord first = decided("hold", new Paused("another incident"));
        Decisions merged = Decisions.NONE.with(first).after(past);
        assertThat(merged.latest()).extracting(DecisionRecord::id).containsExactly("d2", "d3", "d1");
        assertThat(merged.last()).contains(first);
        assertThat(merged.number()).isEqualTo(3);
    }

    @Test
    void aNewDecisionDoesNotReplaceAChangeByARollout() {
        Decisions past = Decisions.NONE.with(applied());
        number = 0;
        assertThat(Decisions.NONE.with(hold()).after(past).latest())
                .extracting(DecisionRecord::kind)
                .containsExactly("apply", "hold");
    }

    /** A new journal file repeats the change. The file that has the original is there, or was replaced. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aReplayKeepsAChangeByARollout(boolean isOriginalThere) throws Exception {
        KnobCatalogue catalogue =
                KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 1024));
        JournalReplay replay = new JournalReplay(catalogue, WorkloadSensors.features());
        DecisionRecord change = applied();
        if (isOriginalThere) {
            replay(replay, change);
        }
        for (int i = 0; i < MANY; i++) {
            replay(replay, hold());
        }
        replay(replay, change);
        JournalPast past = replay.past();
        List<DecisionRecord> latest = past.decisions().latest();
        assertThat(latest).hasSize(Decisions.KEPT + 1);
        assertThat(latest.get(0).id()).isEqualTo("d1");
        assertThat(latest.get(0).isDone()).isTrue();
        assertThat(AppliedChanges.before("r5", past.decisions())).hasSize(1);
        assertThat(past.interrupted()).isEmpty();
    }

    private void replay(JournalReplay replay, DecisionRecord decided) {
        replay.add(entry(RecordType.DECISION, decided, DecisionJson.of(decided)));
        decided.readBack().ifPresent(outcome -> {
            Map<String, Object> content = new LinkedHashMap<>();
            DecisionJson.put(content, outcome);
            replay.add(entry(RecordType.OUTCOME, decided, content));
        });
    }

    private JournalRecord entry(RecordType kind, DecisionRecord decided, Map<String, Object> content) {
        sequence++;
        return new JournalRecord(sequence, decided.at(), kind, decided.id(), content);
    }

    private DecisionRecord applied() {
        return decided("apply", new AppliedByRollout("r5", 3, "an operator")).readBack(new Ok());
    }

    private DecisionRecord hold() {
        return decided("hold", new Paused("an incident"));
    }

    private DecisionRecord made(String kind, Reason why, String changes) {
        DecisionRecord decided = decided(kind, why);
        return new DecisionRecord(
                decided.number(),
                decided.at(),
                kind,
                why,
                Double.NaN,
                Double.NaN,
                Map.of(),
                Double.NaN,
                "",
                changes,
                List.of(),
                Optional.of(new Ok()),
                Optional.empty());
    }

    private DecisionRecord decided(String kind, Reason why) {
        number++;
        return DecisionRecord.of(
                number, Instant.EPOCH.plusSeconds(number), kind, why, Optional.empty(), Optional.empty());
    }
}
