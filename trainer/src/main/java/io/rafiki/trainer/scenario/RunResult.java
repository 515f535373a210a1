package io.rafiki.trainer.scenario;

import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.ycsb.YcsbException;
import io.rafiki.trainer.ycsb.YcsbResult;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * One node driven along a schedule.
 *
 * @param name of the contender
 * @param environment what it ran on
 * @param startSeconds from the start of the process until clients could connect
 * @param result what YCSB wrote
 * @param events what the tuner did, if there was one
 * @param tuner what it counted, if there was one
 */
public record RunResult(
        String name,
        Environment environment,
        double startSeconds,
        YcsbResult result,
        List<TimelineEvent> events,
        Optional<TunerCounters> tuner) {

    private static final double MICROS_PER_MILLI = 1000;

    public RunResult {
        events = List.copyOf(events);
    }

    /** Operations in each second of a part of the schedule. */
    public double[] perSecond(double from, double to) throws YcsbException {
        return result.perSecond(
                (int) from, Math.min((int) to, result.series().perSecond().size()));
    }

    /** Operations in a part of the schedule. */
    public double operations(double from, double to) throws YcsbException {
        return Arrays.stream(perSecond(from, to)).sum();
    }

    /** The 99th percentile of an operation's latency in milliseconds over a part of the schedule; NaN if there was none. */
    public double p99(String operation, double from, double to) {
        Histogram histogram =
                result.latencies((int) Math.round(from), (int) Math.round(to)).get(operation);
        return histogram == null ? Double.NaN : histogram.getValueAtPercentile(99) / MICROS_PER_MILLI;
    }
}
