package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.Request;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands for three nodes on which a change takes a fifth off the service time. */
class ClusterOperatorTest {

    private final SimulatedCluster cluster = new SimulatedCluster(1, 3, 1, -0.2, false);

    @BeforeEach
    void report() {
        rounds(3);
    }

    @Test
    void ownValuesAreRolledOutLikeAProposal() {
        assertThat(cluster.operator().set("concurrent_reads=64, compaction=Leveled", "ks.a,ks.b", "an operator"))
                .isEqualTo("r1 has begun. 'rafiki cluster status' shows its progress.");
        RolloutPlan plan = cluster.rollout().orElseThrow().plan();
        assertThat(plan.change().values())
                .containsEntry("concurrent_reads", "64")
                .containsEntry("compaction", "Leveled");
        assertThat(plan.change().tables()).containsExactly("ks.a", "ks.b");
        assertThat(plan.by()).isEqualTo("an operator");
        assertThat(ClusterOperator.text(plan.change())).doesNotContain("predicted");
        rounds(100);
        assertThat(cluster.rollout().orElseThrow().phase()).isEqualTo(Phase.CONFIRMED);
    }

    @Test
    void valuesThatAreNoneAreRefused() {
        assertThatThrownBy(() -> cluster.operator().set("concurrent_reads", "", "an operator"))
                .hasMessage("values: expected knob=value, found concurrent_reads.");
        assertThatThrownBy(() -> cluster.operator().set(" ", "", "an operator"))
                .hasMessage("values: expected knob=value, found nothing.");
        assertThat(cluster.rollout()).isEmpty();
    }

    @Test
    void aSecondOperatorBeginsNothingWhileARolloutIsUnderWay() {
        cluster.begin();
        assertThatThrownBy(() -> cluster.operator().set("concurrent_reads=64", "", "another"))
                .hasMessageStartingWith("r1 is under way.");
    }

    @Test
    void onlyAConfirmedRolloutBecomesPermanentAndThatOnce() {
        cluster.begin();
        assertThatThrownBy(() -> cluster.operator().request("", Request.MAKE_PERMANENT, "an operator"))
                .hasMessage("r1 is not confirmed yet. Run 'rafiki cluster status'.");
        rounds(100);
        assertThatThrownBy(() -> cluster.operator().request("", Request.PROMOTE, "an operator"))
                .hasMessage("r1 is confirmed, so only rollback and make-permanent are possible.");
        cluster.operator().request("r1", Request.MAKE_PERMANENT, "an operator");
        rounds(20);
        assertThat(cluster.rollout().orElseThrow().phase()).isEqualTo(Phase.PERMANENT);
        assertThat(cluster.saved()).hasSize(3);
        cluster.operator().request("r1", Request.MAKE_PERMANENT, "an operator");
        rounds(20);
        assertThat(cluster.rollout().orElseThrow().phase()).isEqualTo(Phase.PERMANENT);
        cluster.operator().request("r1", Request.ABORT, "an operator");
        rounds(20);
        assertThat(cluster.saved()).isEmpty();
        assertThat(cluster.changed()).isEmpty();
    }

    /** A promotion would replace the request to make it permanent, which some nodes have executed. */
    @Test
    void aRolloutThatBecomesPermanentCannotBePromoted() {
        makePermanent();
        assertThatThrownBy(() -> cluster.operator().request("", Request.PROMOTE, "an operator"))
                .hasMessage("r1 is confirmed, so only hold, resume, rollback and make-permanent are possible.");
        rounds(20);
        assertThat(cluster.rollout().orElseThrow().phase()).isEqualTo(Phase.PERMANENT);
        assertThat(cluster.saved()).hasSize(3);
    }

    /** Until the first nodes have the order. */
    private void makePermanent() {
        cluster.begin();
        rounds(100);
        cluster.operator().request("", Request.MAKE_PERMANENT, "an operator");
        for (int i = 0; i < 20 && cluster.rollout().orElseThrow().phase() != Phase.MAKING_PERMANENT; i++) {
            cluster.round();
        }
        assertThat(cluster.rollout().orElseThrow().phase()).isEqualTo(Phase.MAKING_PERMANENT);
    }

