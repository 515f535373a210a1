package io.rafiki.control;

import io.rafiki.cluster.EpochFence;
import io.rafiki.cluster.RolloutTarget;
import io.rafiki.control.configuration.ConfigurationApplier;
import io.rafiki.control.configuration.ExternalChanges;
import io.rafiki.control.configuration.KnobHistory;
import io.rafiki.control.configuration.TableFilter;
import io.rafiki.control.configuration.TunedNode;
import io.rafiki.control.executor.BoundedWait;
import io.rafiki.control.executor.EffectRunner;
import io.rafiki.control.executor.LoopExecutor;
import io.rafiki.control.executor.ModelRegistry;
import io.rafiki.control.executor.NodeHealthCheck;
import io.rafiki.control.executor.NodeSensor;
import io.rafiki.control.executor.SearchRunner;
import io.rafiki.control.machine.ControlMachine;
import io.rafiki.control.machine.ControlState;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.ModelEngine;
import io.rafiki.control.proposal.ModelLoader;
import io.rafiki.control.reason.Activity;
import io.rafiki.control.reason.Problem;
import io.rafiki.control.record.JournalReplay;
import io.rafiki.control.record.JournalWriter;
import io.rafiki.control.record.LoopTimings;
import io.rafiki.control.record.LoopTimings.Step;
import io.rafiki.control.rewrite.CompactionMonitor;
import io.rafiki.control.rewrite.CompactionRates;
import io.rafiki.control.rewrite.NodeCompactions;
import io.rafiki.control.rewrite.RewriteThrottle;
import io.rafiki.control.rewrite.ThrottleKnob;
import io.rafiki.control.rewrite.TrialCompaction;
import io.rafiki.control.rollout.ClusterTarget;
import io.rafiki.control.rollout.ExplorationPlanner;
import io.rafiki.control.rollout.PermanentValues;
import io.rafiki.control.rollout.RolloutChanges;
import io.rafiki.control.rollout.RolloutExecutor;
import io.rafiki.control.status.StatusPublisher;
import io.rafiki.decision.Budget;
import io.rafiki.decision.FeasibleRegion;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.HealthLimits;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Policy;
import io.rafiki.decision.ProposalReason.Mismatch;
import io.rafiki.decision.QuietHours;
import io.rafiki.decision.RegressionLimits;
import io.rafiki.decision.RewriteCostLimits;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.model.Provenance;
import io.rafiki.node.CompilationShare;
import io.rafiki.node.DiskSpace;
import io.rafiki.node.HealthBeans;
import io.rafiki.node.JvmWarmUp;
import io.rafiki.node.NodeAdapters;
import io.rafiki.node.NodeThreads;
import io.rafiki.node.SchemaChange;
import io.rafiki.reason.Reason;
import io.rafiki.search.GeneticSearch;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.ClientCounts;
import io.rafiki.workload.CounterSample;
import io.rafiki.workload.CounterSource;
import io.rafiki.workload.StationarityTest;
import io.rafiki.workload.TableCounts;
import io.rafiki.workload.WindowAssembler;
import io.rafiki.workload.WorkloadFeature;
import io.rafiki.workload.WorkloadSensors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.ToIntBiFunction;
import java.util.stream.Stream;

/** A tuner on a {@link LoneNode} with a hand-turned clock, counters and model; windows of 10 s, no cool-down. */
final class Rig {

    private static final Duration WINDOW = Duration.ofSeconds(10);

    static final Provenance PROVENANCE = new Provenance(
            Map.of("cores", "2", "heapMiB", "1024", "cassandra", "5.0.9", "java", "17.0.15"), 40, "hash", "train", 1);

    final LoneNode node;
    final Path journal;
    final Path permanentValues;
    final RewriteFiles data;

    /** Statements that changed the schema. */
    final List<String> statements = new ArrayList<>();

    SchemaChange schema = statements::add;

    final KnobCatalogue catalogue;
    KnobSpace space;
    Duration coolDown = Duration.ZERO;
    double maxDrift = Double.POSITIVE_INFINITY;
    Duration paybackHorizon = Duration.ofMinutes(1);
    Set<ChangeCost> costs = Set.of(ChangeCost.INSTANT, ChangeCost.NEW_DATA);
    Budget budget = new Budget(1_000, 1_000);
    RegressionLimits watch = new RegressionLimits(Duration.ZERO, 0.1);
    Duration externalChangeHold = Duration.ZERO;
    Duration afterRestart = Duration.ZERO;
    QuietHours quietHours = QuietHours.NONE;

