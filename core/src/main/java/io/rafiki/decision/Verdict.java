package io.rafiki.decision;

import io.rafiki.reason.Reason;
import java.util.Locale;

/**
 * What a change turned out to be.
 *
 * @param outcome better, same, worse or unknown
 * @param evidence what the verdict is based on
 */
public record Verdict(Outcome outcome, Evidence evidence) implements Reason {

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
