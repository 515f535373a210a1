package io.rafiki.trainer.trial;

import io.rafiki.trainer.ycsb.DataSetSpec;
import io.rafiki.trainer.ycsb.MeasuredSeries;
import io.rafiki.trainer.ycsb.Ycsb;
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
import java.util.OptionalLong;

/**
 * The load of a trial that measures sustained throughput, in several YCSB runs on one node.
 *
 * <ol>
 *   <li>Ageing: updates only, until the node has flushed a multiple of the data and the size of its sstables has no new maximum.
 *   <li>Closed loop with the workload: a warm-up on all processors, then the measured part on the node's own processors.
 *   <li>With several states, updates only, until the node has flushed what it would before the next state; compactions get the time that
 *       they would have had. Then another closed loop.
 *   <li>Open loops at 75 % and 95 % of the measured rate. If the plan states a rate, an open loop at this rate follows each closed loop: at
 *       a fixed rate the node spends equal times in all states. There are none if the protocol has none or the race eliminated the
 *       configuration.
 * </ol>
 *
 * <p>A tiered strategy merges its largest files once in several turnovers of the data. Before and after, the files differ by a factor of
 * three in size, and throughput by up to eleven. A workload with few writes takes hours from one state to the next, so a trial skips the
 * time between them.
 */
final class SustainedLoad {

    /** Shares of the sustained rate at which latency is measured. */
    static final List<Double> SHARES = List.of(0.75, 0.95);

    /** The number of samples without a new maximum of the size of the sstables, at the end of ageing. */
    private static final int SHAPE_SAMPLES = 5;

    private static final Duration LAG = Duration.ofSeconds(4);

    /** The longest wait for compactions before a state. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    /** A run needs operations. An earlier write can be flushed as it begins. */
    private static final int SHORTEST_UPDATES = 2;

    private static final long POLL_MILLIS = 500;

    private final LoadGenerator client;
    private final Ycsb ycsb;
    private final SustainedProtocol protocol;
    private final DebtRecorder debt;
    private final Path folder;
    private final TrialPhase.Listener listener;
    private final OptionalDouble floor;
    private final Map<String, String> properties;
    private final long seed;
    private final DataSetSpec data;
    private TrialPhase phase = TrialPhase.AGEING;
    private Optional<TrialFailure.Eliminated> elimination = Optional.empty();
    private long failures;

    /**
     * @param seed seed of the operations
     * @param floor throughput that the trial must be able to reach, or it ends early; not used with several states, of which the first can
     *     be the slowest
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
        this.seed = seed;
        this.properties = new LinkedHashMap<>(client.conditions().ycsb(workload));
        // CoreWorkload accepts no seed
        this.properties.put("workload", "io.rafiki.ycsb.MetagenomicsWorkload");
        this.data = client.conditions().data();
    }

    /** Runs all parts. */
    SustainedMeasurement drive() throws IOException, InterruptedException {
        boolean changes = writes() > 0 && debt.hasCompactions();
        Aged aged = changes ? age() : new Aged(0, 0);
        double turnover = debt.flushedBytes() / data.bytes();
        double bytesPerOperation = writes() * aged.bytesPerUpdate();
        double bytesPerState = protocol.turnover() * data.bytes() / protocol.states();
        List<MeasuredState> states = new ArrayList<>();
        List<YcsbResult> atRate = new ArrayList<>();
        double written = 0;
        for (int number = 0; number < (changes ? protocol.states() : 1); number++) {
            if (number > 0) {
                double rate = states.get(number - 1).rate().throughput().mean();
                skip(number, bytesPerState - written, rate * bytesPerOperation);
            }
            MeasuredState state = measure(number);
            states.add(state);
            double operations = operations(state.result());
            if (hasOpenLoops() && protocol.openLoopRate().isPresent()) {
                YcsbResult loop = openLoop(
                        numbered("open-rate", number), protocol.openLoopRate().get());
                atRate.add(loop);
                operations += operations(loop);
            }
            written = operations * bytesPerOperation;
        }
        double perState = changes ? bytesPerState / bytesPerOperation : 0;
        SustainedRate rate =
                SustainedRate.over(states.stream().map(MeasuredState::rate).toList(), perState);
        List<OpenLoop> open = openLoops(rate.throughput().mean(), atRate);
        return new SustainedMeasurement(
                states, perState, rate, aged.seconds(), turnover, open, debt.samples(), failures, elimination);
    }

    /** Runs the open loops at shares of the measured rate, and adds the completed ones at the plan's rate. */
    private List<OpenLoop> openLoops(double measured, List<YcsbResult> atRate)
            throws IOException, InterruptedException {
        List<OpenLoop> open = new ArrayList<>();
        if (hasOpenLoops()) {
            for (double share : SHARES) {
                double target = share * measured;
                YcsbResult loop = openLoop("open-" + Math.round(100 * share), target);
                open.add(OpenLoop.of(share, target, List.of(loop), ClosedLoop.SETTLE, endOfOpenLoop()));
            }
        }
        if (!atRate.isEmpty()) {
            double target = protocol.openLoopRate().orElseThrow();
            open.add(OpenLoop.of(null, target, atRate, ClosedLoop.SETTLE, endOfOpenLoop()));
        }
        return open;
    }

