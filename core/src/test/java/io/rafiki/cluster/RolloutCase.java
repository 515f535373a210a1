package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.CanaryComparison.Round;
import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.View;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A roll-out on six nodes in two racks: a1 to a3 and b1 to b3. The canary a1 has been told to change. */
abstract class RolloutCase {

    static final List<Member> MEMBERS = Stream.of("a1", "a2", "a3", "b1", "b2", "b3")
            .map(id -> Windows.member(id, id.substring(0, 1)))
            .toList();

    final Map<String, Member> members = new HashMap<>();
    Optional<Hold> hold = Optional.empty();
    final Set<String> ring = new HashSet<>();
    double service = 300;
    Rollout rollout;
    private int noise;

    RolloutCase() {
        MEMBERS.forEach(member -> members.put(member.id(), member));
        ring.addAll(members.keySet());
        rollout = begin(false);
    }

    /** The roll-out of which the canary has been told to change. */
    final Rollout begin(boolean rewritesData) {
        return begin(new ProposedChange("d1", Map.of("concurrent_reads", "64"), List.of(), rewritesData, 12));
    }

    final Rollout begin(ProposedChange change) {
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

    /** A little noise in turn, because equal values have no variance. */
    final Round round(double canary) {
        noise++;
        double factor = 1 + 0.01 * (noise % 3 - 1);
        return new Round(Windows.window(canary * factor), List.of(Windows.USUAL, Windows.USUAL));
    }

    final View view() {
        return new View(members, addresses(), hold, Optional.of(round(service)), false);
    }

    /** Each node's id is its address. */
    final Map<String, String> addresses() {
        return ring.stream().collect(Collectors.toMap(node -> node, node -> node));
    }

    final void step() {
        rollout = rollout.step(Math.max(1, rollout.epoch()), view());
    }

    final void until(Phase phase) {
        for (int i = 0; i < 100 && rollout.phase() != phase; i++) {
            step();
        }
        assertThat(rollout.phase()).isEqualTo(phase);
    }

    final void confirm() {
        obey();
        step();
        for (int i = 0; i < 100 && rollout.phase() != Phase.CONFIRMED; i++) {
            obey();
            step();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.CONFIRMED);
    }

    final List<String> ordered() {
        return at(NodeStep.APPLY_ORDERED);
    }

    final List<String> at(NodeStep step) {
        return rollout.nodes().entrySet().stream()
                .filter(node -> node.getValue() == step)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Each node executes its order. */
    final void obey() {
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

    static Member failing(String id, long errors) {
        return Windows.member(id, id.substring(0, 1), 1, Windows.withErrors(Windows.USUAL, errors));
    }
}
