package io.rafiki.knob;

/** What it takes until a changed knob has its full effect, cheapest first. */
public enum Cost {
    /** Effective at once, and as easily taken back. */
    INSTANT,
    /** Effective for data that is flushed or compacted from now on; old data stays as it is. */
    NEW_SSTABLES,
    /** The node rewrites most of the table in the background. */
    REWRITES_DATA,
    /** Effective only after a restart of the node. */
    NEXT_START
}
