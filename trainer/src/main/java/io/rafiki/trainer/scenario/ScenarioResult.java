package io.rafiki.trainer.scenario;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a scenario: the same schedule on several variants of a node.
 *
 * @param scenario {@code demo}, {@code replay} or {@code simulate}
 * @param schedule read ratio over time, the warm-up included
 * @param start second from which on transitions count
 * @param variants the baseline first, if there is one; the tuned node last
 * @param conditions name to value: data, limits, machine and versions, which are the same for all variants
 */
public record ScenarioResult(
        String scenario,
        Schedule schedule,
        double start,
        List<VariantResult> variants,
        Map<String, String> conditions) {

    public ScenarioResult {
        variants = List.copyOf(variants);
    }

    /** The variant with the tuner. */
    public VariantResult tuned() {
        return variants.get(variants.size() - 1);
    }

    /** The variant that gains refer to; the tuned node itself if it was run alone. */
    public VariantResult baseline() {
        return variants.get(0);
    }

    /** Seconds in which the tuned node was between two configurations. */
    public double transitionSeconds() {
        return TransitionTime.seconds(schedule, tuned().events(), start);
    }

    /** Share of the time in which the tuned node was between two configurations, 0 to 1. */
    public double transitionShare() {
        return transitionSeconds() / (schedule.seconds() - start);
    }

    /** What the changes of the tuned node cost until it was measured. */
    public List<TransitionCost> transitionCosts() {
        return TransitionCost.of(this);
    }

    /** Whether each written value was read back. */
    public boolean isReadBack() {
        return tuned().tuner().readBackFailures() == 0;
    }

    /** Whether the tuner applied at least one configuration. */
    public boolean isApplied() {
        return tuned().tuner().applied() > 0;
    }

    /** The last decision to hold, other than for an unchanged workload, if nothing was applied. */
    public Optional<TimelineEvent> lastHold() {
        return isApplied()
                ? Optional.empty()
                : tuned().events().stream()
                        .filter(event -> event.kind() == TimelineEvent.Kind.HOLD)
                        .filter(event -> !event.code().equals(TimelineEvent.WORKLOAD_UNCHANGED))
                        .reduce((earlier, later) -> later);
    }
}
