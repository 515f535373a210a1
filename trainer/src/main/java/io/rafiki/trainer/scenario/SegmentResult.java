package io.rafiki.trainer.scenario;

import io.rafiki.trainer.trial.Throughput;
import io.rafiki.trainer.ycsb.YcsbException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The measurements of one variant in one segment. {@link Double#NaN} marks a value that was not measured.
 *
 * @param segment its name
 * @param operations number of operations
 * @param throughput mean in operations per second
 * @param low lower end of the mean's 95 % confidence interval; only for a segment without gaps
 * @param high upper end
 * @param tail mean of the last seconds of each part, in operations per second
 * @param readP99 99th percentile of the read latency in microseconds
 * @param writeP99 99th percentile of the update latency in microseconds
 * @param configuration the node's configuration at the end of the segment: what differs from the baseline
 * @param firstChange seconds from the beginning of the segment's phase to the first change in it; only for a segment without gaps
 */
public record SegmentResult(
        String segment,
        double operations,
        double throughput,
        double low,
        double high,
        double tail,
        double readP99,
        double writeP99,
        String configuration,
        double firstChange) {

    /** Measurements without latencies: those of a simulated node. */
    public static SegmentResult simulated(String segment, double operations, double seconds, String configuration) {
        return new SegmentResult(
                segment,
                operations,
                operations / seconds,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                configuration,
                Double.NaN);
    }

    /**
     * Evaluates a run.
     *
     * @throws YcsbException if the run was shorter than the segment
     */
    static SegmentResult of(Segment segment, Scenario scenario, RunResult run, String configuration)
            throws YcsbException {
        double[] perSecond = run.perSecond(segment.parts());
        boolean hasInterval = segment.parts().size() == 1 && perSecond.length > 1;
        Throughput interval = hasInterval ? Throughput.of(perSecond) : null;
        return new SegmentResult(
                segment.name(),
                Arrays.stream(perSecond).sum(),
                mean(perSecond),
                hasInterval ? interval.low() : Double.NaN,
                hasInterval ? interval.high() : Double.NaN,
                mean(run.perSecond(tails(segment, scenario.tailSeconds()))),
                run.p99("read", segment.parts()),
                run.p99("update", segment.parts()),
                configuration,
                segment.parts().size() == 1 ? firstChange(segment, scenario.schedule(), run.events()) : Double.NaN);
    }

    /** The last seconds of each part; none if the scenario does not report them. */
    private static List<TimeRange> tails(Segment segment, double seconds) {
        return segment.parts().stream()
                .map(part -> new TimeRange(Math.max(part.from(), part.to() - seconds), part.to()))
                .toList();
    }

    private static double firstChange(Segment segment, Schedule schedule, List<TimelineEvent> events) {
        double begin = schedule.at(segment.parts().get(0).from()).from();
        return events.stream()
                .filter(event -> event.kind() == TimelineEvent.Kind.APPLY)
                .mapToDouble(TimelineEvent::second)
                .filter(second -> second >= begin && second < segment.end())
                .map(second -> second - begin)
                .findFirst()
                .orElse(Double.NaN);
    }

    private static double mean(double[] values) {
        return DoubleStream.of(values).average().orElse(Double.NaN);
    }
}
