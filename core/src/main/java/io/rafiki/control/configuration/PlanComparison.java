package io.rafiki.control.configuration;

import io.rafiki.decision.Change;
import io.rafiki.decision.Plan;
import io.rafiki.knob.Configuration;
import io.rafiki.node.NodeConfiguration;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeFailure.ReadBackDiffers;
import io.rafiki.reason.Reason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Compares the node with a plan before and after its execution. */
final class PlanComparison {

    private final TunedNode node;

    PlanComparison(TunedNode node) {
        this.node = node;
    }

    /**
     * How the node differs from a configuration of the plan; empty if it does not. Only knobs count that the plan changes, and those that could
     * be tuned when it was made.
     *
     * @param value the expected value of a change
     */
    Optional<Reason> difference(Plan plan, Configuration expected, Function<Change, Object> value) {
        NodeConfiguration now = node.current(expected.space());
        Set<String> skipped = now.skippedKnobs();
        Map<String, Change> changes = new LinkedHashMap<>();
        plan.changes().forEach(change -> changes.put(change.knob(), change));
        for (String knob : expected.toMap().keySet()) {
            Change change = changes.get(knob);
            if (change != null && node.isTableOption(knob)) {
                Optional<Reason> differs = difference(change, value.apply(change));
                if (differs.isPresent()) {
                    return differs;
                }
            } else if (!plan.skipped().contains(knob)) {
                if (skipped.contains(knob)) {
                    return now.skipped().stream()
                            .filter(skip -> skip.knob().equals(knob))
                            .<Reason>map(skip -> skip)
                            .findFirst();
                }
                String planned = String.valueOf(expected.get(knob));
                boolean isInGroup = now.groups().getOrDefault(knob, List.of()).stream()
                        .anyMatch(group -> group.value().found().equals(planned));
                if (!isInGroup && !now.values().get(knob).equals(expected.get(knob))) {
                    return Optional.of(new ReadBackDiffers(
                            "configuration", expected.toString(), now.values().toString()));
                }
            }
        }
        return Optional.empty();
    }

    /** The same for the tables of a change. */
    private Optional<Reason> difference(Change change, Object expected) {
        try {
            Object found = node.value(change.knob(), node.tables(change));
            return found.equals(expected)
                    ? Optional.empty()
                    : Optional.of(
                            new ReadBackDiffers(change.knob(), String.valueOf(expected), change.knob() + "=" + found));
        } catch (NodeException e) {
            return Optional.of(e.failure());
        }
    }
}
