package io.rafiki.decision;

import io.rafiki.workload.ClientCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The node's own compactions of the last hours: their rate, and the latency of the clients with and without them. An immutable value.
 *
 * @param last the last sample; empty after a gap
 * @param bins sums over intervals of five minutes, oldest first
 * @param trial begin of the trial compaction among them; empty if there is none
 */
public record CompactionHistory(Optional<Sample> last, List<Bin> bins, Optional<Instant> trial) {

    /** No compaction was seen. */
    public static final CompactionHistory NONE = new CompactionHistory(Optional.empty(), List.of(), Optional.empty());

    private static final Duration BIN = Duration.ofMinutes(5);
    private static final Duration SPAN = Duration.ofHours(6);

    /** Longest interval between two samples that counts. */
    private static final Duration GAP = Duration.ofMinutes(1);

    /** Least time with compactions that gives a rate, in seconds. */
    private static final double LEAST_SECONDS = 10;

    /** Least time of a bin with compactions that gives a rate of its own, in seconds. */
    private static final double LEAST_OF_BIN = 5;

    /** Least time with and without compactions that gives a loss, in seconds. */
    private static final double LEAST_FOR_LOSS = 30;

    /** The same with a trial compaction. */
    private static final double LEAST_WITH_TRIAL = 5;

    /** Least time without compactions before a trial compaction, in seconds. */
    private static final double LEAST_BEFORE_TRIAL = 10;

    private static final long LEAST_REQUESTS = 1_000;

    /** Smallest relative half-width of the interval of a rate, and that without any repetition. */
    private static final double NARROWEST = 0.2;

    private static final double SINGLE = 0.5;
    private static final double MOST_LOSS = 0.95;

    public CompactionHistory {
        bins = List.copyOf(bins);
    }

    /**
     * The node at one moment.
     *
     * @param compacted bytes on disk that compactions have read since the node's start, including running ones
     * @param running compactions that run
     * @param clients client requests since the node's start
     */
    public record Sample(Instant at, long compacted, int running, ClientCounts clients) {}

    /**
     * Sums over an interval.
     *
     * @param seconds with compactions
     * @param compactorSeconds the same, counted once for each running compaction
     * @param bytes that compactions have read in that time
     * @param quietSeconds without compactions
     * @param with client requests during compactions
     * @param without client requests without compactions
     */
    public record Bin(
            Instant start,
            double seconds,
            double compactorSeconds,
            long bytes,
            double quietSeconds,
            ClientCounts with,
            ClientCounts without) {

        /** The part without compactions. */
        private Bin quiet() {
            return new Bin(start, 0, 0, 0, quietSeconds, ClientCounts.NONE, without);
        }
    }

    /**
     * Bytes on disk per second that one compaction reads.
     *
     * @param low lower limit of the interval
     * @param high upper limit of the interval
     * @param parallel mean number of compactions while one ran
     */
    public record Rate(double mean, double low, double high, double parallel) {}

    /** The history with another sample. An interval counts if compactions run at both of its ends, or at neither. */
    public CompactionHistory next(Sample sample) {
        Duration length =
                last.map(before -> Duration.between(before.at(), sample.at())).orElse(Duration.ZERO);
        if (length.isZero() || length.isNegative() || length.compareTo(GAP) > 0) {
            return new CompactionHistory(Optional.of(sample), bins, trial);
        }
        Sample before = last.orElseThrow();
        long bytes = sample.compacted() - before.compacted();
        ClientCounts requests = sample.clients().since(before.clients());
        double seconds = length.toNanos() / 1e9;
        List<Bin> next = new ArrayList<>(bins);
        next.removeIf(bin -> bin.start().plus(SPAN).isBefore(sample.at()));
        boolean fits = !next.isEmpty()
                && sample.at().isBefore(next.get(next.size() - 1).start().plus(BIN));
        Bin bin = fits
                ? next.remove(next.size() - 1)
                : new Bin(before.at(), 0, 0, 0, 0, ClientCounts.NONE, ClientCounts.NONE);
        if (before.running() > 0 && sample.running() > 0 && bytes >= 0) {
            bin = new Bin(
                    bin.start(),
                    bin.seconds() + seconds,
                    bin.compactorSeconds() + seconds * (before.running() + sample.running()) / 2,
                    bin.bytes() + bytes,
                    bin.quietSeconds(),
                    bin.with().plus(requests),
                    bin.without());
        } else if (before.running() == 0 && sample.running() == 0 && bytes == 0) {
            bin = new Bin(
                    bin.start(),
                    bin.seconds(),
                    bin.compactorSeconds(),
                    bin.bytes(),
                    bin.quietSeconds() + seconds,
                    bin.with(),
                    bin.without().plus(requests));
        }
        next.add(bin);
        Optional<Instant> remaining = trial.filter(
                begun -> next.stream().anyMatch(each -> each.start().equals(begun)));
        return new CompactionHistory(Optional.of(sample), next, remaining);
    }

