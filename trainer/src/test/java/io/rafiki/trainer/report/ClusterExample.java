package io.rafiki.trainer.report;

import io.rafiki.cluster.CanaryComparison;
import io.rafiki.cluster.ClusterStatus;
import io.rafiki.cluster.Member;
import io.rafiki.cluster.OrderNumber;
import io.rafiki.cluster.PeerGroup;
import io.rafiki.cluster.PeerMetric;
import io.rafiki.cluster.PeerWindow;
import io.rafiki.cluster.PeerWindow.Times;
import io.rafiki.cluster.ProposedChange;
import io.rafiki.cluster.Rollout;
import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.Request;
import io.rafiki.cluster.RolloutPlan;
import io.rafiki.status.ClusterFacts;
import io.rafiki.status.Fact;
import io.rafiki.trainer.scenario.ClusterDemoResult;
import io.rafiki.trainer.scenario.ClusterDemoResult.Course;
import io.rafiki.trainer.scenario.ClusterDemoResult.DecidedBy;
import io.rafiki.trainer.scenario.ClusterDemoResult.Event;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** A cluster of thirty nodes in three racks whose canary is compared, and the demo of a ring. */
final class ClusterExample {

    private static final int NODES = 30;
    private static final int RACKS = 3;
    private static final int AFTER = 12;

    private ClusterExample() {}

    static String page() {
        Clock clock = Clock.fixed(Instant.parse("2026-11-25T10:15:00Z"), ZoneOffset.UTC);
        Map<String, Object> tuner = Map.of(
                "Status",
                "approve: awaits a roll-out",
                "Knobs",
                List.of(Map.of("knob", "concurrent_reads", "yaml", "32", "live", "64", "setBy", "rafiki d4")),
                "PriceClasses",
                List.of(Map.of(
                        "cost",
                        "instant",
                        "gainPercent",
                        3.4,
                        "lowerPercent",
                        1.2,
                        "upperPercent",
                        5.6,
                        "changes",
                        "concurrent_reads 32 -> 64",
                        "command",
                        "rafiki apply d4")));
        return new ClusterPage("10.0.0.1:7199", " -h 10.0.0.1", clock).html(tuner, attributes(status()));
    }

    private static Map<String, Object> attributes(ClusterStatus status) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        ClusterFacts.STATUS.forEach(fact -> attributes.put(fact.capitalised(), fact.of(status)));
        attributes.put("Members", rows(ClusterFacts.MEMBER, status.members()));
        attributes.put("Rollouts", rows(ClusterFacts.ROLLOUT, ClusterFacts.rollouts(status)));
        attributes.put("Steps", rows(ClusterFacts.STEP, ClusterFacts.steps(status)));
        attributes.put("Canary", rows(ClusterFacts.CANARY, ClusterFacts.canary(status)));
        return attributes;
    }

    private static <S> List<Map<String, Object>> rows(List<Fact<S>> facts, List<S> subjects) {
        return subjects.stream()
                .map(subject -> {
                    Map<String, Object> row = new LinkedHashMap<>();
                    facts.forEach(fact -> row.put(fact.name(), fact.of(subject)));
                    return row;
                })
                .toList();
    }

    private static ClusterStatus status() {
        ProposedChange change = new ProposedChange("d4", Map.of("concurrent_reads", "64"), List.of(), false, 3.4);
        List<Member> members =
                IntStream.range(0, NODES).mapToObj(i -> member(i, change)).toList();
        Map<String, NodeStep> steps = new LinkedHashMap<>();
        members.forEach(member -> steps.put(member.id(), NodeStep.WAITING));
        steps.put(members.get(0).id(), NodeStep.APPLIED);
        Rollout rollout = new Rollout(
                new RolloutPlan(
                        3,
                        change,
                        "an operator",
                        new PeerGroup(
                                members.get(0).id(),
                                List.of(members.get(3).id(), members.get(6).id()))),
                7,
                Phase.COMPARING,
                steps,
                List.of(members.get(0).id()),
                new CanaryComparison(series(CanaryComparison.WINDOWS_BEFORE, 0), series(AFTER, -0.08), 0),
                Request.CONTINUE,
                "",
                false);
        return new ClusterStatus(
                members.get(0).id(),
                members.stream().collect(Collectors.toMap(Member::id, Member::address)),
                members,
                Optional.of(members.get(1).id()),
                OptionalLong.empty(),
                Optional.empty(),
                List.of(rollout),
                "");
    }

    private static Member member(int number, ProposedChange change) {
        return new Member(
                "id-" + number,
                "10.0." + number % RACKS + "." + number,
                "rack" + number % RACKS,
                "0.1.0 on 5.0.9",
                "approve",
                number == 0 ? "7f3a" : "51c0",
                100,
                Optional.of(new PeerWindow(
                        0.5, 0.4, new Times(300 + number, 60), new Times(2_000, 500), 120, 0, number % 4, 0)),
                number == 0 ? Optional.of(change) : Optional.empty(),
                number == NODES - 1 ? Optional.of("the node is unhealthy: repair") : Optional.empty(),
                OrderNumber.NONE);
    }

    private static Map<PeerMetric, List<Double>> series(int windows, double effect) {
        Map<PeerMetric, List<Double>> series = new EnumMap<>(PeerMetric.class);
        for (PeerMetric metric : PeerMetric.values()) {
            series.put(metric, differences(windows, metric == PeerMetric.READ_SHARE ? 0 : effect));
        }
        return series;
    }

    private static List<Double> differences(int windows, double effect) {
        return IntStream.range(0, windows)
                .mapToObj(i -> effect + 0.02 * Math.sin(i))
                .toList();
    }

    static String demo() {
        return ClusterDemoPage.html(demoResult());
    }

    static ClusterDemoResult demoResult() {
        return new ClusterDemoResult(
                3,
                new Course(
                        "r1",
                        "compaction=Leveled",
                        "permanent",
                        "",
                        DecidedBy.COMPARISON,
                        differences(CanaryComparison.WINDOWS_BEFORE, 0),
                        differences(AFTER, -0.15)),
                new Course(
                        "r2",
                        "compression=LZ4(64KiB)",
                        "aborted",
                        "the canary is worse than its peers: service time +30 %",
                        DecidedBy.COMPARISON,
                        differences(CanaryComparison.WINDOWS_BEFORE, 0),
                        differences(AFTER, 0.3)),
                3,
                true,
                0.12,
                DoubleStream.iterate(0, second -> second + 1)
                        .limit(120)
                        .map(second -> 1_500 + 100 * Math.sin(second))
                        .boxed()
                        .toList(),
                List.of(new Event(30, "r1 has begun."), new Event(90, "r1 is permanent")));
    }
}
