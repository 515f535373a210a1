package io.rafiki.trainer.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A schedule that several variants of a node follow, one after the other, and the seconds of it that count.
 *
 * @param name {@code demo} or {@code replay}
 * @param phases limits of phases that end by the state of the first variant; empty for a fixed schedule
 * @param schedule read ratio over time, the warm-up included; with {@code phases} the usual one
 * @param warmUp time from the first operation in which a node may use all processors, because its JVM compiles
 * @param start second from which on transitions count
 * @param segments seconds whose measurements are reported together
 * @param variants in the order of the first runs
 * @param tuner settings of the tuner in a few words, for the report
 */
public record Scenario(
        String name,
        Optional<PhaseLimits> phases,
        Schedule schedule,
        Duration warmUp,
        double start,
        List<Segment> segments,
        List<Variant> variants,
        String tuner) {

    /** Loads the rows and copies the data. */
    private static final Duration LOAD = Duration.ofSeconds(90);

    /** Starts a node and its client. */
    private static final Duration NODE_START = Duration.ofSeconds(10);

    /** The same scenario with the phases that the first variant had. */
    Scenario with(PhaseController known) {
        return new Scenario(
                name,
                Optional.empty(),
                known.schedule(),
                Duration.ofSeconds(known.warmAt()),
                start,
                known.segments(),
                variants,
                tuner);
    }

    /** The read ratio of each phase. */
    List<Double> readRatios() {
        return schedule.phases().stream().map(Phase::readRatio).toList();
    }

    /**
     * The variants of a block of runs, in which each of them runs once. The order alternates between blocks, so that a steady drift of the
     * machine cancels in two of them.
     *
     * @param number of the block, 0 for the first
     */
    List<Variant> block(int number) {
        if (number == 0) {
            return variants;
        }
        List<Variant> block = new ArrayList<>(variants);
        block.replaceAll(variant -> variant.named(variant.name() + "-" + (number + 1)));
        if (number % 2 == 1) {
            Collections.reverse(block);
        }
        return block;
    }

    /**
     * Whether another block of runs ends in time.
     *
     * @param elapsed seconds since the scenario began
     * @param block seconds of a block
     */
    boolean isTimeForBlock(double elapsed, double block) {
        return phases.isPresent() && elapsed + block <= phases.get().total();
    }

    /** Expected duration, with the rows loaded first. */
    public Duration expected() {
        double block = variants.size() * (NODE_START.toSeconds() + schedule.seconds());
        double all = LOAD.toSeconds() + block;
        while (isTimeForBlock(all, block)) {
            all += block;
        }
        return Duration.ofSeconds(Math.round(all));
    }
}
