package io.rafiki.agent.console;

import java.time.Instant;

/**
 * One decision as journal, log and console show it.
 *
 * @param number its id's number; the id is {@code d42}
 * @param at when it was taken
 * @param kind {@code hold}, {@code propose}, {@code apply} or {@code rollback}
 * @param reason one line of why, with numbers
 * @param gainPercent predicted gain; NaN if none was predicted
 * @param gainDeviationPercent its standard deviation over the ensemble's members; NaN likewise
 * @param readRatio of the window decided upon; NaN if there was none
 * @param configuration the one decided upon as text; empty for a hold
 * @param changes the knobs that move, as text; empty if none
 * @param readBack how it ended at the node: empty while nothing was written, else {@code ok} or what went wrong
 * @param verdict what the change turned out to be, with numbers; empty as long as that is not known
 */
public record Decided(
        long number,
        Instant at,
        String kind,
        String reason,
        double gainPercent,
        double gainDeviationPercent,
        double readRatio,
        String configuration,
        String changes,
        String readBack,
        String verdict) {

    /** {@code d42}. */
    public String id() {
        return "d" + number;
    }

    /** The same with its outcome at the node. */
    public Decided readBack(String outcome) {
        return with(outcome, verdict);
    }

    /** The same with what it turned out to be. */
    public Decided verdict(String text) {
        return with(readBack, text);
    }

    private Decided with(String outcome, String text) {
        return new Decided(
                number,
                at,
                kind,
                reason,
                gainPercent,
                gainDeviationPercent,
                readRatio,
                configuration,
                changes,
                outcome,
                text);
    }

    /** The number in an id; 0 if the text is none. */
    public static long number(String id) {
        return id.matches("d\\d{1,18}") ? Long.parseLong(id.substring(1)) : 0;
    }
}
