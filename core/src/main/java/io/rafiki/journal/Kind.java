package io.rafiki.journal;

import java.util.Locale;

/** What a journal entry records. */
public enum Kind {
    /** The agent began to work in a node that has just started: earlier live changes are gone. */
    START,
    /** A decision: hold, propose or apply, with its reason and numbers. */
    DECISION,
    /** A write to the node that is about to be made. */
    WRITE,
    /** What the node said after a write. */
    READ_BACK,
    /** A change that is about to be undone. */
    ROLLBACK,
    /** How an apply or a rollback ended. */
    OUTCOME,
    /** What a change turned out to be, or that it was taken back. */
    VERDICT,
    /** A human's verb: mode, hold, resume, model. */
    VERB;

    static Kind parse(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
