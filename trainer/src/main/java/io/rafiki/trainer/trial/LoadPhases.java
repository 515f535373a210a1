package io.rafiki.trainer.trial;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Where the load of a trial stands, by the seconds that it has counted: the node warms up on all processors until its JVM has compiled
 * what it serves requests with, then on its own until throughput is stationary there. The seconds that show it are the first of the
 * measured part.
 *
 * <p>Both are needed: while a JVM compiles for minutes, throughput rises so slowly that ten seconds of it look stationary.
 *
 * <p>A second is written one second after its end, so that what is decided now holds from two seconds after the last that is known.
 */
final class LoadPhases {

    /** What is to be done with the load. */
    enum Step {
        GO_ON,
        /** Give the node the processors on which it is measured, and go on. */
        PIN,
        /** All that is measured has been counted. */
        END
    }

    /** How busy the node's JVM is with compiling, asked of the node. */
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

    LoadPhases(WarmUp warmUp, Duration measured) {
        this.warmUp = warmUp;
        this.measured = measured.toSeconds();
    }

    /**
     * The next step.
     *
     * @param perSecond operations in each second that is known, from the load's begin
     * @param compiling share of the time that the node's JVM compiles; not asked for any more once the node is pinned, so that nobody
     *     disturbs it while it is measured
     */
    Step next(List<Double> perSecond, Compiling compiling) throws IOException {
        int known = perSecond.size();
        if (pinned < 0) {
            boolean early = known < warmUp.least().toSeconds();
            boolean late = known >= warmUp.most().minus(WarmUp.SHORTEST).toSeconds();
            double share = compiling.share();
            if (early || !(share < Compilation.DONE || late)) {
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
        if (settled || shownFrom >= warmUp.most().toSeconds()) {
            watched = own.size();
            before = Stationarity.change(own.subList(0, Math.max(0, own.size() - 1)));
            change = Stationarity.change(own);
            begin = shownFrom;
        }
    }

    /** What the load must at most last for after the warm-up. */
    Duration afterWarmUp() {
        return Duration.ofSeconds(Math.max(measured, Stationarity.SHOWN_BY));
    }

    /** The second with which the measured part begins; -1 as long as that is not known. */
    int begin() {
        return begin;
    }

    /** What was still changing when the measured part began, in one line; empty if nothing was. */
    Optional<String> unsettled() {
        if (!settled && watched < Stationarity.SHOWN_BY) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "throughput was not shown to be stationary after %d s of warm-up: the node had its own processors for less than %d s",
                    begin,
                    Stationarity.SHOWN_BY));
        }
        if (!settled) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "throughput was not stationary after %d s of warm-up: in %d s it changed by %+.0f %% and, a second later, by %+.0f %%, not both less than %.0f %%",
                    begin,
                    Stationarity.WINDOW,
                    100 * before,
                    100 * change,
                    100 * Stationarity.BOUND));
        }
        if (!(compiling < Compilation.DONE)) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "the node's JVM was still compiling after %d s of warm-up: %.0f %% of the time, more than %.0f %%",
                    pinned,
                    100 * compiling,
                    100 * Compilation.DONE));
        }
        return Optional.empty();
    }
}
