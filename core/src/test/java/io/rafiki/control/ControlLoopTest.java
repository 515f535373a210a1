package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.reason.ActionReason.AppliedByOperator;
import io.rafiki.control.reason.ChangeOutcome.Ok;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.decision.HoldReason;
import io.rafiki.decision.HoldReason.CoolingDown;
import io.rafiki.decision.HoldReason.WindowInvalid;
import io.rafiki.decision.HoldReason.WorkloadUnchanged;
import io.rafiki.decision.QuietHours;
import io.rafiki.workload.WindowDefect.CountersBackwards;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The tuner on an MBean server with beans named as Cassandra's; the model is a closed form whose best pools are 16 + 64 x share. */
class ControlLoopTest extends RiggedTest {

    @Test
    void appliesTheModelsChoiceAndReadsItBack() throws Exception {
        rig.start().run(10, 0.75);
        assertThat(rig.pools()).containsExactly(64, 32);
        DecisionRecord last = rig.tuner.status().last().orElseThrow();
        assertThat(last.kind()).isEqualTo("apply");
        assertThat(last.readBack()).contains(new Ok());
        assertThat(last.changes()).isEqualTo("concurrent_reads 32 -> 64");
        assertThat(rig.tuner.status().applied()).isEqualTo(1);
        assertThat(rig.tuner.configuration()).containsEntry("concurrent_reads", "64");
    }

    @Test
    void meetsAStepOfTheWorkloadWithinOneWindowOfItsEnd() throws Exception {
        rig.start().run(10, 0.75);
        rig.run(7, 0.75);
        rig.run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.status().applied()).isEqualTo(2);
    }

    @Test
    void leavesTheNodeAloneOnASteadyLoad() throws Exception {
        rig.start().run(1_000, 0.5);
        assertThat(rig.tuner.status().applied()).isEqualTo(1);
        assertThat(rig.node.readStage.writes + rig.node.mutationStage.writes).isEqualTo(2);
        assertThat(rig.tuner.status().decisions())
                .as("an apply, and one continued hold")
                .isEqualTo(2);
        assertThat(rig.reason()).isInstanceOf(WorkloadUnchanged.class);
    }

    @Test
    void changesNothingByItselfDuringQuietHours() throws Exception {
        rig.quietHours = QuietHours.parse(List.of("Sat 11:15-11:16"), ZoneId.of("Europe/Berlin"));
        OffsetDateTime end = OffsetDateTime.parse("2026-11-21T11:16+01:00");
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.reason()).isEqualTo(new HoldReason.QuietHours(end));

        String proposal = rig.tuner.propose().id();
        DecisionRecord applied = rig.tuner.apply(proposal, "");
        assertThat(applied.reason()).isEqualTo(new AppliedByOperator("an operator", proposal, Optional.of(end)));
        assertThat(rig.pools()).containsExactly(16, 80);

        rig.run(60, 1.0);
        assertThat(rig.pools()).as("afterwards").containsExactly(80, 16);
    }

    @Test
    void countersThatGoBackwardsHold() throws Exception {
        rig.start().run(5, 0.0);
        rig.forgetCounters();
        rig.run(1, 0.0);
        assertThat(rig.reason()).isInstanceOfSatisfying(WindowInvalid.class, hold -> assertThat(hold.defect())
                .isInstanceOf(CountersBackwards.class));
        assertThat(rig.pools()).containsExactly(32, 32);
        rig.run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void waitsForTheCoolDown() throws Exception {
        rig.coolDown = Duration.ofSeconds(60);
        rig.start().run(10, 0.0);
        rig.run(20, 1.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.reason()).isEqualTo(new CoolingDown(Duration.ofSeconds(60), Duration.ofSeconds(40)));
        rig.run(40, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
    }

    @Test
    void theStatusShowsTheAwaitedWindowAndItsThreshold() throws Exception {
        rig.start().run(4, 0.5);
        assertThat(rig.tuner.status().line())
                .isEqualTo("auto: next decision in 6 s (window 4 s of 10 s; 4000 of 1000 operations)");
        rig.run(6, 0.5);
        assertThat(rig.tuner.status().line())
                .startsWith("auto: [d1] apply: predicted gain ")
                .contains("read back: ok");
    }
}
