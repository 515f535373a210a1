package io.rafiki.control.rewrite;

import java.time.Duration;
import java.time.Instant;

/** Converts times of the wall clock to times that no step of this clock changes. Both are equal at the first sample. */
final class MonotonicTime {

    /** The last sample; null before the first. */
    private Instant sampled;

    private long sampledNanos;

    /** The difference to the wall clock at the last sample. */
    private Duration correction = Duration.ZERO;

    /**
     * The time of a sample.
     *
     * @param nanoTime of a monotonic clock, in nanoseconds
     */
    Instant sample(Instant wall, long nanoTime) {
        sampled = sampled == null ? wall : sampled.plusNanos(nanoTime - sampledNanos);
        sampledNanos = nanoTime;
        correction = Duration.between(wall, sampled);
        return sampled;
    }

    /** The time of an event after the last sample. Only the time since that sample is by the wall clock. */
    Instant of(Instant wall) {
        Instant time = wall.plus(correction);
        return sampled != null && time.isBefore(sampled) ? sampled : time;
    }
}
