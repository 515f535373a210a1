package io.rafiki.trainer.trial;

import io.rafiki.trainer.host.ProcessUsage;
import io.rafiki.trainer.ycsb.MeasuredSeries;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbException;
import io.rafiki.trainer.ycsb.YcsbResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One YCSB run with the workload, on one state of the node's files: a warm-up, a burn-in, then the measured part, which ends when throughput
 * and debt are stationary, or after its longest time. It lasts longer while debt grows, because throughput falls with it.
 *
 * <p>The first run warms up on all processors until the node's JVM has compiled. Later runs only fill the caches. The burn-in runs on the
 * node's own processors. A node that rested before has few files and no compactions, so it is faster than later.
 */
final class ClosedLoop {

    private static final Duration MIN_WARM_UP = Duration.ofSeconds(10);
    private static final Duration MAX_WARM_UP = Duration.ofSeconds(30);

    /** Seconds after the pinning that do not count. */
    static final int SETTLE = 8;

    /** Time between two looks at the measured part. */
    private static final int LOOK = 15;

    private static final Duration LAG = Duration.ofSeconds(4);

    private final LoadGenerator client;
    private final DebtRecorder debt;
    private final Lengths lengths;
    private final int burnIn;
    private final boolean first;
    private final OptionalDouble floor;
    private final TrialPhase.Listener listener;
    private SustainedProtocol.Length length;
    private int pinned = -1;
    private int begin = -1;
    private int beginOfDebt;
    private long beginNanos;
    private long endNanos;
    private boolean isLonger;
    private OptionalDouble cpuBefore = OptionalDouble.empty();
    private OptionalDouble cpuAfter = OptionalDouble.empty();
    private int nextLook;
    private int looks;
    private Optional<TrialFailure.Eliminated> elimination = Optional.empty();

    /** The length of the measured part by the throughput before it, in operations per second. */
    @FunctionalInterface
    interface Lengths {
        SustainedProtocol.Length at(double throughput);
    }

    /**
     * @param lengths of the measured part
     * @param burnIn time of the workload on the node's own processors before the measured part
     * @param first whether the node is new
     * @param floor throughput that the trial must be able to reach, or it ends early
     */
    ClosedLoop(
            LoadGenerator client,
            DebtRecorder debt,
            Lengths lengths,
            Duration burnIn,
            boolean first,
            OptionalDouble floor,
            TrialPhase.Listener listener) {
        this.client = client;
        this.debt = debt;
        this.lengths = lengths;
        this.burnIn = Math.max((int) burnIn.toSeconds(), first ? SETTLE : 0);
        this.first = first;
        this.floor = floor;
        this.listener = listener;
    }

    /**
     * The longest time that the run takes.
     *
     * @param measured longest measured part
     */
    Duration longest(Duration measured) {
        return MAX_WARM_UP.plusSeconds(burnIn).plus(measured).plus(LAG);
    }

    /** Watches the run that writes into this folder. */
    Ycsb.Watch watch(Path files, NodeActivity compilation) {
        return pid -> next(MeasuredSeries.soFar(files).perSecond(), pid, compilation);
    }

