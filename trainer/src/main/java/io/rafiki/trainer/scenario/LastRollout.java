package io.rafiki.trainer.scenario;

import io.rafiki.cluster.CanaryComparison;
import io.rafiki.cluster.CanaryVerdict;
import io.rafiki.cluster.PeerMetric;
import io.rafiki.knob.NamedValues;
import io.rafiki.trainer.cassandra.CqlClient;
import io.rafiki.trainer.operator.TunerConsole;
import io.rafiki.trainer.scenario.ClusterDemoResult.Course;
import io.rafiki.trainer.scenario.ClusterDemoResult.DecidedBy;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The last roll-out of a ring at one moment.
 *
 * @param facts value by name, as the cluster's MBean has them; empty before the first roll-out
 */
record LastRollout(Map<String, Object> facts) {

    @SuppressWarnings("unchecked")
    static LastRollout read(TunerConsole cluster) {
        List<?> rollouts = (List<?>) cluster.get("Rollouts");
        return new LastRollout(rollouts.isEmpty() ? Map.of() : (Map<String, Object>) rollouts.get(0));
    }

    String id() {
        return String.valueOf(facts.get("id"));
    }

    boolean isIn(String... phases) {
        return List.of(phases).contains(phase());
    }

    private String phase() {
        return String.valueOf(facts.get("phase"));
    }

    private String reason() {
        return Objects.toString(facts.get("reason"), "");
    }

    int number(String fact) {
        return ((Number) facts.get(fact)).intValue();
    }

    /** Its phase in words. */
    String progress() {
        return facts.isEmpty()
                ? "no roll-out"
                : id() + " is " + phase() + ", nodes changed: " + facts.get("nodesChanged")
                        + (reason().isEmpty() ? "" : "; " + reason());
    }

    /**
     * The same with its change and the differences of its canary, as the table has them.
     *
     * @param otherwise what decided if the comparison did not
     */
    Course course(CqlClient cql, DecidedBy otherwise) throws IOException {
        Map<String, Object> row = cql.rows("rafiki_cluster", "rollout").stream()
                .filter(each -> id().equals("r" + each.get("number")))
                .findFirst()
                .orElseThrow();
        return course(row, otherwise);
    }

    @SuppressWarnings("unchecked")
    Course course(Map<String, Object> row, DecidedBy otherwise) {
        CanaryComparison comparison = new CanaryComparison(
                series(row.get("differences_before")),
                series(row.get("differences_after")),
                ((Number) row.get("errors")).longValue());
        return new Course(
                id(),
                NamedValues.text((Map<String, ?>) row.get("new_values")),
                phase(),
                reason(),
                isDecidedBy(comparison.verdict()) ? DecidedBy.COMPARISON : otherwise,
                comparison.before().get(PeerMetric.SERVICE_TIME),
                comparison.after().get(PeerMetric.SERVICE_TIME));
    }

    /** Whether a verdict agrees with the last phase. */
    private boolean isDecidedBy(CanaryVerdict verdict) {
        return isIn("aborted") ? verdict.isHarm() : verdict.kind() == CanaryVerdict.Kind.BETTER;
    }

    @SuppressWarnings("unchecked")
    private static Map<PeerMetric, List<Double>> series(Object column) {
        Map<PeerMetric, List<Double>> series = new EnumMap<>(PeerMetric.class);
        ((Map<String, List<Double>>) column)
                .forEach((metric, values) -> series.put(PeerMetric.valueOf(metric), values));
        return series;
    }
}
