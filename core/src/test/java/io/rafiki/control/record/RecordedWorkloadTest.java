package io.rafiki.control.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.reason.ChangeOutcome;
import io.rafiki.decision.Change;
import io.rafiki.decision.Plan;
import io.rafiki.decision.Rollback;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.status.Fact;
import io.rafiki.status.Facts;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import io.rafiki.workload.WorkloadSensors;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records carry all features of a workload, including one that only this test defines. */
class RecordedWorkloadTest {

    private static final WorkloadFeature ROW_BYTES =
            new WorkloadFeature("rowBytes", "bytes", 1, 100_000, 1_000, 1, "Mean size of a row.");
    private static final Workload WORKLOAD = Workload.ofReadRatio(0.9).with(ROW_BYTES, 250);
    private static final Map<String, Double> VALUES = Map.of("readRatio", 0.9, "scanShare", 0.0, "rowBytes", 250.0);

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void writeADecisionAndItsRollback() throws Exception {
        file = folder.resolve("journal.jsonl");
        KnobSpace space = new KnobSpace(List.of(new IntegerKnob("concurrent_writes", "threads", 8, 128, Map.of(), 32)));
        DecisionRecord decided = new DecisionRecord(
                1,
                Instant.EPOCH,
                "apply",
                new ChangeOutcome.Ok(),
                12.5,
                1,
                WorkloadSensors.values(WORKLOAD),
                0.8,
                "concurrent_writes=64",
                "concurrent_writes 32 -> 64",
                List.of(),
                Optional.empty(),
                Optional.empty());
        Plan plan = new Plan(
                space.defaults(),
                space.defaults().with("concurrent_writes", 64),
                List.of(new Change("concurrent_writes", 32L, 64L, ChangeCost.INSTANT)),
                WORKLOAD,
                new RelativeGain(0.125, 0.01));
        try (JournalWriter journal = journal(file)) {
            journal.open();
            journal.write(RecordType.DECISION, decided.id(), DecisionJson.of(decided));
            Outcomes.Line line = Outcomes.Line.rolledBack(new Proposal(decided, plan, "model"));
            journal.write(RecordType.VERDICT, decided.id(), line.content(Optional.empty()));
        }
    }

    @Test
    void theJournalHasEveryFeatureByName() throws Exception {
        List<JournalRecord> records = JournalScan.entries(file);
        assertThat(records).hasSize(2).allSatisfy(entry -> assertThat(entry.content())
                .containsEntry("workload", VALUES));
    }

    @Test
    void aRestartReadsThemBack() throws Exception {
        try (JournalWriter journal = journal(file)) {
            journal.open();
            JournalPast past = journal.unreadPast().orElseThrow();
            DecisionRecord last = past.decisions().last().orElseThrow();
            assertThat(last.workload()).isEqualTo(VALUES);
            assertThat(fact("workload").of(last)).isEqualTo(VALUES);
            assertThat(past.outcomes().rolledBack("model"))
                    .extracting(Rollback::workload)
                    .containsExactly(WORKLOAD);
        }
    }

    @Test
    void aDecisionWithoutAWindowHasNoWorkload() {
        assertThat(WorkloadSensors.values(Workload.NONE)).isEmpty();
    }

    private static JournalWriter journal(Path file) throws Exception {
        KnobCatalogue catalogue =
                KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 1024));
        return new JournalWriter(
                file,
                Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
                Duration.ofMinutes(1),
                () -> new JournalReplay(catalogue, List.of(WorkloadFeature.READ_RATIO, ROW_BYTES)));
    }

    private static Fact<DecisionRecord> fact(String name) {
        return Facts.DECISION.stream()
                .filter(fact -> fact.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
