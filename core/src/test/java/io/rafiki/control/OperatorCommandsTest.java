package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.control.reason.ActionReason.AppliedByOperator;
import io.rafiki.control.reason.ChangeOutcome.NodeChanged;
import io.rafiki.control.reason.Refusal.NoProposalPending;
import io.rafiki.control.reason.Refusal.NoSuchOffer;
import io.rafiki.control.reason.Refusal.NotExecuted;
import io.rafiki.control.reason.Refusal.OtherProposalPending;
import io.rafiki.control.reason.Refusal.ProposalOutdated;
import io.rafiki.control.reason.Refusal.TunerOff;
import io.rafiki.control.reason.Refusal.UnknownDecision;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.decision.HoldReason.NodeUnhealthy;
import io.rafiki.decision.HoldReason.Paused;
import io.rafiki.decision.Mode;
import io.rafiki.decision.NodeCondition.NotNormal;
import io.rafiki.decision.ProposalReason.ModeAdvises;
import io.rafiki.reason.ReasonException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an operator's commands do and refuse: proposals, pauses, stops and exports. */
class OperatorCommandsTest extends RiggedTest {

    @Test
    void aPausedTunerChangesNothing() throws Exception {
        rig.micros = (readers, writers) -> readers == 32 && writers == 32 ? 500 : 900;
        rig.start().run(10, 0.0);
        rig.tuner.pause("a benchmark");
        rig.run(60, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void aProposalForAnotherWorkloadIsNotApplied() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.pause("the workload changes");
        rig.run(20, 1.0);
        assertThatThrownBy(() -> rig.tuner.apply("d1", ""))
                .isInstanceOfSatisfying(ReasonException.class, e -> assertThat(e.reason())
                        .isEqualTo(new ProposalOutdated("d1", Map.of("readRatio", 0.0), Map.of("readRatio", 1.0))));
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    /** The window in which the workload changes is no basis for a decision, and none for an old one either. */
    @Test
    void aProposalIsNotAppliedWhileTheWorkloadChanges() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(15, 0.0);
        rig.run(5, 1.0);
        assertThat(rig.reason().code()).isEqualTo("window_invalid");
        assertThatThrownBy(() -> rig.tuner.apply("d1", ""))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isInstanceOf(ProposalOutdated.class));
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void aProposalIsGoneWhenTheModelWouldNotHaveItAnyMore() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.node.readStage.values.put("MaximumPoolSize", 16);
        rig.node.mutationStage.values.put("MaximumPoolSize", 80);
        assertThat(rig.tuner.propose().kind()).isEqualTo("hold");
        assertThatThrownBy(() -> rig.tuner.apply("d1", ""))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new NoProposalPending()));
    }

    @Test
    void aStoppedTunerAppliesNothingFromOldMeasurements() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.stop();
        assertThatThrownBy(() -> rig.tuner.apply("d1", ""))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new TunerOff("stopped")));
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void anUnhealthyNodeIsNotChangedByHandEither() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.node.storageService.values.put("OperationMode", "DRAINING");
        assertThatThrownBy(() -> rig.tuner.apply("d1", ""))
                .isInstanceOfSatisfying(ReasonException.class, e -> assertThat(e.reason())
                        .isEqualTo(new NodeUnhealthy(List.of(new NotNormal("DRAINING")))));
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void appliesExactlyTheShownProposalInApprove() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThatThrownBy(() -> rig.tuner.apply("d7", ""))
                .isInstanceOfSatisfying(ReasonException.class, e -> assertThat(e.reason())
                        .isEqualTo(new OtherProposalPending("d1", "d7")));
        DecisionRecord applied = rig.tuner.apply("d1", "");
        assertThat(applied.reason()).isEqualTo(new AppliedByOperator("an operator", "d1", Optional.empty()));
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.apply("d1", "")).as("twice is once").isEqualTo(applied);
        assertThat(rig.tuner.status().applied()).isEqualTo(1);
    }

    @Test
    void aProposalForANodeThatWasChangedSinceIsNotApplied() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.node.readStage.values.put("MaximumPoolSize", 48);
        assertThatThrownBy(() -> rig.tuner.apply("d1", ""))
                .isInstanceOfSatisfying(ReasonException.class, e -> assertThat(e.reason())
                        .isInstanceOfSatisfying(NotExecuted.class, refused -> assertThat(refused.outcome())
                                .isInstanceOf(NodeChanged.class)));
        assertThat(rig.pools()).containsExactly(48, 32);
    }

    @Test
    void proposesOnDemandDuringAPauseAndHoldsUntilResumed() throws Exception {
        rig.start();
        rig.tuner.pause("backup");
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.reason()).isEqualTo(new Paused("backup"));
        assertThat(rig.tuner.propose().kind()).isEqualTo("propose");
        assertThat(rig.pools()).containsExactly(32, 32);
        rig.tuner.resume();
        rig.run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void aProposalOfAnotherModelIsNotApplied() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        assertThat(rig.tuner.status().offers()).isNotEmpty();
        rig.tuner.reloadModel("model.zip");
        assertThatThrownBy(() -> rig.tuner.apply("d1", ""))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new NoProposalPending()));
        assertThat(rig.tuner.status().offers()).isEmpty();
        assertThatThrownBy(() -> rig.tuner.apply("d1", "instant"))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new NoSuchOffer("d1", "instant")));
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void theReasonOfAPauseIsOneLine() throws Exception {
        rig.start();
        rig.tuner.pause("a backup\nWARN: all is lost");
        rig.run(10, 0.0);
        assertThat(rig.tuner.status().line())
                .contains("a backup WARN: all is lost")
                .doesNotContain("\n");
    }

    @Test
    void exportsTheConfigurationOfADecision() throws Exception {
        rig.start().run(20, 0.0);
        assertThat(rig.tuner.export("d1", "nodetool").lines())
                .contains("nodetool setconcurrency MutationStage 80", "nodetool setconcurrency ReadStage 16");
        rig.start();
        assertThat(rig.tuner.export("d1", "cassandra.yaml").lines()).contains("concurrent_writes: 80");
        assertThatThrownBy(() -> rig.tuner.export("d99", "alter"))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new UnknownDecision("d99")));
    }

    @Test
    void advisesWithoutWriting() throws Exception {
        rig.mode = Mode.OBSERVE;
        rig.start().run(20, 0.0);
        assertThat(rig.node.readStage.writes + rig.node.mutationStage.writes).isZero();
        rig.tuner.setMode("advise");
        rig.run(20, 0.0);
        assertThat(rig.node.readStage.writes + rig.node.mutationStage.writes).isZero();
        assertThat(rig.tuner.status().pending().orElseThrow().to().get("concurrent_writes"))
                .isEqualTo(80L);
        String id = rig.tuner.history(10).stream()
                .filter(made -> made.kind().equals("propose"))
                .findFirst()
                .orElseThrow()
                .id();
        assertThatThrownBy(() -> rig.tuner.apply(id, ""))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new ModeAdvises(Mode.ADVISE)));
        assertThat(rig.node.readStage.writes + rig.node.mutationStage.writes).isZero();
    }
}
