package io.rafiki.decision;

import io.rafiki.decision.Evidence.LatencyCompared;
import io.rafiki.decision.Evidence.LatencyUnknown;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.workload.MeanLatency;
import io.rafiki.workload.ThroughputTrend;
import io.rafiki.workload.Window;

/**
 * Compares a window with the node before a change, both of one workload.
 *
 * <p>Neither throughput nor latency is sufficient alone. In an open loop, the clients determine the throughput. In a closed loop, longer
 * requests reduce the throughput. By Little's law, the product of both is the number of concurrent requests. Higher latency without higher
 * throughput is a regression at equal or lower demand. If both move in the same direction, demand has changed and the outcome is unknown.
 *
 * <p>Both are those of the requests that the node coordinates. Their latencies are weighted with the read ratio before the change. A kind of
 * request that is not measured in both windows does not count.
 */
final class OutcomeTest {

    /** Standard errors that are added to the regression threshold. */
    private static final double ERRORS = 3;

    /** Standard errors of the baseline by which a window is slower in the test of many windows. */
    private static final double BASELINE_ERRORS = 2;

    private final double regressionThreshold;

    /** @param regressionThreshold largest difference that is ignored, as a share */
    OutcomeTest(double regressionThreshold) {
        this.regressionThreshold = regressionThreshold;
    }

    /** Compares a valid window. */
    Verdict of(Baseline baseline, Window now) {
        Window before = baseline.window();
        double readRatio = readRatio(before, now);
        MeanLatency was = before.latency().at(readRatio);
        MeanLatency is = now.latency().at(readRatio);
        double longer = longer(before, now);
        double more = more(before, now);
        if (!Double.isFinite(longer) || !Double.isFinite(more)) {
            return new Verdict(Outcome.UNKNOWN, new LatencyUnknown());
        }
        double scatter = Math.hypot(baseline.scatter(), baseline.error());
        int time = sign(longer, Math.hypot(scatter, Math.hypot(is.error(), was.error()) / was.micros()));
        // the scatter can explain less throughput, but not more: then clients send more
        double measured = Math.hypot(error(now.pace()), error(before.pace()));
        int served = Math.max(sign(more, measured), sign(more, Math.hypot(scatter, measured)));
        return new Verdict(outcome(time, served), new LatencyCompared(is.micros(), longer, was.micros(), more));
    }

    /** Whether latency is higher by more than the threshold, and throughput is not. It ignores the noise of one window. */
    boolean isWorse(Baseline before, Window now) {
        double threshold = regressionThreshold + BASELINE_ERRORS * before.error();
        return longer(before.window(), now) > threshold && more(before.window(), now) <= threshold;
    }

    /** Relative change of the mean latency; NaN if no kind of request was measured in both windows. */
    static double longer(Window before, Window now) {
        double readRatio = readRatio(before, now);
        return now.latency().at(readRatio).micros()
                        / before.latency().at(readRatio).micros()
                - 1;
    }

    /** Relative change of the requests per second. */
    private static double more(Window before, Window now) {
        return now.requestsPerSecond() / before.requestsPerSecond() - 1;
    }

    /** The weight of reads in both latencies; NaN if neither reads nor writes were measured in both windows. */
    private static double readRatio(Window before, Window now) {
        boolean reads =
                before.latency().reads().isMeasured() && now.latency().reads().isMeasured();
        boolean writes =
                before.latency().writes().isMeasured() && now.latency().writes().isMeasured();
        if (reads && writes) {
            return before.clients().readRatio();
        }
        return reads ? 1 : writes ? 0 : Double.NaN;
    }

    private static double error(ThroughputTrend pace) {
        return pace.error() / pace.perSecond();
    }

    private static Outcome outcome(int time, int served) {
        if (time > 0 && served <= 0) {
            return Outcome.WORSE;
        }
        if (time < 0 && served >= 0) {
            return Outcome.BETTER;
        }
        return time == 0 && served >= 0 ? Outcome.SAME : Outcome.UNKNOWN;
    }

    /** 1 for an increase, -1 for a decrease, and 0 for a difference within noise and threshold. */
    private int sign(double change, double error) {
        return Math.abs(change) > regressionThreshold + ERRORS * error ? (int) Math.signum(change) : 0;
    }
}