    private Ycsb.Next next(List<Double> perSecond, long pid, NodeActivity compilation)
            throws IOException, InterruptedException {
        int known = perSecond.size();
        if (begin < 0) {
            if (known >= MIN_WARM_UP.toSeconds()
                    && (!first || compilation.share() < NodeActivity.DONE || known >= MAX_WARM_UP.toSeconds())) {
                client.pin().pin(pid);
                pinned = known;
                begin = known + burnIn;
                beginOfDebt = debt.second() + burnIn;
            }
            return Ycsb.Next.GO_ON;
        }
        if (known < begin) {
            return Ycsb.Next.GO_ON;
        }
        if (length == null) {
            length = lengths.at(perSecond.subList(burnIn > 0 ? pinned : 0, begin).stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElseThrow());
            nextLook = begin + (int) length.min().toSeconds();
        }
        if (cpuBefore.isEmpty()) {
            listener.phase(TrialPhase.MEASUREMENT);
            beginNanos = System.nanoTime();
            cpuBefore = ProcessUsage.cpuSeconds(pid);
        }
        if (isEliminated(perSecond, known)) {
            return end(pid);
        }
        if (known < nextLook) {
            return Ycsb.Next.GO_ON;
        }
        boolean isLong = known >= begin + length.max().toSeconds();
        if ((isLong && !isGrowing(known)) || rate(measured(perSecond, known)).isStationary()) {
            return end(pid);
        }
        isLonger = isLong;
        nextLook = Math.min(nextLook + LOOK, most());
        return Ycsb.Next.GO_ON;
    }

    /** The second at which the measured part ends at the latest. */
    private int most() {
        return begin + (int) (isLonger ? length.growing() : length.max()).toSeconds();
    }

    private boolean isGrowing(int known) {
        return known < begin + length.growing().toSeconds()
                && DebtTrend.isGrowing(debt.samples().stream()
                        .filter(sample -> sample.second() >= beginOfDebt)
                        .toList());
    }

    private boolean isEliminated(List<Double> perSecond, int known) {
        if (floor.isPresent() && known >= begin + EarlyStop.seconds(looks + 1)) {
            looks++;
            double upper = EarlyStop.upperBound(measured(perSecond, known), looks);
            if (upper < floor.getAsDouble()) {
                elimination = Optional.of(new TrialFailure.Eliminated(known - begin, upper, floor.getAsDouble()));
            }
        }
        return elimination.isPresent();
    }

    private Ycsb.Next end(long pid) throws IOException {
        endNanos = System.nanoTime();
        cpuAfter = ProcessUsage.cpuSeconds(pid);
        return Ycsb.Next.ENOUGH;
    }

    private double[] measured(List<Double> perSecond, int known) {
        return perSecond.subList(begin, known).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private SustainedRate rate(double[] perSecond) {
        return SustainedRate.of(
                perSecond,
                debt.samples().stream()
                        .filter(sample -> sample.second() <= beginOfDebt + perSecond.length)
                        .toList(),
                beginOfDebt);
    }

    /**
     * The measured part of the completed run.
     *
     * @throws YcsbException if the run ended before it
     */
    MeasuredState measured(YcsbResult result) throws YcsbException {
        int known = result.series().perSecond().size();
        if (length == null) {
            throw new YcsbException("YCSB: expected a measured part, found an end before it after " + known + " s.");
        }
        long required =
                elimination.isPresent() ? EarlyStop.seconds(1) : length.min().toSeconds();
        if (known < begin + required) {
            throw new YcsbException(
                    "YCSB: expected " + required + " s of measurement, found an end after " + known + " s.");
        }
        int end = Math.min(most(), known);
        Double busy = cpuBefore.isPresent() && cpuAfter.isPresent()
                ? Double.valueOf((cpuAfter.getAsDouble() - cpuBefore.getAsDouble())
                        / ((endNanos - beginNanos) / 1e9 * client.processorCount()))
                : null;
        return new MeasuredState(result, begin, end, rate(result.perSecond(begin, end)), busy, liveMiB(end - begin));
    }

    /** The mean size of the sstables in the measured part; null if it is not known. */
    private Long liveMiB(int seconds) {
        OptionalDouble mean = debt.samples().stream()
                .filter(sample -> sample.second() >= beginOfDebt && sample.second() <= beginOfDebt + seconds)
                .map(DebtSample::liveMiB)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .average();
        return mean.isPresent() ? Long.valueOf(Math.round(mean.getAsDouble())) : null;
    }

    /** Why the measured part ended early; empty if it did not. */
    Optional<TrialFailure.Eliminated> elimination() {
        return elimination;
    }
}
