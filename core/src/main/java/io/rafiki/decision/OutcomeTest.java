package io.rafiki.decision;

import io.rafiki.decision.Evidence.LatencyCompared;
import io.rafiki.decision.Evidence.LatencyUnknown;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.workload.MeanLatency;
import io.rafiki.workload.ThroughputTrend;
import io.rafiki.workload.Window;

/**
 * Compares the node's performance in two windows of one workload.
 *
 * <p>Neither throughput nor latency is sufficient alone. In an open loop, the clients determine the throughput. In a closed loop, longer
 * requests reduce the throughput. By Little's law, the product of both is the number of concurrent requests. Higher latency without higher
 * throughput is a regression at equal or lower demand. If both move in the same direction, demand has changed and the outcome is unknown.
 */
final class OutcomeTest {

    /** Standard errors that are added to the regression threshold. */
    private static final double ERRORS = 3;

    private final double regressionThreshold;

    /** @param regressionThreshold largest difference that is ignored, as a share */
    OutcomeTest(double regressionThreshold) {
        this.regressionThreshold = regressionThreshold;
    }

    /** Compares two windows. Both must be valid and have the same workload. Latencies are weighted with the read ratio of the first. */
    Verdict of(Window before, Window now) {
        MeanLatency was = before.latency().at(before.readRatio());
        MeanLatency is = now.latency().at(before.readRatio());
        ThroughputTrend former = before.pace();
        ThroughputTrend pace = now.pace();
        double longer = is.micros() / was.micros() - 1;
        double more = pace.perSecond() / former.perSecond() - 1;
        int time = sign(longer, Math.hypot(is.error(), was.error()) / was.micros());
        int served = sign(more, Math.hypot(pace.error(), former.error()) / former.perSecond());
        return Double.isFinite(longer) && Double.isFinite(more)
                ? new Verdict(outcome(time, served), new LatencyCompared(is.micros(), longer, was.micros(), more))
                : new Verdict(Outcome.UNKNOWN, new LatencyUnknown());
    }

    /** Whether latency is higher by more than the threshold, and throughput is not. It ignores the noise of one window. */
    boolean isWorse(Window before, Window now) {
        double longer = now.latency().at(before.readRatio()).micros()
                        / before.latency().at(before.readRatio()).micros()
                - 1;
        double more = now.pace().perSecond() / before.pace().perSecond() - 1;
        return longer > regressionThreshold && more <= regressionThreshold;
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
