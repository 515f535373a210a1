package io.rafiki.trainer.scenario;

import io.rafiki.trainer.statistics.ConfidenceInterval;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The result of a scenario: the same schedule on several variants of a node.
 *
 * @param scenario {@code demo}, {@code replay} or {@code simulate}
 * @param schedule read ratio over time, the warm-up included
 * @param start second from which on transitions count
 * @param variants the baseline first, if there is one; the tuned node last
 * @param conditions name to value: data, limits, machine and versions, which are the same for all variants
 * @param repeats further pairs of runs, in alternating order; none if each variant ran once
 */
public record ScenarioResult(
        String scenario,
        Schedule schedule,
        double start,
        List<VariantResult> variants,
        Map<String, String> conditions,
        List<RunPair> repeats) {

    public ScenarioResult {
        variants = List.copyOf(variants);
        // null in a file without repeats
        repeats = repeats == null ? List.of() : List.copyOf(repeats);
    }

    /** The variant with the tuner. */
    public VariantResult tuned() {
        return variants.get(variants.size() - 1);
    }

    /** The variant that gains refer to; the tuned node itself if it was run alone. */
    public VariantResult baseline() {
        return variants.get(0);
    }

    /** All pairs of a tuned and a baseline run; the first is that of the variants. */
    public List<RunPair> pairs() {
        return Stream.concat(Stream.of(RunPair.of(variants)), repeats.stream()).toList();
    }

    /**
     * The gain of the tuned node over the baseline with its 95 % interval.
     *
     * <p>With two or more pairs of runs, each is one value: the logarithm of the ratio of its two mean throughputs. Their mean has
     * Student's interval, which contains the differences between runs. The interval of a single pair contains those between seconds only.
     *
     * @param part of each run
     */
    public ConfidenceInterval gain(Function<VariantResult, SegmentResult> part) {
        return repeats.isEmpty()
                ? tuned().gainOver(baseline(), part.apply(tuned()), part.apply(baseline()))
                : ConfidenceInterval.of(pairs().stream()
                                .mapToDouble(pair -> Math.log1p(pair.gain(part)))
                                .toArray())
                        .on(Math::expm1);
    }

    /** The tuner's counters over all runs. */
    public TunerCounters counters() {
        return TunerCounters.sum(
                pairs().stream().map(pair -> pair.tuned().tuner()).toList());
    }

    /** The applied changes after the start, over all runs. */
    public long changes() {
        return start == 0 ? counters().applied() : count(TimelineEvent.Kind.APPLY);
    }

    /** The rewrites of data that began after the start, over all runs. */
    public long rewrites() {
        return count(TimelineEvent.Kind.REWRITING);
    }

    private long count(TimelineEvent.Kind kind) {
        return pairs().stream()
                .flatMap(pair -> pair.tuned().events().stream())
                .filter(event -> event.kind() == kind && event.second() >= start)
                .count();
    }

    /** Seconds in which the tuned node was between two configurations, over all runs. */
    public double transitionSeconds() {
        return pairs().stream()
                .mapToDouble(
                        pair -> TransitionTime.seconds(schedule, pair.tuned().events(), start))
                .sum();
    }

    /** Share of the time in which the tuned node was between two configurations, 0 to 1. */
    public double transitionShare() {
        return transitionSeconds() / (pairs().size() * (schedule.seconds() - start));
    }

    /** What the changes of the tuned node cost until it was measured. */
    public List<TransitionCost> transitionCosts() {
        return TransitionCost.of(this);
    }

    /** Whether each written value was read back. */
    public boolean isReadBack() {
        return counters().readBackFailures() == 0;
    }

    /** Whether the tuner applied at least one configuration. */
    public boolean isApplied() {
        return counters().applied() > 0;
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
