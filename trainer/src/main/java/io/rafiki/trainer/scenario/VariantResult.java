package io.rafiki.trainer.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.statistics.SeriesMean;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The measurements of one variant.
 *
 * @param name such as {@code baseline}
 * @param segments one for each segment of the scenario
 * @param total all segments together
 * @param step seconds between two values of the series
 * @param throughput operations per second, from the first operation; seconds that do not count are included
 * @param events of the tuner, in order; none without a tuner
 * @param tuner counters of the tuner; null without a tuner
 * @param failures number of failed operations of the whole run, which no other number contains
 * @param refusedLimits a line for each planned limit that the machine refused
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record VariantResult(
        String name,
        List<SegmentResult> segments,
        SegmentResult total,
        double step,
        List<Double> throughput,
        List<TimelineEvent> events,
        TunerCounters tuner,
        long failures,
        List<String> refusedLimits) {

    public VariantResult {
        segments = List.copyOf(segments);
        throughput = List.copyOf(throughput);
        events = List.copyOf(events);
        // null in an old file
        refusedLimits = refusedLimits == null ? List.of() : List.copyOf(refusedLimits);
    }

    /** Evaluates a run as far as it lasted. */
    static VariantResult of(Scenario scenario, Variant variant, RunResult run) {
        List<Double> perSecond = run.result().series().perSecond();
        int seconds = (int) Math.min(perSecond.size(), scenario.schedule().seconds());
        return new VariantResult(
                variant.name(),
                scenario.segments().stream()
                        .map(segment -> evaluate(segment, scenario, variant, run))
                        .toList(),
                evaluate(Segment.all(scenario.segments()), scenario, variant, run),
                1,
                perSecond.subList(0, seconds),
                run.events(),
                run.tuner().orElse(null),
                run.result().failures(),
                run.environment().refusedLimits());
    }

    private static SegmentResult evaluate(Segment segment, Scenario scenario, Variant variant, RunResult run) {
        String configuration =
                TimelineEvent.configuration(run.events(), segment.end()).orElse(variant.configuration());
        return SegmentResult.of(segment, scenario, run, configuration);
    }

    /** Relative difference of the mean throughput: 0.1 for 10 % more than the other variant. */
    public double gainOver(VariantResult other) {
        return total.throughput() / other.total.throughput() - 1;
    }

    /** The same with its 95 % interval over the seconds of a segment; without limits if the segment has no interval. */
    public ConfidenceInterval gainOver(VariantResult other, SegmentResult own, SegmentResult others) {
        double gain = own.throughput() / others.throughput() - 1;
        Optional<SeriesMean> mean = SegmentResult.mean(own.parts(), throughput);
        Optional<SeriesMean> otherMean = SegmentResult.mean(others.parts(), other.throughput);
        boolean measured = mean.isPresent() && otherMean.isPresent() && gain > -1 && Double.isFinite(gain);
        return measured ? mean.get().over(otherMean.get()) : new ConfidenceInterval(gain, Double.NaN, Double.NaN);
    }

    public long count(TimelineEvent.Kind kind) {
        return count(event -> event.kind() == kind);
    }

    private long count(Predicate<TimelineEvent> counted) {
        return events.stream().filter(counted).count();
    }

    /**
     * The times in which the node rewrote data because of a change.
     *
     * @param end the end of a rewrite without an end
     */
    public List<TimeRange> rewrites(double end) {
        return TransitionTime.rewrites(events, end);
    }
}