    @Test
    void aHoldOnlyDelaysWhatMakesARolloutPermanent() {
        makePermanent();
        cluster.operator().request("", Request.PAUSE, "an operator");
        rounds(20);
        assertThat(cluster.rollout().orElseThrow().phase()).isEqualTo(Phase.MAKING_PERMANENT);
        cluster.operator().resume("an operator");
        rounds(20);
        assertThat(cluster.rollout().orElseThrow().phase()).isEqualTo(Phase.PERMANENT);
        assertThat(cluster.saved()).hasSize(3);
    }

    @Test
    void aRequestIsRepeatedIfTheLeaderChangesTheRolloutAtTheSameTime() {
        cluster.begin();
        cluster.conflict(4);
        assertThat(cluster.operator().request("", Request.ABORT, "an operator")).startsWith("r1 is undone");
        assertThat(cluster.rollout().orElseThrow().request()).isEqualTo(Request.ABORT);
        cluster.conflict(5);
        assertThatThrownBy(() -> cluster.operator().request("", Request.ABORT, "an operator"))
                .hasMessage("The roll-out changed at the same time. Try again.");
    }

    @Test
    void eachCommandIsRecordedWithItsOperatorBeforeItTakesEffect() {
        cluster.begin();
        cluster.operator().pause("an incident", "ann");
        cluster.operator().resume("ben");
        cluster.operator().request("", Request.PAUSE, "ann");
        cluster.operator().request("r1", Request.PROMOTE, "ben");
        cluster.operator().request("", Request.ABORT, "ann");
        assertThatThrownBy(() -> cluster.operator().request("r7", Request.ABORT, "ben"))
                .isInstanceOf(IllegalStateException.class);
        assertThat(cluster.commands())
                .containsExactly(
                        "cluster apply n0000/d1 by operator",
                        "cluster pause an incident by ann",
                        "cluster resume  by ben",
                        "cluster hold r1 by ann",
                        "cluster promote r1 by ben",
                        "cluster rollback r1 by ann");
    }

    @Test
    void aPauseStopsAllRolloutsAndAHoldThisOneUntilResume() {
        assertThat(cluster.operator().pause("an incident", "an operator"))
                .isEqualTo("All nodes only observe now. 'rafiki cluster resume' ends this.");
        assertThatThrownBy(cluster::begin)
                .hasMessage("All nodes only observe: an operator paused the cluster: an incident.");
        assertThat(cluster.operator().resume("an operator")).isEqualTo("Roll-outs are possible again.");
        cluster.begin();
        assertThat(cluster.operator().request("r1", Request.PAUSE, "an operator"))
                .startsWith("r1 makes no further steps.");
        rounds(100);
        assertThat(cluster.rollout().orElseThrow().phase()).isEqualTo(Phase.BASELINE);
        assertThat(cluster.operator().resume("an operator")).isEqualTo("r1 continues.");
        rounds(100);
        assertThat(cluster.rollout().orElseThrow().phase()).isEqualTo(Phase.CONFIRMED);
    }

    @Test
    void onlyTheLastRolloutTakesCommands() {
        cluster.begin();
        rounds(100);
        cluster.begin();
        assertThatThrownBy(() -> cluster.operator().request("r1", Request.PAUSE, "an operator"))
                .hasMessage("Only the last roll-out in place, r2, takes this command, not r1.");
        assertThatThrownBy(() -> cluster.operator().request("r1", Request.ABORT, "an operator"))
                .hasMessage("Roll-outs are undone in reverse order, and the last one in place is r2, not r1.");
    }

    @Test
    void anUndoIsNeitherHeldNorPromoted() {
        cluster.begin();
        cluster.operator().request("", Request.ABORT, "an operator");
        for (Request what : List.of(Request.PAUSE, Request.PROMOTE, Request.MAKE_PERMANENT)) {
            assertThatThrownBy(() -> cluster.operator().request("", what, "an operator"))
                    .hasMessage("r1 is being undone.");
        }
        assertThat(cluster.operator().resume("an operator")).isEqualTo("Roll-outs are possible again.");
        assertThat(cluster.rollout().orElseThrow().request()).isEqualTo(Request.ABORT);
    }

    @Test
    void withoutACanaryTheReasonHasFigures() {
        SimulatedCluster small = new SimulatedCluster(1, 2, 1, -0.2, false);
        small.round();
        small.round();
        small.round();
        assertThatThrownBy(() -> small.operator().propose())
                .hasMessage("No node can be a canary: nodes of the largest rack: 2, expected at least 3.");
    }

    private void rounds(int count) {
        for (int i = 0; i < count; i++) {
            cluster.round();
        }
    }
}