    /** Enough for a rewrite; for a trial compaction only if the present file is smaller. */
    DiskSpace.Volume room = new DiskSpace.Volume("disk", 200_100_000_000L, 1_000_000_000_000L);

    DiskSpace.Volumes volumes = directory -> room;
    /** What a request takes, by the sizes of the pools. */
    ToIntBiFunction<Integer, Integer> micros = (readers, writers) -> 500;

    List<Mismatch> mismatches = List.of();
    ModelLoader bundles = this::model;
    CompilationShare.Source compilation = CompilationShare.Source.NONE;
    Mode mode = Mode.AUTO;
    boolean restoresOnStop;
    boolean isInCluster;
    boolean explores;
    String caller = "an operator";

    /** How a command waits for its own effects; it executes them itself. */
    BoundedWait answers = new BoundedWait(Runnable::run, Duration.ZERO);

    BoundedWait orders = new BoundedWait(Runnable::run, Duration.ZERO);

    final RecordedLog log = new RecordedLog();

    /** Durations of the steps of the loop. */
    final Map<Step, List<Duration>> durations = new EnumMap<>(Step.class);

    private final LoopTimings timings = (step, time) ->
            durations.computeIfAbsent(step, first -> new ArrayList<>()).add(time);
    ControlLoop tuner;

    List<String> tune = List.of();

    /** Share of the operations of each added table. */
    private final Map<String, Double> shares = new LinkedHashMap<>();

    /** Read ratio of some tables; {@code ycsb.usertable} has the other operations. */
    private final Map<String, Double> ratios = new LinkedHashMap<>();

    private final Map<String, long[]> ownCounts = new LinkedHashMap<>();

    volatile Instant now = Instant.parse("2026-11-21T10:15:00Z");
    private long nanos;
    private long reads;
    private long writes;
    private long readMicros;
    private long writeMicros;
    CounterSource counters = () -> new CounterSample(
            nanos,
            Stream.concat(
                            Stream.of(counts("ycsb.usertable", 1 - sharesOfOthers())),
                            shares.entrySet().stream().map(table -> counts(table.getKey(), table.getValue())))
                    .toList(),
            new ClientCounts(reads, readMicros, writes, writeMicros));
    int journalAttempts;
    private JournalWriter open;

    /** Executes the calls that last seconds. */
    Executor background = Runnable::run;

    Rig(Path folder) throws Exception {
        this(folder, new LoneNode());
    }

    /** On a node that another tuner may have too. */
    Rig(Path folder, LoneNode node) throws Exception {
        this(folder, node, Path.of("../conf/knobs/cassandra-5.0.yaml"));
    }

    Rig(Path folder, Path catalogueFile) throws Exception {
        this(folder, new LoneNode(), catalogueFile);
    }

    private Rig(Path folder, LoneNode node, Path catalogueFile) throws Exception {
        this.node = node;
        journal = folder.resolve("journal.jsonl");
        permanentValues = folder.resolve("rafiki-cassandra.yaml");
        data = new RewriteFiles(node, folder.resolve("data"));
        catalogue = KnobCatalogue.read(catalogueFile, new NodeResources(2, 1024));
        space = catalogue.space(List.of("concurrent_writes", "concurrent_reads", "concurrent_compactors"));
    }

    /** Starts a tuner, as after a start of the node; the one before lets go of the journal. The first sample is taken. */
    Rig start() throws Exception {
        startUnticked();
        tuner.tick();
        return this;
    }

