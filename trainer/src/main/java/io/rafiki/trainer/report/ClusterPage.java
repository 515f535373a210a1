package io.rafiki.trainer.report;

import io.rafiki.status.ClusterFacts;
import io.rafiki.status.Fact;
import io.rafiki.status.Facts;
import io.rafiki.trainer.report.DataTable.Column;
import io.rafiki.trainer.report.text.FactFormatter;
import io.rafiki.trainer.report.text.PriceClassFormatter;
import java.time.Clock;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** The state of a cluster as the page of {@code rafiki ui}. */
public final class ClusterPage {

    /** Attributes of the tuner's bean that the page shows. */
    public static final List<String> TUNER = Stream.concat(
                    Facts.STATUS.stream().map(Fact::capitalised), Stream.of("Knobs", "PriceClasses"))
            .toList();

    /** Attributes of the cluster's bean that the page shows. */
    public static final List<String> CLUSTER = Stream.concat(
                    ClusterFacts.STATUS.stream().map(Fact::capitalised),
                    Stream.of("Members", "Rollouts", "Steps", "Canary"))
            .toList();

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss zzz", Locale.ROOT);

    /** The data of {@code cluster.mustache}; null for a section without data. */
    private record View(
            String node,
            String time,
            DataTable cluster,
            DataTable members,
            DataTable rollout,
            DataTable steps,
            Chart canary,
            DataTable rollouts,
            DataTable gains,
            DataTable tuner,
            DataTable knobs) {}

    private final String node;
    private final String options;
    private final FactFormatter facts;
    private final Clock clock;

    /**
     * @param node the contacted node
     * @param options of a command that contacts the node, each after a space
     * @param clock of the present time, in the zone in which times are shown
     */
    public ClusterPage(String node, String options, Clock clock) {
        this.node = node;
        this.options = options;
        this.clock = clock;
        this.facts = new FactFormatter(clock);
    }

    /**
     * The page: one file that needs no other.
     *
     * @param tuner attributes of the tuner's bean
     * @param cluster attributes of the cluster's bean; empty on a node that decides alone
     */
    public String html(Map<String, ?> tuner, Map<String, ?> cluster) {
        List<Map<String, ?>> rollouts = rows(cluster.get("Rollouts"));
        List<Map<String, ?>> members = rows(cluster.get("Members")).stream()
                .sorted(Comparator.<Map<String, ?>, String>comparing(member -> String.valueOf(member.get("rack")))
                        .thenComparing(member -> String.valueOf(member.get("address"))))
                .toList();
        List<Map<String, ?>> gains = rows(tuner.get("PriceClasses")).stream()
                .<Map<String, ?>>map(row -> PriceClassFormatter.addressed(row, options))
                .toList();
        return Templates.page(
                "cluster",
                new View(
                        node,
                        TIME.format(clock.instant().atZone(clock.getZone())),
                        cluster.isEmpty() ? null : facts("Cluster", ClusterFacts.STATUS, cluster, Fact::capitalised),
                        cluster.isEmpty() ? null : table("Nodes", ClusterFacts.MEMBER, members),
                        rollouts.isEmpty()
                                ? null
                                : facts("Roll-out", ClusterFacts.ROLLOUT, rollouts.get(0), Fact::name),
                        rollouts.isEmpty() ? null : table("Steps", ClusterFacts.STEP, rows(cluster.get("Steps"))),
                        canary(rows(cluster.get("Canary"))),
                        rollouts.size() < 2 ? null : table("Roll-outs", ClusterFacts.ROLLOUT, rollouts),
                        gains.isEmpty() ? null : table("Gains", Facts.PRICE_CLASS, gains),
                        facts("Tuner", Facts.STATUS, tuner, Fact::capitalised),
                        table("Knobs", Facts.KNOB, rows(tuner.get("Knobs")))));
    }

    private DataTable facts(
            String label, List<? extends Fact<?>> shown, Map<String, ?> values, Function<Fact<?>, String> key) {
        Map<String, Object> simple = new LinkedHashMap<>(values);
        simple.values().removeIf(List.class::isInstance);
        return DataTable.facts(label, facts.pairs(shown, simple, key));
    }

    private DataTable table(String label, List<? extends Fact<?>> columns, List<Map<String, ?>> rows) {
        return DataTable.of(
                        label,
                        columns.stream()
                                .map(fact -> fact.quantity().isNumeric()
                                        ? Column.number(fact.label())
                                        : Column.text(fact.label()))
                                .toList())
                .rows(rows, row -> columns.stream()
                        .map(fact -> facts.text(fact.quantity(), row.get(fact.name())))
                        .toList());
    }

    /** The service time of the canary relative to its peers; null without compared windows. */
    private static Chart canary(List<Map<String, ?>> windows) {
        if (windows.isEmpty()) {
            return null;
        }
        double[] at = numbers(windows, "window");
        double[] percents = numbers(windows, "serviceTimePercent");
        return CanaryChart.of("Canary against its peers", at, percents);
    }

    private static double[] numbers(List<Map<String, ?>> rows, String name) {
        return rows.stream()
                .mapToDouble(row -> row.get(name) instanceof Number number ? number.doubleValue() : Double.NaN)
                .toArray();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, ?>> rows(Object attribute) {
        return attribute instanceof List<?> ? (List<Map<String, ?>>) attribute : List.of();
    }
}
