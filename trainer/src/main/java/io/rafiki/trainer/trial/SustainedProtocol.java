package io.rafiki.trainer.trial;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The lengths of a trial that measures sustained throughput: ageing, a closed loop, and open loops at shares of the measured rate.
 *
 * @param turnover ageing ends when the node has flushed this multiple of the data and its files are stationary
 * @param ageing maximum length of ageing
 * @param burnIn length of the workload, after the JVM's warm-up, before the first state is measured: a node that rested is faster
 * @param min shortest measured part, of all states together
 * @param max length of the measured part if throughput and debt do not become stationary; a multiple while debt grows
 * @param states number of states of the node's files that are measured, at equal distances in written data over one turnover
 * @param openLoop measured length of each open loop; zero for none
 * @param openLoopRate rate of one more open loop in operations per second, equal in all trials; empty for none
 */
public record SustainedProtocol(
        double turnover,
        Duration ageing,
        Duration burnIn,
        Duration min,
        Duration max,
        int states,
        Duration openLoop,
        Optional<Double> openLoopRate) {

    /** The shortest measured part, in which the tests of stationarity have enough values. */
    public static final Duration SHORTEST = Duration.ofSeconds(30);

    /** The shortest measured part of one of several states. The rate differs much more between states than within one. */
    private static final Duration SHORTEST_STATE = Duration.ofSeconds(15);

    /** The burn-in of a plan that states none. */
    public static final Duration BURN_IN = Duration.ofSeconds(60);

    /** While debt grows, one closed loop may be so many times as long as {@code max}: throughput can fall for many minutes. */
    static final int GROWTH = 4;

    /** An estimate of the time between two states. */
    private static final Duration BETWEEN = Duration.ofSeconds(35);

    /** Most open loops at the plan's rate. */
    private static final int OPEN_LOOPS = 4;

    /** @throws IllegalArgumentException if the minimum exceeds the maximum, or is too short for the states */
    public SustainedProtocol {
        if (min.compareTo(max) > 0) {
            throw new IllegalArgumentException(
                    "measurement: expected min <= max, found " + min.toSeconds() + " s > " + max.toSeconds() + " s");
        }
        if (min.compareTo(shortest(states)) < 0) {
            throw new IllegalArgumentException("measurement: expected at least "
                    + shortest(states).toSeconds() + " s for " + states + " states, found " + min.toSeconds() + " s");
        }
    }

    /** The shortest measured part of so many states together. */
    public static Duration shortest(int states) {
        return states == 1 ? SHORTEST : SHORTEST_STATE.multipliedBy(states);
    }

    /**
     * The burn-in of the later states. They begin where the workload has left the node, apart from what was skipped, and only the page cache
     * must be filled.
     */
    Duration laterBurnIn() {
        return burnIn.dividedBy(6);
    }

    /** Whether an open loop at the plan's rate follows this state. With many states one follows each second, third and so on. */
    boolean hasOpenLoopAfter(int state, int measured) {
        return state % ((measured + OPEN_LOOPS - 1) / OPEN_LOOPS) == 0;
    }

    /** The number of open loops at the plan's rate. */
    int openLoopsAtRate(int measured) {
        return (int) IntStream.range(0, measured)
                .filter(state -> hasOpenLoopAfter(state, measured))
                .count();
    }

    /**
     * The bounds of a measured part.
     *
     * @param growing longest one if debt grows
     */
    record Length(Duration min, Duration max, Duration growing) {}

    /** The longest measured part; one of fixed length is no longer if debt grows. */
    Duration longest() {
        return min.equals(max) ? max : max.multipliedBy(GROWTH);
    }

    /**
     * The measured part on each state. Between several states the node rests, so debt cannot grow for long.
     *
     * @param measured number of states; one if the workload writes nothing
     */
    Length perState(int measured) {
        Duration most = whole(max, measured);
        return new Length(whole(min, measured), most, measured == 1 ? longest() : most);
    }

    private static Duration whole(Duration all, int parts) {
        return Duration.ofSeconds((all.toSeconds() + parts - 1) / parts);
    }

    /** An estimate of the length of the load, with the client's starts, the warm-up, and the writes between states. */
    public Duration expected() {
        return ageing.plus(burnIn)
                .plus(min.plus(max).dividedBy(2))
                .plus(openLoop.multipliedBy(2L + (openLoopRate.isPresent() ? openLoopsAtRate(states) : 0)))
                .plusSeconds(60)
                .plus(BETWEEN.plus(laterBurnIn()).multipliedBy(states - 1L));
    }

    /** The same protocol with a measured part of fixed length, for example as a reference. A short one has fewer states. */
    public SustainedProtocol measuring(Duration length) {
        int most = (int) Math.max(1, length.dividedBy(SHORTEST_STATE));
        return new SustainedProtocol(
                turnover, ageing, burnIn, length, length, Math.min(states, most), openLoop, openLoopRate);
    }
}
