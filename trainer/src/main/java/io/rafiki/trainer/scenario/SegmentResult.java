package io.rafiki.trainer.scenario;

import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.statistics.SeriesMean;
import io.rafiki.trainer.statistics.TheilSen;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The measurements of one variant in one segment. {@link Double#NaN} marks a value that was not measured.
 *
 * @param segment its name
 * @param parts the seconds that count; empty for a simulated node
 * @param operations number of operations
 * @param throughput mean in operations per second
 * @param low lower end of the mean's 95 % confidence interval; only if each part has ten seconds or more
 * @param high upper end
 * @param change relative change of the throughput within the parts, by the median of all slopes; only with an interval
 * @param readP99 99th percentile of the read latency in microseconds
 * @param writeP99 99th percentile of the update latency in microseconds
 * @param configuration the node's configuration at the end of the segment: what differs from the baseline
 * @param firstChange seconds from the beginning of the segment's phase to the first change in it; only for a segment without gaps
 * @param debt compaction debt at the end of the segment; null if it was not measured
 */
public record SegmentResult(
        String segment,
        List<TimeRange> parts,
        double operations,
        double throughput,
        double low,
        double high,
        double change,
        double readP99,
        double writeP99,
        String configuration,
        double firstChange,
        DebtPoint debt) {

    /** A shorter part has no interval. */
    private static final int SHORTEST = 10;

    private static final ConfidenceInterval NONE = new ConfidenceInterval(Double.NaN, Double.NaN, Double.NaN);

    public SegmentResult {
        parts = List.copyOf(parts);
    }

    /** Measurements without latencies: those of a simulated node. */
    public static SegmentResult simulated(String segment, double operations, double seconds, String configuration) {
        return new SegmentResult(
                segment,
                List.of(),
                operations,
                operations / seconds,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                configuration,
                Double.NaN,
                null);
    }

    /** Evaluates a run as far as it lasted. */
    static SegmentResult of(Segment segment, Scenario scenario, RunResult run, String configuration) {
        double[] perSecond = run.perSecond(segment.parts());
        Optional<SeriesMean> mean = mean(segment.parts(), run.result().series().perSecond());
        ConfidenceInterval interval = mean.map(SeriesMean::interval).orElse(NONE);
        return new SegmentResult(
                segment.name(),
                segment.parts(),
                Arrays.stream(perSecond).sum(),
                Arrays.stream(perSecond).average().orElse(Double.NaN),
                Math.max(0, interval.low()),
                interval.high(),
                change(segment.parts(), run.result().series().perSecond()),
                run.p99("read", segment.parts()),
                run.p99("update", segment.parts()),
                configuration,
                segment.parts().size() == 1 ? firstChange(segment, scenario.schedule(), run.events()) : Double.NaN,
                DebtPoint.before(segment.end(), run.debt()));
    }

    /**
     * The mean over some seconds with its standard error; empty if a part is too short.
     *
     * @param perSecond operations in each second from the first operation
     */
    static Optional<SeriesMean> mean(List<TimeRange> parts, List<Double> perSecond) {
        List<double[]> values =
                parts.stream().map(part -> part.values(perSecond)).toList();
        return values.isEmpty() || values.stream().anyMatch(part -> part.length < SHORTEST)
                ? Optional.empty()
                : Optional.of(SeriesMean.of(values));
    }

    /** The largest relative change within one of the parts. */
    private static double change(List<TimeRange> parts, List<Double> perSecond) {
        double largest = Double.NaN;
        for (TimeRange part : parts) {
            double[] values = part.values(perSecond);
            double mean = Arrays.stream(values).average().orElse(0);
            if (values.length < SHORTEST || mean == 0) {
                return Double.NaN;
            }
            double change = TheilSen.change(values) / mean;
            largest = Math.abs(change) <= Math.abs(largest) ? largest : change;
        }
        return largest;
    }

    private static double firstChange(Segment segment, Schedule schedule, List<TimelineEvent> events) {
        double begin = schedule.at(segment.parts().get(0).from()).from();
        OptionalDouble change = TimelineEvent.firstChange(events, begin, segment.end());
        return change.isPresent() ? change.getAsDouble() - begin : Double.NaN;
    }
}
