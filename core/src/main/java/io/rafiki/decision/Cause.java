package io.rafiki.decision;

import java.util.Locale;

/** Why a decision was to hold; the same cause again is the same hold going on. */
public enum Cause {
    /** No window has closed yet. */
    WARMING_UP,
    /** A human said hold. */
    HELD,
    /** The mode is observe. */
    MODE,
    /** No model is loaded. */
    NO_MODEL,
    /** The node has something to do beside serving clients. */
    BUSY,
    /** The window cannot be decided upon. */
    WINDOW,
    /** The window holds too few operations. */
    FEW_OPERATIONS,
    /** The workload is the one that was decided upon last. */
    UNCHANGED,
    /** The last change is too recent. */
    COOL_DOWN,
    /** The node has not found its pace: the operations per second still change. */
    UNSTEADY,
    /** The node has been changed as often as it may be in an hour or a day. */
    BUDGET,
    /** Workload or configuration lies outside of what was trained. */
    ENVELOPE,
    /** The node's configuration cannot be read or expressed in the model's knobs. */
    CONFIGURATION,
    /** The best configuration is the present one. */
    BEST_ALREADY,
    /** The lower bound of the predicted gain is too small. */
    GAIN,
    /** A change costs more than is allowed. */
    COST,
    /** Only data would have to be rewritten to gain, and that does not pay, or not now. */
    REWRITE,
    /** What was decided for this workload was rolled back. */
    ROLLED_BACK;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
