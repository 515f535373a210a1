package io.rafiki.trainer.trial;

import java.time.Duration;
import java.util.Optional;

/**
 * The lengths of a trial that measures sustained throughput: ageing, a closed loop, and open loops at shares of the measured rate.
 *
 * @param turnover ageing ends when the node has flushed this multiple of the data and its files are stationary
 * @param ageing maximum length of ageing
 * @param min shortest measured part
 * @param max length of the measured part if throughput and debt do not become stationary
 * @param openLoop measured length of each open loop; zero for none
 * @param openLoopRate rate of one more open loop in operations per second, equal in all trials; empty for none
 */
public record SustainedProtocol(
        double turnover,
        Duration ageing,
        Duration min,
        Duration max,
        Duration openLoop,
        Optional<Double> openLoopRate) {

    /** The shortest measured part, in which the tests of stationarity have enough values. */
    public static final Duration SHORTEST = Duration.ofSeconds(30);

    /** @throws IllegalArgumentException if the minimum exceeds the maximum */
    public SustainedProtocol {
        if (min.compareTo(max) > 0) {
            throw new IllegalArgumentException(
                    "measurement: expected min <= max, found " + min.toSeconds() + " s > " + max.toSeconds() + " s");
        }
    }

    /** An estimate of the length of the load, with the client's starts and the warm-up. */
    public Duration expected() {
        return ageing.plus(min.plus(max).dividedBy(2))
                .plus(openLoop.multipliedBy(openLoopRate.isPresent() ? 3 : 2))
                .plusSeconds(60);
    }

    /** The same protocol with a measured part of fixed length, for example as a reference. */
    public SustainedProtocol measuring(Duration length) {
        return new SustainedProtocol(turnover, ageing, length, length, openLoop, openLoopRate);
    }
}
