package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.cluster.CanaryComparison.Round;
import io.rafiki.cluster.ProposedChange.Basis;
import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.Request;
import io.rafiki.cluster.Rollout.View;
import io.rafiki.learning.MeasuredEffect;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Six nodes in two racks: a1 to a3 and b1 to b3; the canary is a1. */
class RolloutTest {

    private static final List<Member> MEMBERS = Stream.of("a1", "a2", "a3", "b1", "b2", "b3")
            .map(id -> Windows.member(id, id.substring(0, 1)))
            .toList();

    private final Map<String, Member> members = new HashMap<>();
    private Optional<String> hold = Optional.empty();
    private final Set<String> ring = new HashSet<>();
    private double service = 300;
    private Rollout rollout;

    RolloutTest() {
        MEMBERS.forEach(member -> members.put(member.id(), member));
        ring.addAll(members.keySet());
        rollout = begin(false);
    }

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
    }

    @Test
    void aLostNodeHaltsThePromotionUntilItReturns() {
        obey();
        step();
        until(Phase.PROMOTING);
        Member lost = members.remove("b2");
        hold = Optional.of("no report from 1 of 6 nodes: b2");
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
        members.put("a2", failing("a2", 5));
        step();
        assertThat(ordered()).isEmpty();
        assertThat(rollout.reason()).isEqualTo("a changed node had 5 errors in a window, the others at most 0");
        members.put("b1", failing("b1", 2));
        step();
        assertThat(ordered()).containsExactly("b1", "b2", "b3");
    }

    private static Member failing(String id, long errors) {
        PeerWindow usual = Windows.USUAL;
        return Windows.member(
                id,
                id.substring(0, 1),
                1,
                new PeerWindow(
                        usual.readRatio(),
                        usual.replicaReadRatio(),
                        usual.mean(),
                        usual.tail(),
                        usual.cpuMicros(),
                        usual.diskReads(),
                        usual.debt(),
                        errors));
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
        hold = Optional.of("the datacenter has no quorum");
        obey();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.CANARY);
        assertThat(rollout.nodes()).containsEntry("a1", NodeStep.APPLIED);
        hold = Optional.empty();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.COMPARING);
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
    void aConfirmedChangeIsUndoneByRequestOnly() {
        confirm();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.CONFIRMED);
        rollout = rollout.requested(Request.ABORT);
        for (int i = 0; i < 20 && rollout.phase() != Phase.ABORTED; i++) {
            step();
            obey();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTED);
        assertThat(rollout.nodes().values()).containsOnly(NodeStep.UNDONE);
    }

    @Test
    void theFirstNodeMakesAChangePermanentBeforeTheOthers() {
        confirm();
        rollout = rollout.requested(Request.MAKE_PERMANENT);
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.MAKING_PERMANENT);
        assertThat(at(NodeStep.PERMANENT_ORDERED)).containsExactly("a1");
        assertThat(rollout.isFirst("a1")).isTrue();
        obey();
        step();
        assertThat(at(NodeStep.PERMANENT_ORDERED)).containsExactly("a2", "a3", "b1", "b2", "b3");
        obey();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.PERMANENT);
        assertThat(rollout.step(1, view())).as("nothing follows by itself").isEqualTo(rollout);
    }

    @Test
    void aNewNodeAndARestartedOneGetAPermanentChange() {
        makePermanent();
        members.put("b4", Windows.member("b4", "b"));
        ring.add("b4");
        rollout = rollout.reported("a1", NodeStep.WAITING);
        step();
        assertThat(ordered()).containsExactly("a1");
        obey();
        step();
        assertThat(ordered()).containsExactly("b4");
        obey();
        step();
        assertThat(at(NodeStep.PERMANENT_ORDERED)).containsExactly("a1", "b4");
        obey();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.PERMANENT);
    }

    /** A restart can have taken the change from a node, but not its permanent values. */
    @Test
    void anUndoOfAPermanentChangeIncludesNodesThatLostIt() {
        makePermanent();
        rollout = rollout.reported("a1", NodeStep.WAITING).requested(Request.ABORT);
        List<String> undone = new ArrayList<>();
        for (int i = 0; i < 20 && rollout.phase() != Phase.ABORTED; i++) {
            step();
            undone.addAll(at(NodeStep.UNDO_ORDERED));
            obey();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTED);
        assertThat(undone)
                .as("the first one also changes the schema")
                .endsWith("a1")
                .hasSize(6);
        assertThat(rollout.isFirst("a1")).isTrue();
        assertThat(rollout.outlastsRestarts()).isTrue();
    }

    private void makePermanent() {
        confirm();
        rollout = rollout.requested(Request.MAKE_PERMANENT);
        for (int i = 0; i < 20 && rollout.phase() != Phase.PERMANENT; i++) {
            step();
            obey();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.PERMANENT);
    }

    @Test
    void aNewNodeAndARestartedOneGetAConfirmedChange() {
        confirm();
        members.put("b4", Windows.member("b4", "b"));
        ring.add("b4");
        rollout = rollout.reported("a2", NodeStep.WAITING);
        step();
        assertThat(ordered()).as("the canary's rack is first").containsExactly("a2");
        obey();
        step();
        assertThat(ordered()).containsExactly("b4");
        obey();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.CONFIRMED);
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
    void anAbortDoesNotWaitForAChangedNodeThatHasLeftTheRing() {
        confirm();
        members.remove("b2");
        ring.remove("b2");
        rollout = rollout.requested(Request.ABORT);
        for (int i = 0; i < 20 && rollout.phase() != Phase.ABORTED; i++) {
            step();
            obey();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTED);
        assertThat(rollout.nodes()).hasSize(5);
    }

    @Test
    void aPeerThatLeavesEndsTheComparison() {
        members.remove("a3");
        ring.remove("a3");
        step();
        assertThat(rollout.reason()).isEqualTo("a node of the comparison left the ring: a3");
    }

    @Test
    void anOperatorPausesAndPromotes() {
        obey();
        step();
        service = 400;
        rollout = rollout.requested(Request.PAUSE);
        step();
        assertThat(rollout.reason()).isEqualTo("an operator paused it");
        assertThat(rollout.comparison().roundsAfter()).isZero();
        rollout = rollout.requested(Request.PROMOTE);
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.PROMOTING);
        assertThat(ordered()).containsExactly("a2", "a3");
    }

    /** An operator who wants no verdict does not wait for its windows. Errors of the canary still undo the change. */
    @Test
    void aPromotionEndsTheBaseline() {
        Basis basis = new Basis(Workload.ofReadRatio(0.5), Map.of("concurrent_reads", "32"));
        ProposedChange change =
                new ProposedChange("d1", Map.of("concurrent_reads", "64"), List.of(), false, 12, Optional.of(basis));
        RolloutPlan plan = rollout.plan().with(change);
        for (boolean fails : new boolean[] {false, true}) {
            rollout = Rollout.begin(plan, MEMBERS);
            step();
            assertThat(rollout.phase()).isEqualTo(Phase.BASELINE);
            rollout = rollout.requested(Request.PROMOTE);
            step();
            assertThat(ordered()).containsExactly("a1");
            obey();
            step();
            assertThat(rollout.phase()).isEqualTo(Phase.COMPARING);
            Round last = round(service);
            Round failing = new Round(failing("a1", 5).window().orElseThrow(), last.peers());
            rollout = rollout.step(1, new View(members, ring, hold, Optional.of(fails ? failing : last)));
            assertThat(rollout.phase()).isEqualTo(fails ? Phase.ABORTING : Phase.PROMOTING);
            assertThat(rollout.measured()).isEmpty();
        }
    }

    /** An operator withdraws the promotion that ended the baseline. Nothing can be compared, so the operator decides. */
    @Test
    void aComparisonWithoutABaselineHolds() {
        rollout = Rollout.begin(rollout.plan(), MEMBERS).requested(Request.PROMOTE);
        step();
        obey();
        step();
        rollout = rollout.requested(Request.CONTINUE);
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.COMPARING);
        assertThat(rollout.reason()).isEqualTo("the comparison lacks windows before the change");
    }

    /** A node that needs a fifth less processor time per operation serves a quarter more. */
    @Test
    void theEndOfTheComparisonMeasuresThePredictedEffect() {
        Basis basis = new Basis(Workload.ofReadRatio(0.5), Map.of("concurrent_reads", "32"));
        begin(new ProposedChange("d1", Map.of("concurrent_reads", "64"), List.of(), false, 12, Optional.of(basis)));
        obey();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.COMPARING);
        assertThat(rollout.measured()).as("during the comparison").isEmpty();
        service = 320;
        until(Phase.PROMOTING);
        MeasuredEffect measured = rollout.measured().orElseThrow();
        assertThat(measured.effect()).isCloseTo(-Math.log(0.8), within(0.02));
        assertThat(measured.error()).isBetween(0.001, 0.02);
        assertThat(measured.from()).isEqualTo(basis.configuration());
        assertThat(measured.to()).isEqualTo(Map.of("concurrent_reads", "64"));
        confirm();
        assertThat(rollout.measured()).as("later steps do not change it").contains(measured);
    }

    /** It is tried for its effect, so no operator has to decide about it. */
    @Test
    void anExplorationWithoutDifferenceIsUndoneAndMeasured() {
        Basis basis = new Basis(Workload.ofReadRatio(0.5), Map.of("concurrent_reads", "32"));
        begin(new ProposedChange(
                ProposedChange.EXPLORATION, Map.of("concurrent_reads", "40"), List.of(), false, 1, Optional.of(basis)));
        obey();
        step();
        service = 400;
        for (int i = 1; i < RolloutStep.MOST_ROUNDS; i++) {
            step();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.COMPARING);
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTING);
        assertThat(rollout.reason()).isEqualTo("the comparison shows no difference");
        assertThat(at(NodeStep.UNDO_ORDERED)).containsExactly("a1");
        obey();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTED);
        assertThat(rollout.measured().orElseThrow().effect()).isCloseTo(0, within(0.02));
    }

    @Test
    void aBetterExplorationIsPromoted() {
        begin(new ProposedChange(ProposedChange.EXPLORATION, Map.of("concurrent_reads", "40"), List.of(), false, 1));
        obey();
        step();
        until(Phase.PROMOTING);
        assertThat(ordered()).containsExactly("a2", "a3");
    }

    @Test
    void anOperatorsOwnChangeMeasuresNoPrediction() {
        obey();
        step();
        until(Phase.PROMOTING);
        assertThat(rollout.measured()).isEmpty();
    }

    private void confirm() {
        obey();
        step();
        for (int i = 0; i < 100 && rollout.phase() != Phase.CONFIRMED; i++) {
            obey();
            step();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.CONFIRMED);
    }

    @Test
    void aNodeThatCannotApplyAbortsAndIsUndoneToo() {
        rollout = rollout.reported("a1", NodeStep.FAILED);
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTING);
        assertThat(rollout.nodes()).containsEntry("a1", NodeStep.UNDO_ORDERED);
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

    /** The roll-out of which the canary has been told to change. */
    private Rollout begin(boolean rewritesData) {
        return begin(new ProposedChange("d1", Map.of("concurrent_reads", "64"), List.of(), rewritesData, 12));
    }

    private Rollout begin(ProposedChange change) {
        rollout = Rollout.begin(
                new RolloutPlan(1, change, "operator", PeerGroup.of(MEMBERS).orElseThrow()), MEMBERS);
        double changed = service;
        service = 400;
        for (int i = 0; i < CanaryComparison.WINDOWS_BEFORE; i++) {
            assertThat(rollout.phase()).isEqualTo(Phase.BASELINE);
            step();
        }
        service = changed;
        return rollout;
    }

    private int noise;

    /** A little noise in turn, because equal values have no variance. */
    private Round round(double canary) {
        noise++;
        double factor = 1 + 0.01 * (noise % 3 - 1);
        return new Round(Windows.window(canary * factor), List.of(Windows.USUAL, Windows.USUAL));
    }

    private View view() {
        return new View(members, ring, hold, Optional.of(round(service)));
    }

    private void step() {
        rollout = rollout.step(Math.max(1, rollout.epoch()), view());
    }

    private void until(Phase phase) {
        for (int i = 0; i < 100 && rollout.phase() != phase; i++) {
            step();
        }
        assertThat(rollout.phase()).isEqualTo(phase);
    }

    private List<String> ordered() {
        return at(NodeStep.APPLY_ORDERED);
    }

    private List<String> at(NodeStep step) {
        return rollout.nodes().entrySet().stream()
                .filter(node -> node.getValue() == step)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Each node executes its order. */
    private void obey() {
        Map.copyOf(rollout.nodes()).forEach((node, step) -> {
            if (step == NodeStep.APPLY_ORDERED) {
                rollout = rollout.reported(node, NodeStep.APPLIED);
            } else if (step == NodeStep.PERMANENT_ORDERED) {
                rollout = rollout.reported(node, NodeStep.PERMANENT);
            } else if (step == NodeStep.UNDO_ORDERED) {
                rollout = rollout.reported(node, NodeStep.UNDONE);
            }
        });
    }
}