    /** Writes per operation. A read-modify-write counts as two operations. */
    private double writes() {
        double readsAndWrites = weight("readmodifywriteproportion");
        return (weight("updateproportion") + weight("insertproportion") + readsAndWrites)
                / (proportions() + readsAndWrites);
    }

    private double weight(String property) {
        return Double.parseDouble(properties.getOrDefault(property, "0"));
    }

    /**
     * A completed ageing.
     *
     * @param bytesPerUpdate flushed bytes per update; those of a row if there was no flush
     */
    private record Aged(double seconds, double bytesPerUpdate) {}

    private Aged age() throws IOException, InterruptedException {
        long start = System.nanoTime();
        YcsbResult result = update(0, "ageing", this::isAged);
        double flushed = debt.flushedBytes();
        return new Aged(
                (System.nanoTime() - start) / 1e9,
                flushed > 0 ? flushed / operations(result) : (double) data.bytes() / data.records());
    }

    /** A condition that ends a run. */
    @FunctionalInterface
    private interface Enough {
        boolean isEnough() throws IOException;
    }

    /** Updates only, until it is enough or the longest time of ageing is over. */
    private YcsbResult update(int state, String part, Enough enough) throws IOException, InterruptedException {
        Map<String, String> updates = new LinkedHashMap<>(properties(state));
        updates.putAll(Map.of(
                "readproportion", "0",
                "scanproportion", "0",
                "insertproportion", "0",
                "readmodifywriteproportion", "0",
                "updateproportion", "1"));
        listen(TrialPhase.AGEING);
        long longest = protocol.ageing().toSeconds();
        return run(updates, protocol.ageing(), part, pid -> {
            int seconds = secondsSoFar(part);
            boolean ends = seconds >= longest || (seconds >= SHORTEST_UPDATES && enough.isEnough());
            return ends ? Ycsb.Next.ENOUGH : Ycsb.Next.GO_ON;
        });
    }

    /** In each state the clients choose other rows. */
    private Map<String, String> properties(int state) {
        Map<String, String> seeded = new LinkedHashMap<>(properties);
        seeded.put("rafiki.seed", Long.toString(seed + state));
        return seeded;
    }

    private boolean isAged() throws IOException {
        List<DebtSample> samples = debt.samples();
        int recent = samples.size() - SHAPE_SAMPLES;
        return recent > 0
                && debt.flushedBytes() >= protocol.turnover() * data.bytes()
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

    /**
     * Skips the time until the next state.
     *
     * @param bytes that the workload would flush in this time
     * @param rate of the workload in flushed bytes per second
     */
    private void skip(int state, double bytes, double rate) throws IOException, InterruptedException {
        if (bytes <= 0) {
            return;
        }
        long start = System.nanoTime();
        double before = debt.flushedBytes();
        update(state, numbered("ageing", state), () -> debt.flushedBytes() - before >= bytes);
        double wait = Math.min((double) LONGEST_WAIT.toSeconds(), bytes / rate - (System.nanoTime() - start) / 1e9);
        long end = System.nanoTime() + Math.round(1e9 * wait);
        while (debt.isCompacting() && end - System.nanoTime() > 0) {
            Thread.sleep(POLL_MILLIS);
            debt.look(phase, OptionalLong.empty());
        }
    }

    private MeasuredState measure(int state) throws IOException, InterruptedException {
        listen(TrialPhase.WARM_UP);
        String part = numbered("measurement", state);
        ClosedLoop loop = new ClosedLoop(
                client,
                debt,
                protocol.perState(),
                state == 0,
                protocol.states() > 1 ? OptionalDouble.empty() : floor,
                this::listen);
        try (NodeActivity compilation = client.target().activity()) {
            YcsbResult result =
                    run(properties(state), loop.longest(), part, loop.watch(folder.resolve(part), compilation));
            elimination = loop.elimination();
            return loop.measured(result);
        }
    }

    private boolean hasOpenLoops() {
        return !protocol.openLoop().isZero() && elimination.isEmpty();
    }

    private int endOfOpenLoop() {
        return ClosedLoop.SETTLE + (int) protocol.openLoop().toSeconds();
    }

    /**
     * Keeps a fixed rate. The client counts latencies from the intended start of each operation.
     *
     * @param target operations per second
     */
    private YcsbResult openLoop(String part, double target) throws IOException, InterruptedException {
        listen(TrialPhase.OPEN_LOOP);
        // a read-modify-write counts as two operations
        double perTransaction = 1 + weight("readmodifywriteproportion") / proportions();
        Map<String, String> fixed = new LinkedHashMap<>(properties(protocol.states()));
        fixed.put("target", Long.toString(Math.max(1, Math.round(target / perTransaction))));
        fixed.put("measurement.interval", "intended");
        int end = endOfOpenLoop();
        return run(
                fixed,
                Duration.ofSeconds(end).plus(LAG),
                part,
                pid -> secondsSoFar(part) >= end ? Ycsb.Next.ENOUGH : Ycsb.Next.GO_ON);
    }

    private static double operations(YcsbResult result) {
        return result.series().perSecond().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    /** The first state has the name alone. */
    private static String numbered(String part, int state) {
        return state == 0 ? part : part + "-" + (state + 1);
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
            debt.look(phase, OptionalLong.of(pid));
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