    /** The history after a sample that could not be read. */
    public CompactionHistory gap() {
        return new CompactionHistory(Optional.empty(), bins, trial);
    }

    /**
     * The history with the compactions of a trial, which count as those of an interval of its own. Compactions before it were too few to show
     * a rate, and most of them ran before their code was compiled, so they no longer count.
     *
     * @param shown at least one part that shows the rate
     * @param clients client requests during the whole trial
     */
    public CompactionHistory withTrial(List<TrialProgress.Part> shown, ClientCounts clients) {
        Instant begun = shown.get(0).start();
        double seconds = shown.stream()
                .mapToDouble(part -> part.length().toNanos() / 1e9)
                .sum();
        long bytes = shown.stream().mapToLong(TrialProgress.Part::bytes).sum();
        List<Bin> next = new ArrayList<>(bins.stream().map(Bin::quiet).toList());
        next.add(new Bin(begun, seconds, seconds, bytes, 0, clients, ClientCounts.NONE));
        return new CompactionHistory(last, next, Optional.of(begun));
    }

    /** Whether the clients were seen for long enough without compactions to compare them with those during a trial. */
    public boolean isQuietShown() {
        return quietSeconds() >= LEAST_BEFORE_TRIAL;
    }

    private double quietSeconds() {
        return bins.stream().mapToDouble(Bin::quietSeconds).sum();
    }

    /** The rate of one compaction; empty if too few were seen. */
    public Optional<Rate> rate() {
        double seconds = bins.stream().mapToDouble(Bin::seconds).sum();
        double bytes = bins.stream().mapToDouble(Bin::bytes).sum();
        if ((seconds < LEAST_SECONDS && trial.isEmpty()) || bytes <= 0) {
            return Optional.empty();
        }
        double compactorSeconds =
                bins.stream().mapToDouble(Bin::compactorSeconds).sum();
        double mean = bytes / compactorSeconds;
        double[] rates = bins.stream()
                .filter(bin -> bin.seconds() >= LEAST_OF_BIN)
                .mapToDouble(bin -> bin.bytes() / bin.compactorSeconds())
                .toArray();
        double squares = 0;
        for (double rate : rates) {
            squares += (rate - mean) * (rate - mean);
        }
        double width =
                rates.length < 2 ? SINGLE : Math.max(NARROWEST, 2 * Math.sqrt(squares / (rates.length - 1)) / mean);
        return Optional.of(new Rate(mean, mean / (1 + width), mean * (1 + width), compactorSeconds / seconds));
    }

    /**
     * The share of the throughput that closed-loop clients lose during compactions, by the mean latency of the same mix of requests; empty if
     * too few requests were seen.
     */
    public OptionalDouble throughputLoss() {
        ClientCounts with = bins.stream().map(Bin::with).reduce(ClientCounts.NONE, ClientCounts::plus);
        ClientCounts without = bins.stream().map(Bin::without).reduce(ClientCounts.NONE, ClientCounts::plus);
        double least = trial.isPresent() ? LEAST_WITH_TRIAL : LEAST_FOR_LOSS;
        boolean few = bins.stream().mapToDouble(Bin::seconds).sum() < least
                || quietSeconds() < least
                || with.reads() + with.writes() < LEAST_REQUESTS
                || without.reads() + without.writes() < LEAST_REQUESTS
                || (with.reads() > 0 && without.reads() == 0)
                || (with.writes() > 0 && without.writes() == 0);
        if (few) {
            return OptionalDouble.empty();
        }
        double quiet = expected(with.reads(), without.reads(), without.readMicros())
                + expected(with.writes(), without.writes(), without.writeMicros());
        double active = with.readMicros() + with.writeMicros();
        return OptionalDouble.of(Math.min(MOST_LOSS, Math.max(0, 1 - quiet / active)));
    }

    /** Total latency that some requests would have without compactions. */
    private static double expected(long requests, long quietRequests, long quietMicros) {
        return requests == 0 ? 0 : (double) requests * quietMicros / quietRequests;
    }
}
