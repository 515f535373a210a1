package io.rafiki.trainer.trial;

import io.rafiki.trainer.host.ProcessUsage;
import io.rafiki.trainer.ycsb.MeasuredSeries;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbException;
import io.rafiki.trainer.ycsb.YcsbResult;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * The load of a trial that measures sustained throughput, in four or five YCSB runs on one node.
 *
 * <ol>
 *   <li>Ageing: updates only, until the node has flushed a multiple of the data and the size of its sstables has no new maximum.
 *   <li>Closed loop with the workload: a warm-up on all processors, then the measured part on the node's own processors.
 *   <li>Open loops at 75 % and 95 % of the measured rate, and at the rate of the plan if it states one. There are none if the protocol has
 *       none or the race eliminated the configuration.
 * </ol>
 */
final class SustainedLoad {

    /** Shares of the sustained rate at which latency is measured. */
    static final List<Double> SHARES = List.of(0.75, 0.95);

    private static final Duration MIN_WARM_UP = Duration.ofSeconds(10);
    private static final Duration MAX_WARM_UP = Duration.ofSeconds(30);
    /** Seconds after the pinning, and at the start of each open loop, that do not count. */
    private static final int SETTLE = 8;
    /** Time between two looks at the measured part. */
    private static final int LOOK = 15;
    /** The number of samples without a new maximum of the size of the sstables, at the end of ageing. */
    private static final int SHAPE_SAMPLES = 5;

    private static final Duration LAG = Duration.ofSeconds(4);

    private final LoadGenerator client;
    private final Ycsb ycsb;
    private final SustainedProtocol protocol;
    private final DebtRecorder debt;
    private final Path folder;
    private final TrialPhase.Listener listener;
    private final OptionalDouble floor;
    private final Map<String, String> properties;
    private final double dataBytes;
    private TrialPhase phase = TrialPhase.AGEING;
    private int begin = -1;
    private int beginOfDebt;
    private long beginNanos;
    private long endNanos;
    private OptionalDouble cpuBefore = OptionalDouble.empty();
    private OptionalDouble cpuAfter = OptionalDouble.empty();
    private int nextLook;
    private int looks;
    private Optional<TrialFailure.Eliminated> elimination = Optional.empty();
    private long failures;

    /**
     * @param seed seed of the operations
     * @param floor throughput that the trial must be able to reach, or it ends early
     */
    SustainedLoad(
            LoadGenerator client,
            Ycsb ycsb,
            Workload workload,
            long seed,
            DebtRecorder debt,
            Path folder,
            TrialPhase.Listener listener,
            OptionalDouble floor) {
        this.client = client;
        this.ycsb = ycsb;
        this.protocol = client.conditions().sustained().orElseThrow();
        this.debt = debt;
        this.folder = folder;
        this.listener = listener;
        this.floor = floor;
        this.properties = new LinkedHashMap<>(client.conditions().ycsb(workload));
        // CoreWorkload accepts no seed
        this.properties.put("workload", "io.rafiki.ycsb.MetagenomicsWorkload");
        this.properties.put("rafiki.seed", Long.toString(seed));
        this.dataBytes = client.conditions().data().bytes();
    }

    /** Runs all parts. */
    SustainedMeasurement drive() throws IOException, InterruptedException {
        double agedSeconds = writes() && debt.hasCompactions() ? age() : 0;
        double turnover = debt.flushedBytes() / dataBytes;
        YcsbResult result = measure();
        int end = Math.min(
                begin + (int) protocol.max().toSeconds(),
                result.series().perSecond().size());
        SustainedRate rate = rate(result.perSecond(begin, end));
        List<OpenLoop> open = new ArrayList<>();
        if (!protocol.openLoop().isZero() && elimination.isEmpty()) {
            for (double share : SHARES) {
                open.add(openLoop(Optional.of(share), share * rate.throughput().mean()));
            }
            if (protocol.openLoopRate().isPresent()) {
                open.add(openLoop(Optional.empty(), protocol.openLoopRate().get()));
            }
        }
        Double busy = cpuBefore.isPresent() && cpuAfter.isPresent()
                ? Double.valueOf((cpuAfter.getAsDouble() - cpuBefore.getAsDouble())
                        / ((endNanos - beginNanos) / 1e9 * client.processorCount()))
                : null;
        return new SustainedMeasurement(
                result, begin, end, rate, agedSeconds, turnover, busy, open, debt.samples(), failures, elimination);
    }

    private boolean writes() {
        return weight("updateproportion") + weight("insertproportion") + weight("readmodifywriteproportion") > 0;
    }

    private double weight(String property) {
        return Double.parseDouble(properties.getOrDefault(property, "0"));
    }

    private double age() throws IOException, InterruptedException {
        long start = System.nanoTime();
        Map<String, String> updates = new LinkedHashMap<>(properties);
        updates.putAll(Map.of(
                "readproportion", "0",
                "scanproportion", "0",
                "insertproportion", "0",
                "readmodifywriteproportion", "0",
                "updateproportion", "1"));
        listen(TrialPhase.AGEING);
        long longest = protocol.ageing().toSeconds();
        run(
                updates,
                protocol.ageing(),
                "ageing",
                pid -> isAged() || secondsSoFar("ageing") >= longest ? Ycsb.Next.ENOUGH : Ycsb.Next.GO_ON);
        return (System.nanoTime() - start) / 1e9;
    }

