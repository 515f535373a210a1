package io.rafiki.control;

import io.rafiki.cluster.EpochFence;
import io.rafiki.cluster.RolloutTarget;
import io.rafiki.config.ConfigException;
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
import io.rafiki.control.proposal.ModelLoader;
import io.rafiki.control.reason.Problem.SettingsRefused;
import io.rafiki.control.record.ControlLog;
import io.rafiki.control.record.JournalReplay;
import io.rafiki.control.record.JournalWriter;
import io.rafiki.control.record.LoopTimings;
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
import io.rafiki.decision.FeasibleRegion;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Policy;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.NodeResources;
import io.rafiki.node.JvmWarmUp;
import io.rafiki.node.NodeAdapters;
import io.rafiki.reason.ReasonText;
import io.rafiki.search.GeneticSearch;
import io.rafiki.workload.CounterSource;
import io.rafiki.workload.WindowAssembler;
import io.rafiki.workload.WorkloadSensors;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Builds a tuner from the operator's settings and a node. */
public final class TunerFactory {

    private final Settings settings;
    private final Optional<SettingsRefused> refused;
    private final ControlLog log;
    private LoopTimings timings = LoopTimings.NONE;

    private TunerFactory(Settings settings, Optional<SettingsRefused> refused, ControlLog log) {
        this.settings = settings;
        this.refused = refused;
        this.log = log;
    }

    /**
     * Reads the settings. An invalid file is one warning, and the tuner only observes.
     *
     * @param home folder of the distribution
     * @param file rafiki.yaml, or null
     * @throws ConfigException if the shipped catalogue is invalid too
     */
    public static TunerFactory read(Path home, Path file, NodeResources machine, ControlLog log)
            throws ConfigException {
        if (file == null) {
            return new TunerFactory(Settings.defaults(home, machine, Mode.ADVISE), Optional.empty(), log);
        }
        try {
            return new TunerFactory(Settings.read(file, home, machine), Optional.empty(), log);
        } catch (ConfigException refused) {
            Settings observing = observing(home, machine, refused, log);
            SettingsRefused problem = new SettingsRefused(refused.getMessage());
            log.warn(ReasonText.of(problem));
            return new TunerFactory(observing, Optional.of(problem), log);
        }
    }

    private static Settings observing(Path home, NodeResources machine, ConfigException refused, ControlLog log)
            throws ConfigException {
        try {
            return Settings.defaults(home, machine, Mode.OBSERVE);
        } catch (ConfigException unsoundToo) {
            log.warn(refused.getMessage());
            throw unsoundToo;
        }
    }

    /** From valid settings. */
    public static TunerFactory of(Settings settings, ControlLog log) {
        return new TunerFactory(settings, Optional.empty(), log);
    }

    /** Sets the receiver of the durations of the loop's steps; returns this factory. */
    public TunerFactory timed(LoopTimings receiver) {
        timings = receiver;
        return this;
    }

    public Settings settings() {
        return settings;
    }

    /**
     * The tuner, with its journal open and its model loaded if they are valid.
     *
     * @param counters of all user tables
     * @param adapters of the node
     * @param bundles loads models
     * @param caller the operator, read on the thread that executes the command
     * @param clock with the zone of the times in the log
     */
    public ControlLoop tuner(
            CounterSource counters, NodeAdapters adapters, ModelLoader bundles, Supplier<String> caller, Clock clock) {
        GuardrailConfig limits = settings.limits();
        TunedNode node = new TunedNode(
                adapters.knobs(), adapters.schema(), settings.catalogue(), new TableFilter(settings.tune()));
        JournalWriter journal = new JournalWriter(
                settings.journal(),
                clock,
                settings.window(),
                () -> new JournalReplay(settings.catalogue(), WorkloadSensors.features()));
        NodeCompactions compactions = new NodeCompactions(node, adapters);
        ExternalChanges external = new ExternalChanges(journal);
        KnobHistory knobs = new KnobHistory(node, settings.catalogue(), external, log);
        CompactionMonitor rewrites = new CompactionMonitor(
                compactions,
                new RewriteThrottle(
                        new ThrottleKnob(adapters.knobs(), settings.catalogue(), external),
                        knobs,
                        journal,
                        log,
                        Set.copyOf(settings.knobs()),
                        limits.externalChangeHold()),
                new CompactionRates(
                        compactions,
                        new TrialCompaction(compactions, journal, log, clock),
                        new JvmWarmUp(adapters.compilation(), settings.window())),
                limits,
                log,
                timings);
        NodeSensor sensor = new NodeSensor(
                new TableFilter(settings.sense()).filtered(counters),
                new WindowAssembler(settings.window(), settings.sample(), limits.change()),
                node,
                new NodeHealthCheck(adapters.health()::read, limits.health()),
                knobs,
                external,
                rewrites,
                limits.minOperations());
        FeasibleRegion reach =
                new FeasibleRegion(settings.catalogue(), limits.allowedCosts(), Set.copyOf(settings.knobs()));
        ModelRegistry models = new ModelRegistry(bundles, settings.model());
        Policy policy = new Policy(limits, settings.cluster());
        EpochFence fence = new EpochFence(highest ->
                journal.write(RecordType.EPOCH, "", Map.of("epoch", highest.epoch(), "rollout", highest.rollout())));
        StatusPublisher board = new StatusPublisher(policy, refused.stream().toList());
        LoopExecutor loop = new LoopExecutor(
                ControlState.initial(settings.mode(), sensor.reading(clock.instant())),
                new ControlMachine(policy, clock.getZone(), settings.restoresOnStop(), refused),
                new EffectRunner(
                        node,
                        new SearchRunner(
                                node,
                                new GeneticSearch(),
                                reach,
                                limits,
                                settings.cluster(),
                                knobs,
                                rewrites,
                                sensor,
                                timings,
                                clock),
                        new ConfigurationApplier(node, journal, timings, clock),
                        journal,
                        models,
                        knobs,
                        rewrites,
                        sensor,
                        fence,
                        log,
                        timings,
                        clock),
                journal,
                board,
                clock,
                new BoundedWait(adapters.background(), BoundedWait.FOR_AN_ANSWER));
        loop.start(models.isConfigured());
        RolloutTarget rollouts = new ClusterTarget(
                loop,
                sensor,
                new RolloutChanges(node, settings.catalogue()),
                new PermanentValues(
                        node, settings.catalogue(), journal, adapters.schema(), settings.permanentValues(), log),
                settings.explores()
                        ? Optional.of(new ExplorationPlanner(node, reach, policy, clock))
                        : Optional.empty(),
                fence,
                new RolloutExecutor(
                        loop,
                        new BoundedWait(adapters.background(), BoundedWait.FOR_AN_ORDER),
                        settings.window(),
                        clock),
                limits.externalChangeHold(),
                clock);
        return new ControlLoop(loop, sensor, node, board, rollouts, caller, clock);
    }
}
