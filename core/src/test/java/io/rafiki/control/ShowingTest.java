package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.configuration.KnobState;
import io.rafiki.control.reason.ChangeOutcome.Ok;
import io.rafiki.control.reason.Problem.CompactionDebtGrows;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.status.TunerStatus;
import io.rafiki.decision.HoldReason.Paused;
import io.rafiki.decision.HoldReason.WorkloadUnchanged;
import io.rafiki.decision.Mode;
import io.rafiki.reason.RecordedReason;
import io.rafiki.status.Facts;
import io.rafiki.workload.CounterSample;
import io.rafiki.workload.CounterSource;
import io.rafiki.workload.Window;
import io.rafiki.workload.WindowGauges;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The status that a tuner at work publishes. */
class ShowingTest extends RiggedTest {

    @Test
    void aKnobShowsItsValueAtStartAndNowAndWhoSetIt() throws Exception {
        rig.start();
        KnobState before = knob("concurrent_writes");
        assertThat(before.yaml()).isEqualTo("32");
        assertThat(before.live()).isEqualTo("32");
        assertThat(before.ours()).isEmpty();
        assertThat(before.setBy()).isEqualTo("start");
        assertThat(before.change()).isEqualTo("live");
        rig.run(10, 0.0);
        KnobState after = knob("concurrent_writes");
        assertThat(after.yaml()).isEqualTo("32");
        assertThat(after.live()).isEqualTo("80");
        assertThat(after.number()).isEqualTo(80);
        assertThat(after.ours()).contains("80");
        assertThat(after.setBy()).isEqualTo("rafiki d1");
        assertThat(after.setAt()).isEqualTo(Instant.parse("2026-11-21T10:15:10Z"));
        assertThat(knob("concurrent_compactors").setBy()).isEqualTo("start");
    }

    @Test
    void showsAKnobThatAnotherClientSet() throws Exception {
        rig.start().run(10, 0.0);
        rig.node.readStage.values.put("MaximumPoolSize", 48);
        rig.run(10, 0.0);
        KnobState set = knob("concurrent_reads");
        assertThat(set.live()).isEqualTo("48");
        assertThat(set.ours()).contains("16");
        assertThat(set.setBy()).isEqualTo("not rafiki");
        assertThat(set.setAt()).isEqualTo(Instant.parse("2026-11-21T10:15:20Z"));
        rig.tuner.rollback("");
        assertThat(knob("concurrent_reads").setBy()).isEqualTo("not rafiki");
        assertThat(knob("concurrent_writes").setBy()).isEqualTo("rafiki d3");
        assertThat(knob("concurrent_writes").ours()).isEmpty();
    }

    @Test
    void aRollbackOfTwoChangesShowsTheTunersValueBeforeThem() throws Exception {
        rig.start().run(10, 0.0);
        rig.run(20, 1.0);
        String second = rig.tuner.lastApplied().orElseThrow().decided().id();
        rig.run(20, 0.5);
        rig.tuner.rollback(second);
        assertThat(knob("concurrent_writes").live()).isEqualTo("80");
        assertThat(knob("concurrent_writes").ours()).contains("80");
    }

    /** Of 120 windows: each half minute another compaction waits. */
    @Test
    void growingCompactionDebtIsAProblem() throws Exception {
        double[] pending = {5};
        CounterSource usual = rig.counters;
        rig.counters = () -> {
            CounterSample sample = usual.sample();
            WindowGauges gauges = new WindowGauges(
                    Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, pending[0], Double.NaN);
            return new CounterSample(sample.nanoTime(), sample.tables(), sample.clients(), gauges);
        };
        rig.mode = Mode.OBSERVE;
        rig.start().run(1_200, 0.5);
        assertThat(rig.problems()).as("debt that stays").isEmpty();
        for (int window = 0; window < 120; window++) {
            pending[0] += 0.5;
            rig.run(10, 0.5);
        }
        assertThat(rig.problems()).singleElement().isInstanceOf(CompactionDebtGrows.class);
    }

    @Test
    void aPendingProposalIsShownWithItsGain() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        assertThat(knob("concurrent_reads").live()).isEqualTo("32");
        assertThat(rig.tuner.status().pending()).hasValueSatisfying(plan -> {
            assertThat(plan.to().get("concurrent_reads")).isEqualTo(16L);
            assertThat(plan.gain().mean()).isBetween(0.1, 0.5);
        });
    }

    /** A tuner that has decided holds as long as the workload stays. Another hold can need an operator. */
    @Test
    void holdingMeansAnotherHoldThanThatOfAnUnchangedWorkload() throws Exception {
        rig.start().run(40, 0.5);
        assertThat(rig.reason()).isInstanceOf(WorkloadUnchanged.class);
        assertThat(holding()).isZero();
        rig.tuner.pause("backup");
        rig.run(10, 0.5);
        assertThat(rig.reason()).isInstanceOf(Paused.class);
        assertThat(holding()).isEqualTo(1);
    }

    @Test
    void anUnchangedWorkloadIsNoHoldingAfterARestartEither() throws Exception {
        rig.start().run(40, 0.5);
        rig.start();
        assertThat(rig.reason()).isInstanceOfSatisfying(RecordedReason.class, reason -> assertThat(reason.code())
                .isEqualTo("workload_unchanged"));
        assertThat(holding()).isZero();
    }

    private double holding() {
        return Facts.INDICATORS.stream()
                .filter(fact -> fact.name().equals("holding"))
                .findFirst()
                .orElseThrow()
                .number(rig.tuner.status());
    }

    @Test
    void theStatusHasTheTimeAtWhichItWasPublished() throws Exception {
        rig.start().run(4, 0.5);
        assertThat(rig.tuner.status().past().at()).isEqualTo(Instant.parse("2026-11-21T10:15:04Z"));
        assertThat(rig.tuner.status().mode()).isEqualTo(Mode.AUTO);
    }

    @Test
    void windowsAndDecisionsAreKeptInTheOrderInWhichTheyCame() throws Exception {
        rig.start().run(1_300, 0.5);
        assertThat(rig.tuner.status().past().windows()).hasSize(120);
        Window last = rig.tuner.status().past().windows().get(119);
        assertThat(last.readRatio()).isEqualTo(0.5);
        assertThat(last.reads()).isEqualTo(5_000);
        assertThat(last.state()).isEqualTo("valid");
        assertThat(rig.tuner.status().window()).contains(last);
        rig.run(20, 1.0);
        assertThat(rig.tuner.status().past().decisions())
                .extracting(DecisionRecord::id)
                .startsWith("d1", "d2");
        assertThat(rig.tuner.status().past().decisions().get(0).readBack()).contains(new Ok());
        assertThat(rig.tuner.status().model()).containsEntry("engine", "compiled");
    }

    @Test
    void aStatusExistsBeforeTheFirstSample() throws Exception {
        TunerStatus status = rig.startUnticked().tuner.status();
        assertThat(status.window()).isEqualTo(Optional.empty());
        assertThat(status.last()).isEmpty();
        assertThat(status.model()).containsEntry("engine", "compiled");
    }

    private KnobState knob(String name) {
        return rig.tuner.status().past().knobs().stream()
                .filter(state -> state.knob().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