    private boolean isAged() throws IOException {
        List<DebtSample> samples = debt.samples();
        int recent = samples.size() - SHAPE_SAMPLES;
        return recent > 0
                && debt.flushedBytes() >= protocol.turnover() * dataBytes
                && largest(samples.subList(recent, samples.size()))
                        <= (1 + DebtTrend.BOUND) * largest(samples.subList(0, recent));
    }

    /** The size of sstables rises and falls with each compaction, so its maximum shows whether it still grows. */
    private static double largest(List<DebtSample> samples) {
        return samples.stream()
                .map(DebtSample::liveMiB)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }

    private YcsbResult measure() throws IOException, InterruptedException {
        listen(TrialPhase.WARM_UP);
        Path files = folder.resolve("measurement");
        Duration most = MAX_WARM_UP.plusSeconds(SETTLE).plus(protocol.max()).plus(LAG);
        YcsbResult result;
        try (NodeActivity compilation = client.target().activity()) {
            result = run(
                    properties,
                    most,
                    "measurement",
                    pid -> step(MeasuredSeries.soFar(files).perSecond(), pid, compilation));
        }
        long required =
                elimination.isPresent() ? EarlyStop.seconds(1) : protocol.min().toSeconds();
        if (begin < 0 || result.series().perSecond().size() < begin + required) {
            throw new YcsbException("YCSB: expected " + required
                    + " s of measurement, found an end after "
                    + result.series().perSecond().size() + " s.");
        }
        return result;
    }

    private Ycsb.Next step(List<Double> perSecond, long pid, NodeActivity compilation)
            throws IOException, InterruptedException {
        int known = perSecond.size();
        if (begin < 0) {
            double share = compilation.share();
            if (known >= MIN_WARM_UP.toSeconds() && (share < NodeActivity.DONE || known >= MAX_WARM_UP.toSeconds())) {
                client.pin().pin(pid);
                begin = known + SETTLE;
                beginOfDebt = debt.second() + SETTLE;
                nextLook = begin + (int) protocol.min().toSeconds();
            }
            return Ycsb.Next.GO_ON;
        }
        if (known >= begin && cpuBefore.isEmpty()) {
            listen(TrialPhase.MEASUREMENT);
            beginNanos = System.nanoTime();
            cpuBefore = ProcessUsage.cpuSeconds(pid);
        }
        if (isEliminated(perSecond, known)) {
            return end(pid);
        }
        if (known < nextLook) {
            return Ycsb.Next.GO_ON;
        }
        nextLook += LOOK;
        if (known >= begin + protocol.max().toSeconds()
                || rate(measured(perSecond, known)).isStationary()) {
            return end(pid);
        }
        nextLook = Math.min(nextLook, begin + (int) protocol.max().toSeconds());
        return Ycsb.Next.GO_ON;
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
     * Keeps a fixed rate. The client counts latencies from the intended start of each operation.
     *
     * @param share share of the sustained rate; empty for the rate of the plan
     * @param target operations per second
     */
    private OpenLoop openLoop(Optional<Double> share, double target) throws IOException, InterruptedException {
        listen(TrialPhase.OPEN_LOOP);
        // a read-modify-write counts as two operations
        double perTransaction = 1 + weight("readmodifywriteproportion") / proportions();
        Map<String, String> fixed = new LinkedHashMap<>(properties);
        fixed.put("target", Long.toString(Math.max(1, Math.round(target / perTransaction))));
        fixed.put("measurement.interval", "intended");
        int end = SETTLE + (int) protocol.openLoop().toSeconds();
        String part = "open-"
                + share.map(known -> String.valueOf(Math.round(100 * known))).orElse("rate");
        YcsbResult result = run(
                fixed,
                Duration.ofSeconds(end).plus(LAG),
                part,
                pid -> secondsSoFar(part) >= end ? Ycsb.Next.ENOUGH : Ycsb.Next.GO_ON);
        // nearly from the start, so that a backlog does not look like a higher rate; the first second is a part of one
        double[] achieved = result.perSecond(1, end);
        Histogram all = new Histogram(3);
        Map<String, TrialLatency> latencies = new LinkedHashMap<>();
        result.latencies(SETTLE, end).forEach((name, histogram) -> {
            all.add(histogram);
            latencies.put(name, TrialLatency.of(histogram));
        });
        double sum = 0;
        for (double second : achieved) {
            sum += second;
        }
        return new OpenLoop(
                share.orElse(null),
                Throughput.round(target),
                Throughput.round(sum / achieved.length),
                all.getValueAtPercentile(99),
                latencies,
                result.pauses(SETTLE, end).getValueAtPercentile(99));
    }

    private int secondsSoFar(String part) throws IOException {
        return MeasuredSeries.soFar(folder.resolve(part)).perSecond().size();
    }

    private double proportions() {
        return weight("readproportion")
                + weight("updateproportion")
                + weight("insertproportion")
                + weight("scanproportion")
                + weight("readmodifywriteproportion");
    }

    private YcsbResult run(Map<String, String> with, Duration length, String name, Ycsb.Watch watch)
            throws IOException, InterruptedException {
        YcsbResult result = client.run(ycsb, with, length, folder.resolve(name), pid -> {
            debt.look(phase, pid);
            return watch.next(pid);
        });
        failures += result.failures();
        return result;
    }

    private void listen(TrialPhase now) {
        phase = now;
        listener.phase(now);
    }
}
