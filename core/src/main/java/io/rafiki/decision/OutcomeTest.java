package io.rafiki.decision;

import io.rafiki.decision.Evidence.LatencyCompared;
import io.rafiki.decision.Evidence.LatencyUnknown;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.workload.MeanLatency;
import io.rafiki.workload.ThroughputTrend;
import io.rafiki.workload.Window;

/**
 * Compares what a node does in two windows of one workload.
 *
 * <p>Neither number says much alone. Where clients ask as often as they like, the operations per second are theirs, not the node's;
 * where each waits for its answer before it asks again, requests that take longer are fewer requests. By Little's law the product of
 * both is the number of requests under way: if a request takes longer and no more are served, the node has become worse under as much
 * demand or less; if both moved the same way, the demand did, and nothing can be said.
 */
final class OutcomeTest {

    /** Standard errors that are put on top of what does not matter. */
    private static final double ERRORS = 3;

    private final double regressionThreshold;

    /** @param regressionThreshold the largest difference that does not matter, as a share */
    OutcomeTest(double regressionThreshold) {
        this.regressionThreshold = regressionThreshold;
    }

    /** Both windows must be valid and of one workload; requests are compared at the read ratio of the first. */
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

    private static Outcome outcome(int time, int served) {
        if (time > 0 && served <= 0) {
            return Outcome.WORSE;
        }
        if (time < 0 && served >= 0) {
            return Outcome.BETTER;
        }
        return time == 0 && served >= 0 ? Outcome.SAME : Outcome.UNKNOWN;
    }

    /** 1 for more, -1 for less, 0 for neither beyond noise and what does not matter. */
    private int sign(double change, double error) {
        return Math.abs(change) > regressionThreshold + ERRORS * error ? (int) Math.signum(change) : 0;
    }
}
