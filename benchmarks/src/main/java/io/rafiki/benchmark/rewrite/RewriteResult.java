package io.rafiki.benchmark.rewrite;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.rafiki.decision.RewriteVolume;
import io.rafiki.node.NodeThreads.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A measured rewrite: one line of the benchmark's results. Times are in seconds, losses shares of the clients' throughput.
 *
 * @param number of the case
 * @param name of the case
 * @param basis what the prediction rests on
 * @param predicted duration
 * @param shortest lower limit of its interval
 * @param longest upper limit of its interval
 * @param measured duration without a controlled limit; a lower limit if the rewrite was cut off
 * @param megabytes that the prediction expects to be rewritten
 * @param share of the old files that was rewritten, by bytes
 * @param loss without a controlled limit, in the measured time
 * @param controlled the same rewrite with a controlled limit; null if it was not measured
 * @param trials compactions of the trial in their order; empty without a trial
 * @param rewrite work of the rewrite
 * @param looks at the rewrite, in chronological order; their shares are of the old files that were read or replaced
 * @param compactions megabytes of each expected compaction
 * @param rows of the smallest table; null in old results
 * @param ended whether the rewrite ended by itself, and was not cut off; absent in old results
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record RewriteResult(
        int number,
        String name,
        String basis,
        double predicted,
        double shortest,
        double longest,
        double measured,
        long megabytes,
        double share,
        double loss,
        Controlled controlled,
        List<TrialRun> trials,
        Work rewrite,
        List<Look> looks,
        List<Double> compactions,
        Long rows,
        Boolean ended) {

    private static final double MEGA = 1e6;
    private static final double NANOS = 1e9;

    /**
     * A rewrite with a controlled limit of compactions.
     *
     * @param seconds duration; a lower limit if the rewrite was cut off
     * @param loss of the clients
     * @param limit last limit in MiB per second; 0 for none
     * @param predicted duration, with the control
     * @param allowed loss; null in old results
     * @param ended whether the rewrite ended by itself, and was not cut off; absent in old results
     */
    record Controlled(double seconds, double loss, long limit, double predicted, Double allowed, Boolean ended) {
        Controlled {
            ended = ended == null || ended;
        }
    }

    /**
     * One compaction of the trial.
     *
     * @param looks at it, in chronological order
     */
    record TrialRun(Work work, List<Look> looks) {}

    /**
     * A compaction at one moment. Times are in seconds since its start.
     *
     * @param share of the files that was read
     * @param cpu time on a processor
     * @param queue time of waiting for a processor
     */
    record Look(double seconds, double share, double cpu, double queue) {

        static Look of(Duration at, double share, Usage used) {
            return new Look(at.toNanos() / NANOS, share, used.cpuNanos() / NANOS, used.queueNanos() / NANOS);
        }
    }

    /**
     * What compactions have used. Times are in seconds.
     *
     * @param megabytes that they read
     * @param disk megabytes of these that came from the disk
     * @param cpu time on a processor
     * @param queue time of waiting for a processor
     */
    record Work(double seconds, double megabytes, double disk, double cpu, double queue) {

        static Work of(Duration length, long bytes, Usage used) {
            return new Work(
                    length.toNanos() / NANOS,
                    bytes / MEGA,
                    used.diskBytes() / MEGA,
                    used.cpuNanos() / NANOS,
                    used.queueNanos() / NANOS);
        }
    }

    /** Largest relative error of a prediction that is near. */
    static final double NEAR = 0.3;

    /** A rewrite that is shorter leaves the files alone. */
    private static final double NOTHING = 1;

    RewriteResult {
        ended = ended == null || ended;
    }

    static List<Double> megabytes(RewriteVolume volume) {
        return volume.rounds().stream()
                .flatMap(List::stream)
                .map(bytes -> bytes / MEGA)
                .toList();
    }

    /**
     * Whether this is the result of a case with these options. Old results do not record rows and the permitted loss.
     *
     * @param smallest rows of the smallest table
     * @param allowed permitted loss of the rewrite with a controlled limit; empty without such a rewrite
     */
    boolean isOf(RewriteCase what, long smallest, Optional<Double> allowed) {
        return number == what.number()
                && (rows == null || rows == smallest)
                && (controlled == null
                        ? allowed.isEmpty()
                        : allowed.filter(this::isControlledBy).isPresent());
    }

    private boolean isControlledBy(Double allowed) {
        return controlled.allowed() == null || controlled.allowed().equals(allowed);
    }

    /** Relative error of the prediction, with sign. */
    @JsonIgnore
    double error() {
        return error(predicted);
    }

    /** Relative error of another prediction in seconds. A rewrite of nothing that was predicted has none. */
    double error(double other) {
        return other < NOTHING && measured < NOTHING ? 0 : other / Math.max(measured, 0.5) - 1;
    }

    @JsonIgnore
    boolean isNear() {
        return ended && Math.abs(error()) <= NEAR;
    }

    @JsonIgnore
    boolean isCovered() {
        return ended && (error() == 0 || (measured >= shortest && measured <= longest));
    }
}