    Rig startUnticked() throws Exception {
        stop();
        GuardrailConfig limits = limits();
        Clock clock = new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
        open = new JournalWriter(journal, clock, WINDOW, () -> {
            journalAttempts++;
            return new JournalReplay(catalogue, WorkloadSensors.features());
        });
        NodeAdapters adapters = NodeAdapters.of(
                node.server,
                catalogue,
                new DiskSpace(node.server, directory -> volumes.of(directory))::disks,
                NodeThreads.Source.NONE,
                compilation,
                schema,
                background);
        TunedNode adapter = new TunedNode(adapters.knobs(), adapters.schema(), catalogue, new TableFilter(tune));
        NodeCompactions compactions = new NodeCompactions(adapter, adapters);
        ExternalChanges external = new ExternalChanges(open);
        KnobHistory knobs = new KnobHistory(adapter, catalogue, external, log);
        CompactionMonitor rewrites = new CompactionMonitor(
                compactions,
                new RewriteThrottle(
                        new ThrottleKnob(adapters.knobs(), catalogue, external),
                        knobs,
                        open,
                        log,
                        Set.of(),
                        limits.externalChangeHold()),
                new CompactionRates(
                        compactions,
                        new TrialCompaction(compactions, open, log, clock),
                        new JvmWarmUp(adapters.compilation(), WINDOW)),
                limits,
                log,
                timings);
        NodeSensor sensor = new NodeSensor(
                counters,
                new WindowAssembler(WINDOW, Duration.ofSeconds(1), ChangeTest.STANDARD),
                adapter,
                new NodeHealthCheck(new HealthBeans(node.server)::read, HealthLimits.STANDARD),
                knobs,
                external,
                rewrites,
                limits.minOperations());
        Policy policy = new Policy(limits, isInCluster);
        EpochFence fence = new EpochFence(highest ->
                open.write(RecordType.EPOCH, "", Map.of("epoch", highest.epoch(), "rollout", highest.rollout())));
        StatusPublisher board = new StatusPublisher(policy, List.of());
        FeasibleRegion reach = new FeasibleRegion(catalogue, limits.allowedCosts(), Set.of());
        LoopExecutor loop = new LoopExecutor(
                ControlState.initial(mode, sensor.reading(now)),
                new ControlMachine(policy, ZoneOffset.UTC, restoresOnStop, Optional.empty()),
                new EffectRunner(
                        adapter,
                        new SearchRunner(
                                adapter,
                                new GeneticSearch(),
                                reach,
                                limits,
                                isInCluster,
                                knobs,
                                rewrites,
                                sensor,
                                timings,
                                clock),
                        new ConfigurationApplier(adapter, open, timings, clock),
                        open,
                        new ModelRegistry(file -> bundles.load(file), Optional.of(Path.of("model.zip"))),
                        knobs,
                        rewrites,
                        sensor,
                        fence,
                        log,
                        timings,
                        clock),
                open,
                board,
                clock,
                answers);
        loop.start(true);
        RolloutTarget rollouts = new ClusterTarget(
                loop,
                sensor,
                new RolloutChanges(adapter, catalogue),
                new PermanentValues(adapter, catalogue, open, adapters.schema(), permanentValues, log),
                explores ? Optional.of(new ExplorationPlanner(adapter, reach, policy, clock)) : Optional.empty(),
                fence,
                new RolloutExecutor(loop, orders, Duration.ofSeconds(10), clock),
                limits.externalChangeHold(),
                clock);
        tuner = new ControlLoop(loop, sensor, adapter, board, rollouts, () -> caller, clock);
        return this;
    }

    GuardrailConfig limits() {
        return new GuardrailConfig(
                1_000,
                0.03,
                2,
                coolDown,
                ChangeTest.STANDARD,
                new StationarityTest(maxDrift, StationarityTest.ERRORS),
                new RewriteCostLimits(paybackHorizon, 32e6, 0.5),
                true,
                costs,
                budget,
                watch,
                HealthLimits.STANDARD,
                afterRestart,
                externalChangeHold,
                quietHours);
    }

    void stop() throws Exception {
        if (open != null) {
            open.close();
        }
    }

    /** Makes the journal unreadable and unwritable. */
    void breakJournal() throws IOException {
        Files.move(journal, journal.resolveSibling("aside"));
        Files.createDirectory(journal);
    }

    void mendJournal() throws IOException {
        Files.delete(journal);
        Files.move(journal.resolveSibling("aside"), journal);
    }

    /** Starts while the journal cannot be read. Afterwards it can be. */
    Rig startBeforeItsJournal() throws Exception {
        stop();
        breakJournal();
        start();
        mendJournal();
        return this;
    }

    /** Creates a table without operations. */
    LoneNode.Bean addTable(String table, String compaction) {
        return addTable(table, compaction, 0, 0);
    }

