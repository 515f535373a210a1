package io.rafiki.trainer.scenario;

import java.util.List;
import java.util.Map;

/**
 * What one contender did with the trace.
 *
 * @param name {@code default}, {@code static} or {@code tuned}
 * @param operations in all
 * @param perSecond operations in each second, the warm-up's included
 * @param byReads operations a second where reads, writes and both were asked for
 * @param readP99 99th percentile of read latency in milliseconds, NaN without reads
 * @param writeP99 the same of writes
 * @param configuration what differs from the default
 */
record VariantResult(
        String name,
        double operations,
        List<Double> perSecond,
        Map<Asked, Double> byReads,
        double readP99,
        double writeP99,
        String configuration) {

    /** What clients ask for, in classes. */
    enum Asked {
        READS("reads (75 % or more)"),
        BOTH("both"),
        WRITES("writes (75 % or more)");

        private final String shown;

        Asked(String shown) {
            this.shown = shown;
        }

        static Asked of(double readRatio) {
            return readRatio >= 0.75 ? READS : readRatio <= 0.25 ? WRITES : BOTH;
        }

        @Override
        public String toString() {
            return shown;
        }
    }

    VariantResult {
        perSecond = List.copyOf(perSecond);
        byReads = Map.copyOf(byReads);
    }

    /** By how many percent it did more than another. */
    double over(VariantResult other) {
        return 100 * (operations / other.operations - 1);
    }
}
