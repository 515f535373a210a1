package io.rafiki.status;

import static io.rafiki.status.Quantity.CHOICE;
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
import io.rafiki.learning.MeasuredEffect;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** The facts about a cluster, by their subject. */
public final class ClusterFacts {

    /** A roll-out in the cluster that it belongs to. */
    public record RolloutRow(ClusterStatus cluster, Rollout rollout) {}

    /**
     * A compared window of the last roll-out.
     *
     * @param window number of the window; the first after the change is 0
     */
    public record CanaryRow(int window, CanaryComparison comparison) {

        private double percent(PeerMetric metric) {
            return 100 * Math.expm1(comparison.difference(metric, window));
        }
    }

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

    /** Numbers for metrics, as far as this node has read them. */
    public static final List<Fact<ClusterStatus>> INDICATORS = List.of(
            new Fact<>(
                    "clusterLeader",
                    FLAG,
                    "Leads",
                    "1 if this node leads the roll-outs of its datacenter",
                    status -> status.epoch().isPresent()),
            new Fact<>(
                    "clusterObserving",
                    FLAG,
                    "Only observes",
                    "1 if no node of the datacenter may be changed now",
                    status -> status.observing().isPresent()),
            new Fact<>(
                    "rolloutPhase", CHOICE, "Phase", "Phase of the last roll-out, " + phases(), status -> last(status)
                            .map(Rollout::phase)),
            new Fact<>(
                    "rolloutNodesChanged",
                    COUNT,
                    "Nodes changed",
                    "Nodes that have the change of the last roll-out",
                    status -> last(status).map(Rollout::changed)),
            new Fact<>(
                    "canaryServiceTimePercent",
                    PERCENT,
                    "Service time",
                    "Change of the canary's service time relative to its peers in percent",
                    status -> last(status).flatMap(rollout -> change(rollout.comparison()))));

    private static Optional<Rollout> last(ClusterStatus status) {
        return status.rollouts().stream().findFirst();
    }

    /** {@code from baseline (0) to aborted (8)}. */
    private static String phases() {
        Rollout.Phase[] all = Rollout.Phase.values();
        return "from " + name(all[0]) + " (0) to " + name(all[all.length - 1]) + " (" + (all.length - 1) + ")";
    }

    public static final List<Fact<Member>> MEMBER = List.of(
            new Fact<>("address", TEXT, "Address", "Address as in nodetool status", Member::address),
            new Fact<>("rack", TEXT, "Rack", "Rack", Member::rack),
            new Fact<>("versions", TEXT, "Versions", "Versions of agent and Cassandra, and window", Member::versions),
            new Fact<>("mode", TEXT, "Mode", "Mode of the tuner", Member::mode),
            new Fact<>(
                    "configuration",
                    TEXT,
                    "Configuration",
                    "Hash of the values of its knobs; equal for nodes with equal values",
                    Member::configuration),
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
            new Fact<>(
                    "predictedGain",
                    PERCENT,
                    "Predicted gain",
                    "Predicted gain in throughput; nothing for an operator's own change",
                    row -> row.rollout().plan().change().gainPercent()),
            new Fact<>(
                    "measuredGain",
                    PERCENT,
                    "Measured gain",
                    "Gain in throughput that the canary shows against its peers; nothing before the end of the comparison",
                    row -> row.rollout().measured().map(MeasuredEffect::percent)),
            new Fact<>(
                    "measuredGainError",
                    PERCENT,
                    "Standard error",
                    "Standard error of the measured gain",
                    row -> row.rollout().measured().map(effect -> 100 * effect.error())),
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
            new Fact<>("nodesChanged", COUNT, "Nodes changed", "Nodes that have the change", row -> row.rollout()
                    .changed()),
            new Fact<>("nodes", COUNT, "Nodes", "Nodes of the roll-out", row ->
                    (long) row.rollout().nodes().size()));

    public static final List<Fact<StepRow>> STEP = List.of(
            new Fact<>("node", TEXT, "Node", "Address of the node", StepRow::node),
            new Fact<>("step", TEXT, "Step", "Its step in the roll-out", row -> name(row.step())),
            new Fact<>("canary", FLAG, "Canary", "Whether it is the canary", StepRow::isCanary));

    public static final List<Fact<CanaryRow>> CANARY = List.of(
            new Fact<>("window", COUNT, "Window", "Number of the window; the change is before 0", row ->
                    (long) row.window()),
            new Fact<>(
                    "serviceTimePercent",
                    PERCENT,
                    "Service time",
                    "Service time of the canary above that of its peers in percent",
                    row -> row.percent(PeerMetric.SERVICE_TIME)),
            new Fact<>(
                    "cpuPercent",
                    PERCENT,
                    "CPU",
                    "Processor time per operation of the canary above that of its peers in percent",
                    row -> row.percent(PeerMetric.CPU)));

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

    /** The compared windows of the last roll-out in chronological order. */
    public static List<CanaryRow> canary(ClusterStatus status) {
        return last(status).map(Rollout::comparison).stream()
                .flatMap(comparison -> IntStream.range(-comparison.roundsBefore(), comparison.roundsAfter())
                        .mapToObj(window -> new CanaryRow(window, comparison)))
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
