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
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The load of a trial that measures sustained throughput, in several YCSB runs on one node.
 *
 * <ol>
 *   <li>Ageing: updates only, until the node has flushed a multiple of the data and the size of its sstables has no new maximum.
 *   <li>Closed loop with the workload: a warm-up on all processors, then a burn-in and the measured part on the node's own processors.
 *   <li>With several states, updates only, until the node has flushed what it would before the next state. Then another closed loop.
 *   <li>Open loops at 75 % and 95 % of the measured rate, and one in up to four states if the plan states a rate: at a fixed rate the node
 *       spends equal times in all states. There are none if the protocol has none or the race eliminated the configuration.
 * </ol>
 *
 * <p>A tiered strategy merges its largest files once in several turnovers of the data. Before and after, the files differ by a factor of
 * three in size, and throughput by up to eleven. A workload with few writes takes hours from one state to the next, so a trial skips the
 * time between them.
 *
 * <p>A workload with many writes reaches the next state by itself. A pause or an open loop would be a rest for its compactions. So one closed
 * loop measures all states, and the open loop at the plan's rate follows.
 */
final class SustainedLoad {

    /** Shares of the sustained rate at which latency is measured. */
    static final List<Double> SHARES = List.of(0.75, 0.95);

    private static final Duration LAG = Duration.ofSeconds(4);

