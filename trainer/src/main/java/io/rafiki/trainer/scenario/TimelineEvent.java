package io.rafiki.trainer.scenario;

import java.util.Locale;

/**
 * Something that the tuner did.
 *
 * @param second when, counted from the first operation
 * @param kind hold, propose, apply, rollback, rewriting or settled
 * @param text the tuner's own line
 */
public record TimelineEvent(double second, String kind, String text) {

    /** Kind of an event beside the tuner's decisions: the node begins to rewrite data. */
    public static final String REWRITING = "rewriting";

    /** The other: what was rewritten is written. */
    public static final String SETTLED = "settled";

    /** When, and the tuner's line. */
    public String line() {
        return String.format(Locale.ROOT, "%.0f s: %s", second, text);
    }

    /** Whether it changed the node. */
    public boolean isChange() {
        return kind.equals("apply") || kind.equals("rollback");
    }
}
