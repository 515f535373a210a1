package io.rafiki.trainer.scenario;

import java.time.Duration;
import java.util.List;

/**
 * A schedule that several variants of a node follow, one after the other, and the seconds of it that count.
 *
 * @param name {@code demo} or {@code replay}
 * @param schedule read ratio over time, the warm-up included
 * @param warmUp time from the first operation in which a node may use all processors, because its JVM compiles
 * @param start second from which on transitions count
 * @param segments seconds whose measurements are reported together
 * @param tailSeconds length of the last part of each segment that is reported separately; 0 for none
 * @param variants in the order of the runs
 * @param tuner settings of the tuner in a few words, for the report
 */
public record Scenario(
        String name,
        Schedule schedule,
        Duration warmUp,
        double start,
        List<Segment> segments,
        double tailSeconds,
        List<Variant> variants,
        String tuner) {

    /** Loads the rows and copies the data. */
    private static final Duration LOAD = Duration.ofSeconds(90);

    /** Starts a node and its client. */
    private static final Duration NODE_START = Duration.ofSeconds(10);

    /** Expected duration, with the rows loaded first. */
    public Duration expected() {
        return LOAD.plus(NODE_START.plusSeconds(Math.round(schedule.seconds())).multipliedBy(variants.size()));
    }
}
