package io.rafiki.agent;

import io.rafiki.agent.dl4j.BundleLoader;
import io.rafiki.config.ConfigException;
import io.rafiki.decision.Decider;
import io.rafiki.decision.Limits;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Reach;
import io.rafiki.knob.Machine;
import io.rafiki.node.Compactions;
import io.rafiki.node.HealthBeans;
import io.rafiki.node.NodeKnobs;
import io.rafiki.search.GeneticSearch;
import io.rafiki.surrogate.ModelBundle;
import io.rafiki.workload.CounterSource;
import io.rafiki.workload.WindowAssembler;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import javax.management.MBeanServerConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts a tuner together from the operator's settings and a node. */
final class Assembly {

    private static final Logger LOG = LoggerFactory.getLogger("io.rafiki");

    private final Settings settings;
    private final List<String> notices;

    private Assembly(Settings settings, List<String> notices) {
        this.settings = settings;
        this.notices = notices;
    }

    /**
     * Reads the settings; a bad file is one warning, and the tuner only observes.
     *
     * @param home folder of the distribution
     * @param file rafiki.yaml, or null
     * @throws ConfigException if the shipped catalogue is unsound too
     */
    static Assembly read(Path home, Path file, Machine machine) throws ConfigException {
        if (file == null) {
            return new Assembly(Settings.defaults(home, machine, Mode.ADVISE), List.of());
        }
        try {
            return new Assembly(Settings.read(file, home, machine), List.of());
        } catch (ConfigException refused) {
            Settings observing = observing(home, machine, refused);
            LOG.warn("{} The node is only observed.", refused.getMessage());
            return new Assembly(
                    observing, List.of("settings refused, the node is only observed: " + refused.getMessage()));
        }
    }

    private static Settings observing(Path home, Machine machine, ConfigException refused) throws ConfigException {
        try {
            return Settings.defaults(home, machine, Mode.OBSERVE);
        } catch (ConfigException unsoundToo) {
            LOG.warn("{}", refused.getMessage());
            throw unsoundToo;
        }
    }

    /** From settings that are known to be sound. */
    static Assembly of(Settings settings) {
        return new Assembly(settings, List.of());
    }

    Settings settings() {
        return settings;
    }

    /**
     * The tuner, with its journal open and its model loaded as far as they are sound.
     *
     * @param counters of all user tables
     * @param connection to the node
     * @param disks room on the node's
     * @param bundles loads models
     */
    Tuner tuner(
            CounterSource counters,
            MBeanServerConnection connection,
            Node.RoomSource disks,
            ModelSource bundles,
            Clock clock) {
        Limits limits = settings.limits();
        Node node = new Node(
                new NodeKnobs(connection, settings.catalogue()),
                settings.catalogue(),
                new Compactions(connection),
                disks);
        JournalFile journal = new JournalFile(settings.journal(), clock);
        Past past = Past.of(journal, settings.catalogue());
        KnobLedger knobs = new KnobLedger(node, settings.catalogue());
        Actor actor = new Actor(
                past.decisions(),
                journal,
                new Applier(node, journal),
                knobs,
                past.spending(),
                Caller::name,
                ZoneId.systemDefault());
        actor.started(past.standing(), past.orders());
        ModelShelf models = new ModelShelf(bundles, settings.model());
        models.loadConfigured();
        Reach reach = new Reach(settings.catalogue(), limits.costs(), Set.copyOf(settings.knobs()));
        return new Tuner(
                settings.mode(),
                new Decider(limits),
                new WindowAssembler(settings.window(), settings.sample(), limits.change()),
                new TableFilter(settings.tables()).filtered(counters),
                node,
                new Proposer(new GeneticSearch(), reach, limits),
                actor,
                models,
                knobs,
                new HealthWatch(new HealthBeans(connection)::read, limits.health()),
                past.record(),
                past.orders(),
                new Farewell(settings.restoresOnStop(), actor, knobs, node, past.orders()),
                clock,
                notices);
    }

    /** The loader of bundles: by DL4J where the operator asked for it and its natives load, else directly. */
    ModelSource bundles(Provenances here, Clock clock) {
        BundleLoader loader = new BundleLoader(settings.nativeCache());
        return file -> {
            ModelBundle bundle = ModelBundle.read(file, settings.catalogue());
            BundleLoader.Loaded loaded = loader.load(bundle);
            if (!loaded.reason().isEmpty()) {
                LOG.info("DL4J does not serve here, the model is read directly: {}", loaded.reason());
            }
            return new Model(
                    file,
                    Instant.now(clock),
                    loaded.ensemble(),
                    bundle.envelope(),
                    bundle.provenance(),
                    loaded.loader(),
                    here.mismatches(bundle.provenance()),
                    settings.limits().change().minChange());
        };
    }
}
