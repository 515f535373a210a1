package io.rafiki.decision;

import java.util.Locale;

/**
 * What a change turned out to be.
 *
 * @param outcome in a word
 * @param text one phrase of why, with numbers
 */
public record Verdict(Outcome outcome, String text) {

    /** Better, worse, neither, or not to be told. */
    public enum Outcome {
        /** Requests take less time, and no fewer are served. */
        BETTER,
        /** Nothing that exceeds noise and what does not matter. */
        SAME,
        /** Requests take more time, and no more are served. */
        WORSE,
        /** Clients ask for something else than before, or too little is known. */
        UNKNOWN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
