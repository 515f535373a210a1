package io.rafiki.decision;

import io.rafiki.reason.Reason;
import java.util.Locale;

/**
 * The outcome of a change.
 *
 * @param outcome better, same, worse or unknown
 * @param evidence basis of the verdict
 */
public record Verdict(Outcome outcome, Evidence evidence) implements Reason {

    public enum Outcome {
        /** Latency is lower, and throughput is not lower. */
        BETTER,
        /** Neither latency nor throughput differs beyond noise and threshold. */
        SAME,
        /** Latency is higher, and throughput is not higher. */
        WORSE,
        /** The demand or the workload changed, or too little is measured. */
        UNKNOWN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