    /**
     * Creates a table.
     *
     * @param share of the operations
     */
    LoneNode.Bean addTable(String table, String compaction, double share, long bytes) {
        shares.put("ycsb." + table, share);
        try {
            data.addTable(table, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return node.addTable(table, compaction, bytes);
    }

    private double sharesOfOthers() {
        return shares.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Creates a table with an own read ratio. Then {@link #run} states that of the other tables. */
    LoneNode.Bean addTable(String table, String compaction, double share, double readRatio, long bytes) {
        ratios.put("ycsb." + table, readRatio);
        ownCounts.put("ycsb." + table, new long[2]);
        return addTable(table, compaction, share, bytes);
    }

    /** Changes the read ratio of a table. */
    void readRatio(String table, double readRatio) {
        ratios.put("ycsb." + table, readRatio);
    }

    private TableCounts counts(String table, double share) {
        if (ratios.containsKey(table)) {
            return new TableCounts(table, ownCounts.get(table)[0], ownCounts.get(table)[1], 0);
        }
        double owned = ratios.keySet().stream().mapToDouble(shares::get).sum();
        long ownReads = ownCounts.values().stream().mapToLong(own -> own[0]).sum();
        long ownWrites = ownCounts.values().stream().mapToLong(own -> own[1]).sum();
        if (owned > 0) {
            return new TableCounts(table, reads - ownReads, writes - ownWrites, 0);
        }
        return new TableCounts(table, Math.round(share * reads), Math.round(share * writes), 0);
    }

    /** Lets time pass at 1,000 operations a second. */
    void run(int seconds, double readRatio) {
        run(seconds, readRatio, 1_000);
    }

    void run(int seconds, double readRatio, int perSecond) {
        for (int i = 0; i < seconds; i++) {
            now = now.plusSeconds(1);
            nanos += 1_000_000_000L;
            double owned = ratios.keySet().stream().mapToDouble(shares::get).sum();
            long moreReads = Math.round(perSecond * (1 - owned) * readRatio);
            long moreWrites = Math.round(perSecond * (1 - owned)) - moreReads;
            for (Map.Entry<String, Double> table : ratios.entrySet()) {
                long all = Math.round(perSecond * shares.get(table.getKey()));
                long ownReads = Math.round(all * table.getValue());
                ownCounts.get(table.getKey())[0] += ownReads;
                ownCounts.get(table.getKey())[1] += all - ownReads;
                moreReads += ownReads;
                moreWrites += all - ownReads;
            }
            int each = micros.applyAsInt((Integer) pools().get(0), (Integer) pools().get(1));
            reads += moreReads;
            readMicros += moreReads * each;
            writes += moreWrites;
            writeMicros += moreWrites * each;
            tuner.tick();
        }
    }

    /** Lets time pass on the wall alone; backwards too. */
    void pass(Duration time) {
        now = now.plus(time);
    }

    void forgetCounters() {
        reads = 0;
        writes = 0;
        readMicros = 0;
        writeMicros = 0;
    }

    LoadedModel model(Path file) {
        List<TrainingDomain.Seen> seen = new ArrayList<>();
        for (int i = 0; i < space.size(); i++) {
            seen.add(
                    switch (space.knob(i).name()) {
                        case "compaction" -> new TrainingDomain.Seen(Double.NaN, Double.NaN, List.of(0.0, 1.0));
                        case "compaction_throughput" -> new TrainingDomain.Seen(32, 128, List.of());
                        case "concurrent_compactors" -> new TrainingDomain.Seen(1, 4, List.of());
                        default -> new TrainingDomain.Seen(8, 128, List.of());
                    });
        }
        TrainingDomain envelope =
                new TrainingDomain(Map.of(WorkloadFeature.READ_RATIO, new TrainingDomain.Bounds(0, 1)), seen);
        return new LoadedModel(
                file, now, new ThreadSurface(space), envelope, PROVENANCE, ModelEngine.COMPILED, mismatches, 0.05);
    }

    /** The reason of the last decision. */
    Reason reason() {
        return tuner.status().last().orElseThrow().reason();
    }

    /** The problems that the status shows. */
    List<Problem> problems() {
        return tuner.status().problems();
    }

    /** The activities that the status shows. */
    List<Activity> activities() {
        return tuner.status().activities();
    }

    /** Concurrent reads and writes in the node now. */
    List<Object> pools() {
        return List.of(node.readStage.values.get("MaximumPoolSize"), node.mutationStage.values.get("MaximumPoolSize"));
    }
}
