package io.rafiki.control.record;

import java.time.Duration;

/** Receives the durations of the control loop's steps. */
@FunctionalInterface
public interface LoopTimings {

    /** A step of the control loop. */
    enum Step {
        /** One sample, with all that follows from it. */
        TICK,
        /** One search of the surrogate. */
        SEARCH,
        /** All writes of one change, until the last is read back. */
        APPLY,
        /** The reading of one knob after its write. */
        READ_BACK,
        /** A rewrite of data, from its change to the end of its compactions. */
        REWRITE
    }

    /** Discards every duration. */
    LoopTimings NONE = (step, time) -> {};

    /** Receives the duration of a step that ended. */
    void took(Step step, Duration time);
}
