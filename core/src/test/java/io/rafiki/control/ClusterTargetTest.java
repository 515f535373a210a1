package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.PeerGroup;
import io.rafiki.cluster.ProposedChange;
import io.rafiki.cluster.RolloutPlan;
import io.rafiki.cluster.RolloutTarget.Answer;
import io.rafiki.cluster.RolloutTarget.Outcome;
import io.rafiki.cluster.RolloutTarget.Presence;
import io.rafiki.control.ActionReason.AppliedByRollout;
import io.rafiki.control.ActionReason.RolledBackByRollout;
import io.rafiki.decision.Mode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A node executes the orders of a leader through its own control loop. */
class ClusterTargetTest extends RiggedTest {

    private static final ProposedChange POOLS =
            new ProposedChange("d7", Map.of("concurrent_reads", "16", "concurrent_writes", "80"), List.of(), false, 12);

    @Test
    void inAClusterModeAutoProposesAndTheRolloutApplies() throws Exception {
        rig.isInCluster = true;
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).as("no change by itself").containsExactly(32, 32);
        ProposedChange proposed = rig.tuner.rollouts().proposed().orElseThrow();
        assertThat(proposed.values()).isEqualTo(POOLS.values());
        assertThat(proposed.decision()).isEqualTo("d1");

        Answer first = rig.tuner.rollouts().apply(rollout(POOLS), 3);
        assertThat(first).isEqualTo(new Answer(Outcome.PENDING, "settles after the change"));
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.history(1).get(0).reason()).isEqualTo(new AppliedByRollout("r5", 3, "an operator"));
        rig.run(10, 0.0);
        assertThat(rig.tuner.rollouts().apply(rollout(POOLS), 3).outcome()).isEqualTo(Outcome.DONE);
        assertThat(rig.tuner.status().applied())
                .as("repeated orders are one change")
                .isEqualTo(1);
        assertThat(rig.tuner.rollouts().presence(rollout(POOLS))).isEqualTo(Presence.PRESENT);
    }

    @Test
    void undoesTheChangeOnce() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        rig.tuner.rollouts().undo(rollout(POOLS), 4);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.history(1).get(0).reason()).isEqualTo(new RolledBackByRollout("r5", 4));
        rig.run(10, 0.0);
        assertThat(rig.tuner.rollouts().undo(rollout(POOLS), 4).outcome()).isEqualTo(Outcome.DONE);
        assertThat(rig.tuner.rollouts().presence(rollout(POOLS))).isEqualTo(Presence.UNDONE);
    }

    /** The epoch is in the journal, so a restart does not forget it. */
    @Test
    void refusesAFormerLeaderAlsoAfterARestart() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        rig.node.readStage.values.put("MaximumPoolSize", 32);
        rig.node.mutationStage.values.put("MaximumPoolSize", 32);
        rig.start().run(10, 0.0);
        assertThat(rig.tuner.rollouts().presence(rollout(POOLS)))
                .as("lost by the restart")
                .isEqualTo(Presence.ABSENT);
        assertThat(rig.tuner.rollouts().apply(rollout(POOLS), 2))
                .isEqualTo(new Answer(Outcome.PENDING, "refuses an order of epoch 2, because it has seen epoch 3"));
        assertThat(rig.pools()).containsExactly(32, 32);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void theGuardrailsOfTheNodeDelayAnOrder() throws Exception {
        rig.mode = Mode.ADVISE;
        rig.start().run(10, 0.0);
        Answer advises = rig.tuner.rollouts().apply(rollout(POOLS), 3);
        assertThat(advises.outcome()).isEqualTo(Outcome.PENDING);
        assertThat(advises.detail()).contains("advise");
        rig.tuner.setMode("approve");
        rig.node.storageService.values.put("OperationMode", "DRAINING");
        assertThat(rig.tuner.rollouts().apply(rollout(POOLS), 3).detail()).contains("DRAINING");
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void anOrderOutsideTheCatalogueFails() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        ProposedChange unknown = new ProposedChange("d7", Map.of("no_such_knob", "16"), List.of(), false, 12);
        Answer answer = rig.tuner.rollouts().apply(rollout(unknown), 3);
        assertThat(answer.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(answer.detail()).contains("no_such_knob");
    }

    /** The operator of a node has the last word about it. */
    @Test
    void aKnobThatAnotherClientSetKeepsItsValue() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.externalChangeHold = Duration.ofHours(1);
        rig.start().run(10, 0.0);
        rig.node.readStage.values.put("MaximumPoolSize", 48);
        rig.run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        assertThat(rig.pools()).containsExactly(48, 80);
        assertThat(rig.tuner.rollouts().presence(rollout(POOLS))).isEqualTo(Presence.PRESENT);
    }

    @Test
    void aTableOptionChangesOnTheTablesOfTheRollout() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.addTable("other", "SizeTiered");
        rig.start().run(10, 0.0);
        ProposedChange leveled =
                new ProposedChange("d7", Map.of("compaction", "Leveled"), List.of("ycsb.usertable"), true, 12);
        rig.tuner.rollouts().apply(rollout(leveled), 3);
        DecisionRecord made = rig.tuner.history(1).get(0);
        assertThat(made.kind()).as(made.reasonText()).isEqualTo("apply");
        assertThat(made.tables()).containsExactly("ycsb.usertable");
        assertThat(made.readBackText()).isEqualTo("ok");
    }

    private static RolloutPlan rollout(ProposedChange change) {
        return new RolloutPlan(5, change, "an operator", new PeerGroup("n1", List.of("n2", "n3")));
    }
}
