package io.rafiki.status;

import static io.rafiki.status.Quantity.COUNT;
import static io.rafiki.status.Quantity.FLAG;
import static io.rafiki.status.Quantity.MICROSECONDS;
import static io.rafiki.status.Quantity.NUMBER;
import static io.rafiki.status.Quantity.PERCENT;
import static io.rafiki.status.Quantity.SHARE;
import static io.rafiki.status.Quantity.TEXT;

import io.rafiki.cluster.CanaryComparison;
import io.rafiki.cluster.ClusterOperator;
import io.rafiki.cluster.ClusterStatus;
import io.rafiki.cluster.Member;
import io.rafiki.cluster.PeerMetric;
import io.rafiki.cluster.PeerWindow;
import io.rafiki.cluster.Rollout;
import io.rafiki.cluster.Rollout.NodeStep;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The facts about a cluster, by their subject. */
public final class ClusterFacts {

    /** A roll-out in the cluster that it belongs to. */
    public record RolloutRow(ClusterStatus cluster, Rollout rollout) {}

    /** A node in the last roll-out. */
    public record StepRow(String node, NodeStep step, boolean isCanary) {}

    public static final List<Fact<ClusterStatus>> STATUS = List.of(
            new Fact<>("leader", TEXT, "Leader", "Address of the node that leads roll-outs", status -> status.leader()
                    .map(status::address)),
            new Fact<>(
                    "epoch",
                    COUNT,
                    "Epoch",
                    "Epoch of this node's lease; nothing unless it leads",
                    status -> status.epoch().isPresent()
                            ? Optional.of(status.epoch().getAsLong())
                            : Optional.empty()),
            new Fact<>(
                    "observing",
                    TEXT,
                    "Only observes",
                    "Why no node is changed now; nothing if roll-outs are possible",
                    ClusterStatus::observing),
            new Fact<>("order", TEXT, "Order", "What this node does about its order", ClusterStatus::order));

    public static final List<Fact<Member>> MEMBER = List.of(
            new Fact<>("address", TEXT, "Address", "Address as in nodetool status", Member::address),
            new Fact<>("rack", TEXT, "Rack", "Rack", Member::rack),
            new Fact<>("versions", TEXT, "Versions", "Versions of agent and Cassandra", Member::versions),
            new Fact<>("mode", TEXT, "Mode", "Mode of the tuner", Member::mode),
            new Fact<>("readRatio", SHARE, "Reads", "Share of reads in the last window", member -> member.window()
                    .map(PeerWindow::readRatio)),
            new Fact<>(
                    "serviceTime",
                    MICROSECONDS,
                    "Service time",
                    "Mean time of replica operations in the last window",
                    member -> member.window().map(PeerWindow::serviceMicros)),
            new Fact<>("pendingCompactions", NUMBER, "Compactions", "Pending compactions", member -> member.window()
                    .map(PeerWindow::debt)),
            new Fact<>("proposal", TEXT, "Proposal", "The pending proposal of its tuner", member -> member.proposal()
                    .map(change -> change.decision() + ": " + ClusterOperator.text(change))),
            new Fact<>("problem", TEXT, "Problem", "Why it is not changed now", Member::problem));

    public static final List<Fact<RolloutRow>> ROLLOUT = List.of(
            new Fact<>("id", TEXT, "Id", "Id of the roll-out", row -> row.rollout()
                    .plan()
                    .id()),
            new Fact<>(
                    "change",
                    TEXT,
                    "Change",
                    "New values, tables and predicted gain",
                    row -> ClusterOperator.text(row.rollout().plan().change())),
            new Fact<>("by", TEXT, "By", "The operator who began it; auto for the leader", row -> row.rollout()
                    .plan()
                    .by()),
            new Fact<>(
                    "phase",
                    TEXT,
                    "Phase",
                    "What it waits for",
                    row -> name(row.rollout().phase())),
            new Fact<>("reason", TEXT, "Reason", "Why it is held or was undone", row -> row.rollout()
                    .reason()),
            new Fact<>("canary", TEXT, "Canary", "Address of the canary", row -> row.cluster()
                    .address(row.rollout().plan().group().canary())),
            new Fact<>("windowsBefore", COUNT, "Windows before", "Compared windows before the change", row ->
                    (long) row.rollout().comparison().roundsBefore()),
            new Fact<>("windowsAfter", COUNT, "Windows after", "Compared windows after the change", row ->
                    (long) row.rollout().comparison().roundsAfter()),
            new Fact<>(
                    "serviceTimeChange",
                    PERCENT,
                    "Service time",
                    "Change of the canary's service time relative to its peers",
                    row -> change(row.rollout().comparison())),
            new Fact<>(
                    "nodesChanged",
                    COUNT,
                    "Nodes changed",
                    "Nodes that have the change",
                    row -> row.rollout().nodes().values().stream()
                            .filter(step -> step == NodeStep.APPLIED)
                            .count()),
            new Fact<>("nodes", COUNT, "Nodes", "Nodes of the roll-out", row ->
                    (long) row.rollout().nodes().size()));

    public static final List<Fact<StepRow>> STEP = List.of(
            new Fact<>("node", TEXT, "Node", "Address of the node", StepRow::node),
            new Fact<>("step", TEXT, "Step", "Its step in the roll-out", row -> name(row.step())),
            new Fact<>("canary", FLAG, "Canary", "Whether it is the canary", StepRow::isCanary));

    private ClusterFacts() {}

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static Optional<Double> change(CanaryComparison comparison) {
        return comparison.roundsAfter() == 0
                ? Optional.empty()
                : Optional.of(100 * comparison.effect(PeerMetric.SERVICE_TIME));
    }

    /** The last roll-outs, newest first. */
    public static List<RolloutRow> rollouts(ClusterStatus status) {
        return status.rollouts().stream()
                .map(rollout -> new RolloutRow(status, rollout))
                .toList();
    }

    /** The nodes of the last roll-out. */
    public static List<StepRow> steps(ClusterStatus status) {
        return status.rollouts().stream()
                .limit(1)
                .flatMap(last -> last.nodes().entrySet().stream()
                        .map(node -> new StepRow(
                                status.address(node.getKey()),
                                node.getValue(),
                                node.getKey().equals(last.plan().group().canary()))))
                .toList();
    }
}
