package io.rafiki.trainer.scenario;

import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.ycsb.YcsbResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/**
 * The measurements of one node that followed a schedule.
 *
 * @param environment hardware, limits and versions
 * @param startSeconds from the start of the process until clients could connect
 * @param result the client's measurements
 * @param events of the tuner; none if it was not followed
 * @param tuner its counters; empty if it was not followed
 * @param debt of the node, in order; none if it was not measured
 */
public record RunResult(
        Environment environment,
        double startSeconds,
        YcsbResult result,
        List<TimelineEvent> events,
        Optional<TunerCounters> tuner,
        List<DebtPoint> debt) {

    public RunResult {
        events = List.copyOf(events);
        debt = List.copyOf(debt);
    }

    /** Operations in each second of some parts of the schedule, as far as the run lasted. */
    public double[] perSecond(List<TimeRange> parts) {
        return parts.stream()
                .flatMapToDouble(
                        part -> DoubleStream.of(part.values(result.series().perSecond())))
                .toArray();
    }

    /** The 99th percentile of an operation's latency in microseconds over some parts of the schedule; NaN without such operations. */
    public double p99(String operation, List<TimeRange> parts) {
        Histogram sum = new Histogram(3);
        for (TimeRange part : parts) {
            Histogram latencies = result.latencies((int) Math.round(part.from()), (int) Math.round(part.to()))
                    .get(operation);
            if (latencies != null) {
                sum.add(latencies);
            }
        }
        return sum.getTotalCount() == 0 ? Double.NaN : sum.getValueAtPercentile(99);
    }
}
