package io.rafiki.knob;

/** The effort until a changed knob has its full effect, in ascending order. */
public enum ChangeCost {
    /** Effective at once, and reversible at once. */
    INSTANT,
    /** Effective for data that is flushed or compacted from now on; existing data stays unchanged. */
    NEW_SSTABLES,
    /** The node rewrites most of the table in the background. */
    REWRITES_DATA,
    /** Effective only after a restart of the node. */
    NEXT_START
}
