package io.rafiki.trainer.report.text;

import io.rafiki.status.ClusterFacts;
import io.rafiki.status.Fact;
import io.rafiki.trainer.format.TextTable;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The state of a cluster as text for people. */
public final class ClusterFormatter {

    private static final String NL = System.lineSeparator();
    private static final List<String> HISTORY = List.of(
            "id",
            "phase",
            "nodesChanged",
            "nodes",
            "predictedGain",
            "measuredGain",
            "serviceTimeChange",
            "change",
            "by",
            "reason");

    private final FactFormatter facts = new FactFormatter(Clock.systemUTC());

    /**
     * Leader, nodes and the last roll-out.
     *
     * @param status what {@code rafiki cluster status -F json} prints
     */
    public String status(Map<String, ?> status) {
        List<String> parts = new ArrayList<>();
        Map<String, Object> simple = new LinkedHashMap<>(status);
        simple.values().removeIf(List.class::isInstance);
        parts.add(TextTable.pairs(facts.pairs(ClusterFacts.STATUS, simple, Fact::capitalised)));
        parts.add(table(ClusterFacts.MEMBER, status.get("Members")));
        if (status.get("Rollouts") instanceof List<?> rollouts && !rollouts.isEmpty()) {
            parts.add("Last roll-out" + NL
                    + TextTable.pairs(facts.pairs(ClusterFacts.ROLLOUT, map(rollouts.get(0)), Fact::name))
                            .indent(2)
                            .stripTrailing());
            parts.add(table(ClusterFacts.STEP, status.get("Steps")));
        }
        return String.join(NL + NL, parts);
    }

    /** One row for each roll-out. */
    public String history(List<?> rollouts) {
        return rollouts.isEmpty()
                ? "No roll-out yet."
                : table(
                        HISTORY.stream()
                                .flatMap(name -> ClusterFacts.ROLLOUT.stream()
                                        .filter(fact -> fact.name().equals(name)))
                                .toList(),
                        rollouts);
    }

    private String table(List<? extends Fact<?>> columns, Object rows) {
        TextTable table = new TextTable(columns.stream().map(Fact::label).toList());
        ((List<?>) rows)
                .forEach(row -> table.row(columns.stream()
                        .map(fact -> facts.text(fact.quantity(), map(row).get(fact.name())))
                        .toList()));
        return table.text();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, ?> map(Object value) {
        return (Map<String, ?>) value;
    }
}
