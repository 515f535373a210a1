package io.rafiki.decision;

import io.rafiki.workload.ClientCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;

/**
 * Controls the limit of all compactions during a rewrite, so that clients lose no more than a stated share: an immutable value that
 * {@link #next} replaces. Proportional control: a loss above the share lowers the limit by the ratio of both, a loss well below it raises
 * the limit again, at most to the value before the rewrite.
 *
 * @param terms the fixed quantities
 * @param limit present limit in MiB per second; 0 for none
 * @param at monotonic time of the last comparison
 * @param clients requests until then
 * @param compacted bytes that compactions have read until then
 * @param leastPending least number of pending compactions during the rewrite, which its own files are a part of
 * @param loss of the last comparison; empty before the first
 */
public record CompactionThrottle(
        Terms terms,
        long limit,
        Instant at,
        ClientCounts clients,
        long compacted,
        int leastPending,
        OptionalDouble loss) {

    /** Time between two comparisons. */
    private static final Duration PERIOD = Duration.ofSeconds(5);

    /** Requests that a comparison needs. */
    private static final long LEAST_REQUESTS = 100;

    /** Largest and smallest decrease in one period of the limit, or of the rate of compactions below it. */
    private static final double STEEPEST = 0.5;

    private static final double GENTLEST = 0.9;

    /** Share of the permitted loss below which the limit rises. */
    private static final double SLACK = 0.8;

    private static final double RISE = 1.25;

    /** Factor by which the limit rises while the compaction debt grows. */
    private static final double DEBT_RISE = 1.5;

    /** Further pending compactions that are no debt in any case. */
    private static final int LEAST_DEBT = 10;

    private static final double MEBIBYTE = 1 << 20;

    /**
     * The clients before the rewrite.
     *
     * @param readMicros mean latency of a read; 0 without reads
     * @param writeMicros mean latency of a write; 0 without writes
     * @param perSecond requests per second
     */
    public record Level(double readMicros, double writeMicros, double perSecond) {

        /** The level of some requests. */
        public static Level of(ClientCounts requests, Duration length) {
            return new Level(
                    mean(requests.readMicros(), requests.reads()),
                    mean(requests.writeMicros(), requests.writes()),
                    (requests.reads() + requests.writes()) / (length.toNanos() / 1e9));
        }

        private static double mean(long micros, long requests) {
            return requests == 0 ? 0 : (double) micros / requests;
        }

        /**
         * The share of the throughput that closed-loop clients lose, by the latency of the same mix of requests. If their number decreases
         * more, demand has decreased. A kind of request without a level is not compared.
         */
        double loss(ClientCounts requests) {
            double expected = requests.reads() * readMicros + requests.writes() * writeMicros;
            double actual =
                    (readMicros > 0 ? requests.readMicros() : 0) + (writeMicros > 0 ? requests.writeMicros() : 0);
            return actual > 0 && expected > 0 ? Math.max(0, 1 - expected / actual) : 0;
        }
    }

    /**
     * The fixed quantities.
     *
     * @param allowed share of the throughput that clients may lose
     * @param before limit before the rewrite, in MiB per second; 0 for none
     * @param min smallest limit of the catalogue
     * @param max largest limit of the catalogue
     * @param pending compactions that waited before the rewrite
     * @param level of the clients before the rewrite
     */
    public record Terms(double allowed, long before, long min, long max, int pending, Level level) {}

    /** The control at the begin of a rewrite. */
    public static CompactionThrottle begin(Terms terms, Instant at, ClientCounts clients, long compacted) {
        return new CompactionThrottle(
                terms, terms.before(), at, clients, compacted, Integer.MAX_VALUE, OptionalDouble.empty());
    }

    /**
     * The control after a sample. Its limit is the one to be set. A debt that grows raises the limit. The files that the rewrite replaces are
     * pending too: leveled compaction counts one per 160 MiB. They are no debt.
     *
     * @param compactedNow bytes that compactions have read since the node's start
     * @param pending compactions that wait
     */
    public CompactionThrottle next(Instant now, ClientCounts counts, long compactedNow, int pending) {
        Duration length = Duration.between(at, now);
        if (!length.isNegative() && length.compareTo(PERIOD) < 0) {
            return this;
        }
        int least = Math.min(leastPending, pending);
        ClientCounts requests = counts.since(clients);
        // a begin after the sample gives no length
        if (length.isNegative()
                || requests.reads() + requests.writes() < LEAST_REQUESTS
                || !(terms.level().perSecond() > 0)) {
            return new CompactionThrottle(terms, limit, now, counts, compactedNow, least, loss);
        }
        double lost = terms.level().loss(requests);
        double rate = Math.max(0, compactedNow - compacted) / MEBIBYTE / (length.toNanos() / 1e9);
        boolean debt = pending - least > Math.max(LEAST_DEBT, terms.pending());
        return new CompactionThrottle(
                terms,
                debt ? raised(DEBT_RISE) : limit(lost, rate),
                now,
                counts,
                compactedNow,
                least,
                OptionalDouble.of(lost));
    }

    private long limit(double lost, double rate) {
        if (lost > terms.allowed()) {
            double highest = limit == 0 ? terms.max() : limit;
            // without compactions in the period, their rate is no bound
            double effective = rate > 0 ? Math.min(highest, rate) : highest;
            double factor = Math.min(GENTLEST, Math.max(STEEPEST, terms.allowed() / lost));
            long lower = Math.max(terms.min(), Math.min(terms.max(), (long) (effective * factor)));
            // the value before may be smaller than the catalogue's minimum
            return limit == 0 ? lower : Math.min(limit, lower);
        }
        return lost < SLACK * terms.allowed() ? raised(RISE) : limit;
    }

    private long raised(double factor) {
        if (limit == terms.before()) {
            return limit;
        }
        long higher = (long) Math.ceil(limit * factor);
        return terms.before() == 0
                ? higher > terms.max() ? 0 : higher
                : Math.min(terms.before(), Math.min(terms.max(), higher));
    }

    /** Whether clients lose more than allowed although the limit is the smallest one. */
    public boolean isExhausted() {
        return limit > 0 && limit <= terms.min() && loss.orElse(0) > terms.allowed();
    }
}