    /** A run needs operations. An earlier write can be flushed as it begins. */
    private static final int SHORTEST_UPDATES = 2;

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
    private final Ageing ageing;
    private TrialPhase phase = TrialPhase.AGEING;
    private Optional<TrialFailure.Eliminated> elimination = Optional.empty();
    private boolean reachesNextState;
    private int runs;
    private long inserted;
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
        this.ageing = new Ageing(protocol, data, seed, debt, this::update);
    }

    /** Runs all parts. */
    SustainedMeasurement drive() throws IOException, InterruptedException {
        double updates = updatesPerOperation(properties);
        boolean changes = updates > 0 && debt.hasCompactions();
        Ageing.Aged aged = changes ? ageing.first(updates, bytesPerUpdate()) : new Ageing.Aged(0, 0);
        double turnover = debt.flushedBytes() / data.bytes();
        double bytesPerOperation = updates * aged.bytesPerUpdate();
        double bytesPerState = protocol.turnover() * data.bytes() / protocol.states();
        int parts = changes ? protocol.states() : 1;
        OptionalDouble required = parts > 1 ? OptionalDouble.empty() : floor;
        SustainedProtocol.Length perPart = protocol.perState(parts);
        // a pause between two states would be a rest for the compactions
        ClosedLoop.Lengths first = throughput -> {
            reachesNextState = throughput * bytesPerOperation * perPart.max().toSeconds() >= bytesPerState;
            return reachesNextState ? protocol.perState(1) : perPart;
        };
        List<MeasuredState> states = new ArrayList<>();
        List<OpenLoop.Run> atRate = new ArrayList<>();
        double written = 0;
        int count = parts;
        for (int number = 0; number < count; number++) {
            MeasuredState state = number == 0
                    ? measure(0, first, changes ? protocol.burnIn() : Duration.ZERO, required)
                    : measure(number, throughput -> perPart, protocol.laterBurnIn(), required);
            states.add(state);
            count = reachesNextState ? 1 : count;
            long end = System.nanoTime();
            written += state.result().operations() * bytesPerOperation;
            double bytesPerSecond = state.rate().throughput().mean() * bytesPerOperation;
            double untilNext = changes ? (bytesPerState - written) / bytesPerSecond : Double.POSITIVE_INFINITY;
            if (hasOpenLoopAtRate() && protocol.hasOpenLoopAfter(number, parts) && untilNext >= secondsOfOpenLoop(1)) {
                OpenLoop.Run loop = openLoopAtRate(number, 1);
                atRate.add(loop);
                written += loop.result().operations() * bytesPerOperation;
            }
            boolean isLast = number + 1 == count;
            written = isLast || written >= bytesPerState
                    ? 0
                    : ageing.next(number + 1, bytesPerState - written, end + Ageing.nanos(untilNext));
        }
        double perState = changes ? bytesPerState / bytesPerOperation : 0;
        SustainedRate rate =
                SustainedRate.over(states.stream().map(MeasuredState::rate).toList(), perState);
        List<OpenLoop> open = openLoops(rate.throughput().mean(), atRate, parts);
        return new SustainedMeasurement(
                states, perState, rate, aged.seconds(), turnover, open, debt.samples(), failures, elimination);
    }

    /**
     * Runs the open loops at shares of the measured rate, and those at the plan's rate that had no place after their states.
     *
     * @param atRate completed ones at the plan's rate
     * @param states number of states
     */
    private List<OpenLoop> openLoops(double measured, List<OpenLoop.Run> atRate, int states)
            throws IOException, InterruptedException {
        List<OpenLoop> open = new ArrayList<>();
        if (hasOpenLoops()) {
            for (double share : SHARES) {
                double target = settable(share * measured);
                OpenLoop.Run loop = openLoop("open-" + Math.round(100 * share), target, 1);
                open.add(OpenLoop.of(share, target, List.of(loop), ClosedLoop.SETTLE));
            }
        }
        if (hasOpenLoopAtRate()) {
            List<OpenLoop.Run> all = new ArrayList<>(atRate);
            int missing = protocol.openLoopsAtRate(states) - all.size();
            if (missing > 0) {
                ageing.rest(states);
                all.add(openLoopAtRate(states, missing));
            }
            open.add(OpenLoop.of(null, protocol.openLoopRate().orElseThrow(), all, ClosedLoop.SETTLE));
        }
        return open;
    }

    /** Updates per operation. A read-modify-write counts as two operations, an insert as the updates that write as much. */
    static double updatesPerOperation(Map<String, String> properties) {
        double readsAndWrites = weight(properties, "readmodifywriteproportion");
        double inserts = updatesPerInsert(properties) * weight(properties, "insertproportion");
        return (weight(properties, "updateproportion") + inserts + readsAndWrites)
                / (proportions(properties) + readsAndWrites);
    }

    /** An insert writes all fields, and an update by default one. */
    private static int updatesPerInsert(Map<String, String> properties) {
        return Boolean.parseBoolean(properties.get("writeallfields"))
                ? 1
                : Integer.parseInt(properties.getOrDefault("fieldcount", "1"));
    }

    /** Payload of an update. */
    private double bytesPerUpdate() {
        return (double) data.bytes() / data.records() / updatesPerInsert(properties);
    }

    private static double weight(Map<String, String> properties, String property) {
        return Double.parseDouble(properties.getOrDefault(property, "0"));
    }

    /**
     * Updates only, until it is enough or the longest time of ageing is over. The condition is first tested after two measured seconds,
     * which is three to four seconds after the start.
     */
    private YcsbResult update(String part, Ageing.Enough enough) throws IOException, InterruptedException {
        Map<String, String> updates = new LinkedHashMap<>(properties);
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

    private MeasuredState measure(int state, ClosedLoop.Lengths lengths, Duration burnIn, OptionalDouble required)
            throws IOException, InterruptedException {
        listen(TrialPhase.WARM_UP);
        String part = numbered("measurement", state);
        ClosedLoop loop = new ClosedLoop(client, debt, lengths, burnIn, state == 0, required, this::listen);
        try (NodeActivity compilation = client.target().activity()) {
            YcsbResult result = run(
                    properties, loop.longest(protocol.longest()), part, loop.watch(folder.resolve(part), compilation));
            elimination = loop.elimination();
            return loop.measured(result);
        }
    }

    private boolean hasOpenLoops() {
        return !protocol.openLoop().isZero() && elimination.isEmpty();
    }

    private boolean hasOpenLoopAtRate() {
        return hasOpenLoops() && protocol.openLoopRate().isPresent();
    }

    /** The length of an open loop, with a measured part so many times as long as the protocol's. */
    private int secondsOfOpenLoop(int times) {
        return ClosedLoop.SETTLE + times * (int) protocol.openLoop().toSeconds();
    }

    private OpenLoop.Run openLoopAtRate(int state, int times) throws IOException, InterruptedException {
        return openLoop(numbered("open-rate", state), protocol.openLoopRate().orElseThrow(), times);
    }

    /**
     * Keeps a fixed rate. The client counts latencies from the intended start of each operation.
     *
     * @param target operations per second
     * @param times length of the measured part, as a multiple of the protocol's
     */
    private OpenLoop.Run openLoop(String part, double target, int times) throws IOException, InterruptedException {
        listen(TrialPhase.OPEN_LOOP);
        Map<String, String> fixed = new LinkedHashMap<>(properties);
        fixed.put("target", Long.toString(transactions(target)));
        fixed.put("measurement.interval", "intended");
        int end = secondsOfOpenLoop(times);
        YcsbResult result = run(
                fixed,
                Duration.ofSeconds(end).plus(LAG),
                part,
                pid -> secondsSoFar(part) >= end ? Ycsb.Next.ENOUGH : Ycsb.Next.GO_ON);
        return new OpenLoop.Run(result, end);
    }

    /** The nearest rate that YCSB can keep: it accepts whole transactions per second. */
    private double settable(double operations) {
        return transactions(operations) * operationsPerTransaction();
    }

    private long transactions(double operations) {
        return Math.max(1, Math.round(operations / operationsPerTransaction()));
    }

    /** A read-modify-write counts as two operations. */
    private double operationsPerTransaction() {
        return 1 + weight(properties, "readmodifywriteproportion") / proportions(properties);
    }

    /** The first state has the name alone. */
    static String numbered(String part, int state) {
        return state == 0 ? part : part + "-" + (state + 1);
    }

    private int secondsSoFar(String part) throws IOException {
        return MeasuredSeries.soFar(folder.resolve(part)).perSecond().size();
    }

    private static double proportions(Map<String, String> properties) {
        return weight(properties, "readproportion")
                + weight(properties, "updateproportion")
                + weight(properties, "insertproportion")
                + weight(properties, "scanproportion")
                + weight(properties, "readmodifywriteproportion");
    }

    /** In each run the clients choose other rows, and insert rows after those of the earlier runs. */
    private YcsbResult run(Map<String, String> with, Duration length, String name, Ycsb.Watch watch)
            throws IOException, InterruptedException {
        Map<String, String> seeded = new LinkedHashMap<>(with);
        seeded.put("rafiki.seed", Long.toString(seed + runs++));
        if (weight(properties, "insertproportion") > 0) {
            seeded.put("rafiki.inserted", Long.toString(inserted));
        }
        YcsbResult result = client.run(ycsb, seeded, length, folder.resolve(name), pid -> {
            debt.look(phase, OptionalLong.of(pid));
            return watch.next(pid);
        });
        failures += result.failures();
        // the last insert of each thread can be incomplete, and all rows before the next run's must exist
        inserted += Math.max(0, result.inserts() - client.conditions().threads());
        return result;
    }

    private void listen(TrialPhase now) {
        phase = now;
        listener.phase(now);
    }
}
