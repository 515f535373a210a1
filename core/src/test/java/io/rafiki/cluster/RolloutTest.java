package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.cluster.CanaryComparison.Round;
import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.View;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Six nodes in two racks: a1 to a3 and b1 to b3; the canary is a1. */
class RolloutTest {

    private static final PeerWindow USUAL = new PeerWindow(0.5, 400, 2_000, 100, 0, 0, 0);
    private static final List<Member> MEMBERS = List.of("a1", "a2", "a3", "b1", "b2", "b3").stream()
            .map(id -> new Member(id, id.substring(0, 1), "1", "x", Optional.of(USUAL), Optional.empty()))
            .toList();

    private final Map<String, Member> members = new HashMap<>();
    private Optional<String> hold = Optional.empty();
    private Optional<String> abort = Optional.empty();
    private double service = 300;
    private Rollout rollout;

    RolloutTest() {
        MEMBERS.forEach(member -> members.put(member.id(), member));
        rollout = begin(false);
    }

    @Test
    void theCanaryIsTheNodeWithTheMostPeersAndTheFirstOfThem() {
        assertThat(PeerGroup.of(MEMBERS)).contains(new PeerGroup("a1", List.of("a2", "a3")));
        assertThat(PeerGroup.of(MEMBERS.subList(1, 5)))
                .as("two nodes of each rack")
                .isEmpty();
        Member unhealthy = new Member("a2", "a", "1", "x", Optional.of(USUAL), Optional.of("repairs"));
        List<Member> others = new ArrayList<>(MEMBERS);
        others.set(1, unhealthy);
        assertThat(PeerGroup.of(others)).contains(new PeerGroup("b1", List.of("b2", "b3")));
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
        assertThat(rollout.reason()).contains("worse").contains("SERVICE_TIME");
        assertThat(rollout.nodes())
                .hasEntrySatisfying("a2", step -> assertThat(step).isEqualTo(NodeStep.WAITING));
    }

    @Test
    void aComparisonWithoutDifferenceHolds() {
        obey();
        step();
        service = 400;
        for (int i = 0; i < 2 * Rollout.MOST_ROUNDS; i++) {
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
        obey();
        step();
        assertThat(ordered()).isEmpty();
        assertThat(rollout.reason()).isEqualTo("b2 does not report");
        members.put("b2", lost);
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
        assertThat(rollout.reason()).isEqualTo("the canary a1 does not report");
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
        abort = Optional.of("by an operator");
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

    private Rollout begin(boolean alone) {
        Rollout first = Rollout.begin(
                "r1",
                1,
                PeerGroup.of(MEMBERS).orElseThrow(),
                MEMBERS,
                alone,
                Collections.nCopies(CanaryComparison.WINDOWS_BEFORE, 0).stream()
                        .map(none -> round(400))
                        .toList());
        return first.step(1, view());
    }

    private int noise;

    /** A little noise in turn, because equal values have no variance. */
    private Round round(double canary) {
        noise++;
        double factor = 1 + 0.01 * (noise % 3 - 1);
        return new Round(new PeerWindow(0.5, canary * factor, 2_000, 100, 0, 0, 0), List.of(USUAL, USUAL));
    }

    private View view() {
        return new View(members, hold, Optional.of(round(service)), abort);
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
        return rollout.nodes().entrySet().stream()
                .filter(node -> node.getValue() == NodeStep.APPLY_ORDERED)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Each node executes its order. */
    private void obey() {
        Map.copyOf(rollout.nodes()).forEach((node, step) -> {
            if (step == NodeStep.APPLY_ORDERED) {
                rollout = rollout.reported(node, NodeStep.APPLIED);
            } else if (step == NodeStep.UNDO_ORDERED) {
                rollout = rollout.reported(node, NodeStep.UNDONE);
            }
        });
    }
}
