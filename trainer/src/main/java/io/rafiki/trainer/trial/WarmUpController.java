package io.rafiki.trainer.trial;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Controls the warm-up of a trial by the operations per second: the node warms up on all processors until its JVM has compiled the
 * request path, then on its own processors until throughput is stationary. The seconds that show this are the first ones of the measured
 * part.
 *
 * <p>Both conditions are necessary. While a JVM compiles for minutes, throughput rises so slowly that ten seconds look stationary.
 *
 * <p>A second is recorded one second after its end, so a decision takes effect two seconds after the last known second.
 */
final class WarmUpController {

    /** The next action on the load. */
    enum Step {
        GO_ON,
        /** Pin the node to the processors of the measured part and continue. */
        PIN,
        /** The measured part is complete. */
        END
    }

    /** The JIT activity of the node's JVM. */
    @FunctionalInterface
    interface Compiling {
        double share() throws IOException;
    }

    private static final int LAG = 2;

    private final WarmUp warmUp;
    private final long measured;
    private int pinned = -1;
    private int begin = -1;
    private double compiling;
    private int watched;
    private double before;
    private double change;
    private boolean settled;

    WarmUpController(WarmUp warmUp, Duration measured) {
        this.warmUp = warmUp;
        this.measured = measured.toSeconds();
    }

    /**
     * The next step.
     *
     * @param perSecond operations in each completed second since the start of the load
     * @param compiling share of compile time of the node's JVM; not read after pinning, so that the measurement is not disturbed
     */
    Step next(List<Double> perSecond, Compiling compiling) throws IOException {
        int known = perSecond.size();
        if (pinned < 0) {
            boolean early = known < warmUp.min().toSeconds();
            boolean late = known >= warmUp.max().minus(WarmUp.SHORTEST).toSeconds();
            double share = compiling.share();
            if (early || !(share < NodeActivity.DONE || late)) {
                return Step.GO_ON;
            }
            pinned = known + LAG;
            this.compiling = share;
            return Step.PIN;
        }
        if (begin < 0) {
            decide(perSecond);
        }
        return begin >= 0 && known >= begin + measured ? Step.END : Step.GO_ON;
    }

    private void decide(List<Double> perSecond) {
        int known = perSecond.size();
        List<Double> own = perSecond.subList(Math.min(pinned, known), known);
        settled = Stationarity.holds(own);
        int shownFrom = known - Stationarity.SHOWN_BY;
        if (settled || shownFrom >= warmUp.max().toSeconds()) {
            watched = own.size();
            before = Stationarity.change(own.subList(0, Math.max(0, own.size() - 1)));
            change = Stationarity.change(own);
            begin = shownFrom;
        }
    }

    /** The minimum length of the load after warm-up. */
    Duration afterWarmUp() {
        return Duration.ofSeconds(Math.max(measured, Stationarity.SHOWN_BY));
    }

    /** The first second of the measured part; -1 while it is unknown. */
    int begin() {
        return begin;
    }

    /** Why the node was not stationary when the measured part began; empty if it was. */
    Optional<TrialFailure> disturbance() {
        if (!settled) {
            return Optional.of(
                    watched < Stationarity.SHOWN_BY
                            ? new TrialFailure.StationarityUnknown(begin, Stationarity.SHOWN_BY)
                            : new TrialFailure.WarmUpTooShort(
                                    begin, Stationarity.WINDOW, before, change, Stationarity.BOUND));
        }
        return compiling < NodeActivity.DONE
                ? Optional.empty()
                : Optional.of(new TrialFailure.JvmStillCompiling(pinned, compiling, NodeActivity.DONE));
    }
}
