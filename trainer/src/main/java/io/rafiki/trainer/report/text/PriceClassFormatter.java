package io.rafiki.trainer.report.text;

import io.rafiki.control.proposal.Offer;
import io.rafiki.status.Facts;
import io.rafiki.trainer.analysis.GainsByCost;
import io.rafiki.trainer.format.WorkloadText;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The best configuration for each change cost: one wording for a tuner's answers and a campaign's report. */
public final class PriceClassFormatter {

    private static final String NL = System.lineSeparator();
    private static final String READS = "Reads";
    private static final FactFormatter FACTS = new FactFormatter(Clock.systemUTC());

    private PriceClassFormatter() {}

    /**
     * A tuner's class with commands that contact a node.
     *
     * @param node the options of a command that contacts the node, each after a space
     */
    public static Map<String, ?> addressed(Map<String, ?> priceClass, String node) {
        Map<String, Object> shown = new HashMap<>(priceClass);
        shown.computeIfPresent("command", (name, command) -> String.valueOf(command)
                .replace("rafiki mode ", "rafiki mode" + node + " ")
                .replace("rafiki apply ", "rafiki apply" + node + " "));
        return shown;
    }

    /** Three lines for each of a tuner's classes: cost with gain and bounds, changes, permission. */
    static String text(List<Map<String, ?>> classes) {
        return classes.stream().map(PriceClassFormatter::block).collect(Collectors.joining(NL));
    }

    /** The same for a campaign, with the read ratio in front. */
    public static String text(GainsByCost gains) {
        return gains.rows().stream()
                .map(row -> WorkloadText.reads(row.workload()) + ", " + block(values(row.offer())))
                .collect(Collectors.joining(NL));
    }

    private static String block(Map<String, ?> values) {
        List<String> cells = cells(values);
        return "%s: predicted gain %s (%s to %s)%n    %s%n    %s".formatted(cells.toArray());
    }

    /** The titles of a campaign's table. */
    public static List<String> titles() {
        List<String> titles = new ArrayList<>(List.of(READS));
        Facts.PRICE_CLASS.forEach(fact -> titles.add(fact.label()));
        return titles;
    }

    /** The rows of a campaign's table. */
    public static List<List<String>> rows(GainsByCost gains) {
        return gains.rows().stream().map(PriceClassFormatter::cells).toList();
    }

    private static List<String> cells(GainsByCost.Row row) {
        List<String> cells = new ArrayList<>(List.of(WorkloadText.percent(row.workload())));
        cells.addAll(cells(values(row.offer())));
        return cells;
    }

    private static Map<String, ?> values(Offer offer) {
        Map<String, Object> values = new HashMap<>();
        Facts.PRICE_CLASS.forEach(fact -> values.put(fact.name(), fact.of(offer)));
        return values;
    }

    private static List<String> cells(Map<String, ?> values) {
        return Facts.PRICE_CLASS.stream()
                .map(fact -> FACTS.text(fact.quantity(), values.get(fact.name())))
                .toList();
    }
}
