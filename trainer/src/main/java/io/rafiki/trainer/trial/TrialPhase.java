package io.rafiki.trainer.trial;

/** The phases of a trial, in their order. */
public enum TrialPhase {
    /** The node starts, or gets the trial's configuration. */
    START,
    /** Clients only write, until the node's files are stationary. */
    AGEING,
    /** Clients are at work; their operations do not count yet. */
    WARM_UP,
    /** Operations count. */
    MEASUREMENT,
    /** Clients keep a fixed rate, for latencies. */
    OPEN_LOOP,
    /** The node ends, and its logs are kept. */
    STOP;

    /** Hears of the phases. */
    @FunctionalInterface
    public interface Listener {
        /** The trial is in this phase; called any number of times in the same one. */
        void phase(TrialPhase phase);
    }
}
