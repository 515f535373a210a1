package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.cluster.CanaryComparison.Round;
import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.Request;
import io.rafiki.cluster.Rollout.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The course of a roll-out, until all nodes have the change or none has. */
class RolloutTest extends RolloutCase {

    @Test
    void aBetterCanaryIsFollowedRackByRack() {
        assertThat(ordered()).containsExactly("a1");
        obey();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.COMPARING);
        until(Phase.PROMOTING);
        assertThat(ordered()).containsExactly("a2", "a3");
        step();
        assertThat(ordered()).as("the next rack waits").containsExactly("a2", "a3");
        obey();
        step();
        assertThat(ordered()).containsExactly("b1", "b2", "b3");
        obey();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.CONFIRMED);
        assertThat(rollout.nodes().values()).containsOnly(NodeStep.APPLIED);
    }

    @Test
    void aChangeThatRewritesDataIsMadeOnOneNodeAtATime() {
        rollout = begin(true);
        for (int i = 0; i < 200 && !rollout.phase().isOver(); i++) {
            assertThat(ordered()).hasSizeLessThanOrEqualTo(1);
            obey();
            step();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.CONFIRMED);
    }

    @Test
    void aWorseCanaryIsUndoneAndTheOthersAreUntouched() {
        obey();
        step();
        service = 600;
        until(Phase.ABORTING);
        assertThat(rollout.nodes()).containsEntry("a1", NodeStep.UNDO_ORDERED);
        obey();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTED);
        assertThat(rollout.reason()).contains("the canary is worse than its peers: service time +");
        assertThat(rollout.nodes())
                .hasEntrySatisfying("a2", step -> assertThat(step).isEqualTo(NodeStep.WAITING));
    }

    @Test
    void aComparisonWithoutDifferenceHolds() {
        obey();
        step();
        service = 400;
        for (int i = 0; i < 2 * RolloutStep.MOST_ROUNDS; i++) {
            step();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.COMPARING);
        assertThat(rollout.reason()).isEqualTo("the comparison shows no difference");
        assertThat(rollout.comparison().roundsAfter())
                .as("the row of the table does not grow")
                .isEqualTo(RolloutStep.MOST_ROUNDS);
        step(new Round(failing("a1", 2).window().orElseThrow(), round(service).peers()));
        assertThat(rollout.reason()).isEqualTo("the canary had errors that its peers did not have");
        step(failing(true));
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTING);
    }

    private void step(Round round) {
        rollout = rollout.step(1, new View(members, addresses(), hold, Optional.of(round), false));
    }

    /** Windows in which the canary alone has errors. */
    private Round failing(boolean isComparable) {
        return new Round(
                failing("a1", 10).window().orElseThrow(), round(service).peers(), isComparable, List.of());
    }

    @Test
    void aLostNodeHaltsThePromotionUntilItReturns() {
        obey();
        step();
        until(Phase.PROMOTING);
        Member lost = members.remove("b2");
        hold = Optional.of(new Hold("no report from 1 of 6 nodes: b2", false));
        obey();
        step();
        assertThat(ordered()).isEmpty();
        assertThat(rollout.reason()).isEqualTo("no report from 1 of 6 nodes: b2");
        members.put("b2", lost);
        hold = Optional.empty();
        step();
        assertThat(ordered()).containsExactly("b1", "b2", "b3");
    }

    @Test
    void errorsOfChangedNodesStopThePromotionUnlessAllHaveThem() {
        obey();
        step();
        until(Phase.PROMOTING);
        obey();
        members.put("a2", failing("a2", 10));
        step();
        assertThat(ordered()).isEmpty();
        assertThat(rollout.reason()).isEqualTo("a changed node had 10 errors in a window, the others at most 0");
        members.put("b1", failing("b1", 4));
        step();
        assertThat(ordered()).containsExactly("b1", "b2", "b3");
    }

    /** A node of a large ring has one in almost every window. */
    @Test
    void anErrorOfAChangedNodeDoesNotStopThePromotion() {
        obey();
        step();
        until(Phase.PROMOTING);
        obey();
        members.put("a2", failing("a2", 1));
        step();
        assertThat(ordered()).containsExactly("b1", "b2", "b3");
    }

    @Test
    void aLostCanaryAborts() {
        obey();
        step();
        members.remove("a1");
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTING);
        assertThat(rollout.reason()).isEqualTo("the canary does not report: a1");
    }

    @Test
    void aHoldStopsNewStepsOnly() {
        hold = Optional.of(new Hold("the datacenter has no quorum", false));
        obey();
        step();
        assertThat(rollout.phase()).as("the canary has reported").isEqualTo(Phase.COMPARING);
        for (int i = 0; i < RolloutStep.MOST_ROUNDS; i++) {
            step();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.COMPARING);
        assertThat(rollout.reason()).isEqualTo("the datacenter has no quorum");
        assertThat(ordered()).isEmpty();
        hold = Optional.empty();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.PROMOTING);
    }

    /** The harm can cause the hold: peers of a canary that is too slow write hints. */
    @Test
    void aHarmfulCanaryIsUndoneDuringAHoldUnlessAnOperatorRequiresIt() {
        for (boolean isByOperator : new boolean[] {false, true}) {
            rollout = begin(false);
            obey();
            step();
            hold = Optional.of(new Hold("2 nodes cannot be changed", isByOperator));
            service = 600;
            for (int i = 0; i < RolloutStep.MOST_ROUNDS && rollout.phase() == Phase.COMPARING; i++) {
                step();
            }
            assertThat(rollout.phase()).isEqualTo(isByOperator ? Phase.COMPARING : Phase.ABORTING);
            hold = Optional.empty();
        }
    }

    @Test
    void windowsThatAreNotComparableCountForErrorsOnly() {
        obey();
        step();
        members.put("a2", Windows.unhealthy(members.get("a2"), "repairs"));
        step(new Round(Windows.USUAL, List.of(Windows.USUAL, Windows.USUAL), false, List.of()));
        assertThat(rollout.comparison().roundsAfter()).isZero();
        assertThat(rollout.reason()).isEqualTo("the comparison waits until a node is healthy: a2: repairs");
        hold = Optional.of(new Hold("2 nodes cannot be changed", false));
        step(failing(false));
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTING);
        assertThat(rollout.reason()).isEqualTo("the canary had 10 errors that its peers did not have");
    }

    @Test
    void theReasonNamesANodeWithoutAWindowAndDifferentConfigurations() {
        obey();
        step();
        Member usual = members.get("a2");
        Round incomplete = new Round(Windows.USUAL, List.of(Windows.USUAL), false, List.of());
        members.put("a2", Windows.idle(usual));
        step(incomplete);
        assertThat(rollout.reason()).isEqualTo("no window from a2");
        members.put("a2", Windows.configured(usual, "y"));
        step(incomplete);
        assertThat(rollout.reason()).isEqualTo("the compared nodes have different configurations");
        members.put("a2", usual);
        step(incomplete);
        assertThat(rollout.reason()).isEmpty();
        rollout = rollout.step(1, new View(members, addresses(), hold, Optional.of(incomplete), true));
        assertThat(rollout.reason())
                .isEqualTo("the compared nodes have another configuration than when the phase began:"
                        + " promote or abort");
    }

    /** Slow peers make the canary look better; a canary that is too slow makes its peers write hints. */
    @Test
    void windowsWithProblemsOfAllPeersCountAgainstTheCanaryOnly() {
        obey();
        step();
        List<Round> burdened = new ArrayList<>();
        for (int i = 0; i < RolloutStep.MOST_ROUNDS; i++) {
            step(burdened(burdened, 200));
        }
        assertThat(rollout.phase()).isEqualTo(Phase.COMPARING);
        assertThat(rollout.comparison().roundsAfter()).isZero();
        burdened.clear();
        for (int i = 0; i < 5; i++) {
            step(burdened(burdened, 800));
        }
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTING);
        assertThat(rollout.reason()).contains("the canary is worse than its peers: service time +");
    }

    /**
     * Windows in which all peers had problems.
     *
     * @param earlier the former ones
     */
    private Round burdened(List<Round> earlier, double canary) {
        Round usual = round(canary);
        earlier.add(usual);
        return new Round(usual.canary(), usual.peers(), false, earlier);
    }

    @Test
    void anAbortUndoesInReverseOrder() {
        obey();
        step();
        until(Phase.PROMOTING);
        obey();
        rollout = rollout.requested(Request.ABORT);
        List<String> undone = new ArrayList<>();
        for (int i = 0; i < 20 && !rollout.phase().isOver(); i++) {
            step();
            rollout.nodes().forEach((node, step) -> {
                if (step == NodeStep.UNDO_ORDERED) {
                    undone.add(node);
                }
            });
            obey();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTED);
        assertThat(undone).containsExactly("a3", "a2", "a1");
    }

    @Test
    void aNodeThatHasLeftTheRingIsNotWaitedFor() {
        obey();
        step();
        until(Phase.PROMOTING);
        members.remove("b2");
        ring.remove("b2");
        obey();
        step();
        assertThat(ordered()).containsExactly("b1", "b3");
    }

    @Test
    void aPeerThatLeavesEndsTheComparison() {
        members.remove("a3");
        ring.remove("a3");
        step();
        assertThat(rollout.reason()).isEqualTo("a node of the comparison left the ring: a3");
    }

    @Test
    void aNodeThatCannotApplyAbortsAndIsUndoneToo() {
        rollout = rollout.reported("a1", NodeStep.FAILED);
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTING);
        assertThat(rollout.nodes()).containsEntry("a1", NodeStep.UNDO_ORDERED);
    }

    @Test
    void aSilentNodeIsUndoneLastAndDelaysNoOther() {
        confirm();
        Member silent = members.remove("b3");
        rollout = rollout.requested(Request.ABORT);
        undo(20, "b3", NodeStep.UNDO_ORDERED);
        assertThat(at(NodeStep.UNDO_ORDERED)).containsExactly("b3");
        assertThat(at(NodeStep.UNDONE)).containsExactlyInAnyOrder("a1", "a2", "a3", "b1", "b2");
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTING);
        members.put("b3", silent);
        obey();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTED);
    }

    @Test
    void aNodeThatBecomesSilentDuringItsUndoDelaysTheOthersOnlyIfItMayRewriteData() {
        for (boolean rewrites : new boolean[] {false, true}) {
            rollout = begin(rewrites);
            confirm();
            rollout = rollout.requested(Request.ABORT);
            step();
            String silent = at(NodeStep.UNDO_ORDERED).get(0);
            Member former = members.remove(silent);
            undo(20, silent, NodeStep.UNDO_ORDERED);
            assertThat(at(NodeStep.UNDONE)).hasSize(rewrites ? 0 : 5);
            members.put(silent, former);
        }
    }

    /** It was ordered to change again after a restart. */
    @Test
    void aNodeThatBecomesSilentDuringItsChangeDelaysAnUndoOnlyIfItMayRewriteData() {
        for (boolean rewrites : new boolean[] {false, true}) {
            rollout = begin(rewrites);
            confirm();
            rollout = rollout.ordered("b3").requested(Request.ABORT);
            Member former = members.remove("b3");
            undo(20, "b3", NodeStep.UNDO_ORDERED);
            assertThat(at(NodeStep.UNDONE)).hasSize(rewrites ? 0 : 5);
            members.put("b3", former);
        }
    }

    @Test
    void aNodeThatCannotUndoIsTriedAgainAfterTheOthers() {
        confirm();
        rollout = rollout.requested(Request.ABORT);
        undo(20, "b3", NodeStep.FAILED);
        assertThat(at(NodeStep.UNDONE)).containsExactlyInAnyOrder("a1", "a2", "a3", "b1", "b2");
        step();
        obey();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTED);
    }

    @Test
    void nodesThatCannotUndoAreTriedAgainTogether() {
        confirm();
        rollout =
                rollout.requested(Request.ABORT).reported("b2", NodeStep.FAILED).reported("b3", NodeStep.FAILED);
        undo(4, "none", NodeStep.FAILED);
        step();
        assertThat(at(NodeStep.UNDO_ORDERED)).containsExactlyInAnyOrder("b2", "b3");
    }

    /** One at a time, because it rewrites data. The first one also changes the schema, and it can be among them. */
    @Test
    void nodesThatCannotUndoARewriteAreTriedAgainInTurn() {
        rollout = begin(true);
        confirm();
        rollout = rollout.requested(Request.ABORT);
        List<String> failing = List.of("a1", "b2", "b3");
        List<String> tried = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            step();
            String node = at(NodeStep.UNDO_ORDERED).get(0);
            assertThat(at(NodeStep.UNDO_ORDERED)).containsExactly(node);
            tried.add(node);
            assertThat(rollout.isFirst(node)).isEqualTo(i >= 5);
            rollout = rollout.reported(node, failing.contains(node) ? NodeStep.FAILED : NodeStep.UNDONE);
        }
        assertThat(tried).containsExactly("b3", "b2", "b1", "a3", "a2", "a1", "b3", "b2", "a1", "b3", "b2", "a1");
        for (int i = 0; i < 4; i++) {
            step();
            obey();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTED);
    }

    /** It restores the schema for all nodes, so it does so after those that still have the change. */
    @Test
    void theFirstNodeOfAPermanentRewriteStaysTheFirstAlthoughItCannotUndo() {
        rollout = begin(true);
        confirm();
        rollout = rollout.makingPermanent().requested(Request.ABORT);
        List<String> failing = List.of("a1", "b2", "b3");
        for (int i = 0; i < 12; i++) {
            step();
            String node = at(NodeStep.UNDO_ORDERED).get(0);
            rollout = rollout.reported(node, failing.contains(node) ? NodeStep.FAILED : NodeStep.UNDONE);
            assertThat(rollout.first()).contains("a1");
        }
        assertThat(at(NodeStep.FAILED)).containsExactlyInAnyOrder("a1", "b2", "b3");
        for (int i = 0; i < 4; i++) {
            step();
            obey();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTED);
    }

    /** It takes its turn before the silent one. */
    @Test
    void theFirstNodeOfAPermanentRewriteStaysTheFirstAlthoughANodeThatFailedIsSilent() {
        rollout = begin(true);
        confirm();
        rollout = rollout.makingPermanent().requested(Request.ABORT);
        List<String> failing = List.of("a1", "b3");
        for (int i = 0; i < 6; i++) {
            step();
            String node = at(NodeStep.UNDO_ORDERED).get(0);
            rollout = rollout.reported(node, failing.contains(node) ? NodeStep.FAILED : NodeStep.UNDONE);
        }
        members.remove("b3");
        step();
        assertThat(at(NodeStep.UNDO_ORDERED)).containsExactly("a1");
        assertThat(rollout.first()).contains("a1");
    }

    /** All nodes execute their orders to undo, but one reports another step. */
    private void undo(int steps, String other, NodeStep itsStep) {
        for (int i = 0; i < steps; i++) {
            step();
            at(NodeStep.UNDO_ORDERED)
                    .forEach(node -> rollout = rollout.reported(node, node.equals(other) ? itsStep : NodeStep.UNDONE));
        }
    }

    /** A new leader reads the value from the tables and continues with the next epoch. */
    @Test
    void aSuccessorContinuesAndAFormerLeaderIsRefused() {
        obey();
        rollout = rollout.step(2, view());
        assertThat(rollout.phase()).isEqualTo(Phase.COMPARING);
        assertThat(rollout.epoch()).isEqualTo(2);
        assertThatThrownBy(() -> rollout.step(1, view())).hasMessage("roll-out: expected epoch 2 or later, found 1");
    }

    @Test
    void aStepWithoutNewsChangesNothing() {
        assertThat(rollout.step(1, view())).isEqualTo(rollout);
    }
}
