package io.rafiki.control;

import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import io.rafiki.control.configuration.TableFilter;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.Mode;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The settings of rafiki.yaml; {@code conf/rafiki.yaml} documents every key.
 *
 * @param mode after a start
 * @param model bundle to load; empty for none
 * @param catalogue the knobs of this node
 * @param knobs names of the knobs that may change; empty for all knobs of the model
 * @param sense patterns of the tables to sense, see {@link TableFilter}; empty for all user tables
 * @param tune patterns of the sensed tables whose options may change; empty for all sensed tables
 * @param window length of a window
 * @param sample time between samples
 * @param journal file of the journal
 * @param nativeCache folder for DL4J's native libraries; empty if DL4J is disabled
 * @param limits the guardrails
 * @param cluster whether roll-outs of the cluster change the node, instead of its own decisions
 * @param makesPermanent whether this node, as leader, makes confirmed roll-outs permanent by itself
 * @param explores whether the cluster tries small changes on canaries to correct the model; only with {@code cluster}
 * @param restoresOnStop whether a stop restores the values that the node had at its start
 */
public record Settings(
        Mode mode,
        Optional<Path> model,
        KnobCatalogue catalogue,
        List<String> knobs,
        List<String> sense,
        List<String> tune,
        Duration window,
        Duration sample,
        Path journal,
        Optional<Path> nativeCache,
        GuardrailConfig limits,
        boolean cluster,
        boolean makesPermanent,
        boolean explores,
        boolean restoresOnStop) {

    private static final Duration SHORTEST_WINDOW = Duration.ofSeconds(2);
    private static final Duration LONGEST_WINDOW = Duration.ofMinutes(15);
    private static final int FEWEST_SAMPLES = 4;

    /**
     * The settings without a valid file.
     *
     * @throws ConfigException if the shipped catalogue is invalid
     */
    public static Settings defaults(Path home, NodeResources machine, Mode mode) throws ConfigException {
        return of(YamlSection.parse("built in", "mode: " + mode), home, machine);
    }

    /**
     * Reads rafiki.yaml.
     *
     * @param home folder of the distribution
     * @param machine resources of the node; ranges of knobs depend on them
     * @throws ConfigException with one line: file, line, expectation, finding
     */
    public static Settings read(Path file, Path home, NodeResources machine) throws ConfigException {
        return of(YamlSection.read(file), home, machine);
    }

    /**
     * The settings of a simulation: mode {@code auto}, all tables, an own journal and ten samples per window. Changes get no verdict, because
     * simulated latencies are not measurements.
     *
     * @param model whose decisions are simulated
     */
    public Settings forDryRun(Path model, Path journal) {
        Duration tenth = window.dividedBy(10);
        return new Settings(
                Mode.AUTO,
                Optional.of(model),
                catalogue,
                knobs,
                List.of(),
                List.of(),
                window,
                tenth.compareTo(sample) > 0 ? tenth : sample,
                journal,
                nativeCache,
                limits.withoutMonitoring(),
                false,
                false,
                false,
                restoresOnStop);
    }

    /** The file with the lines for cassandra.yaml of permanent roll-outs, next to the journal. */
    public Path permanentValues() {
        return journal.resolveSibling("rafiki-cassandra.yaml");
    }

    private static Settings of(YamlSection file, Path home, NodeResources machine) throws ConfigException {
        file.allow(
                "mode",
                "model",
                "catalogue",
                "knobs",
                "sense",
                "tune",
                "window",
                "sample",
                "journal",
                "engine",
                "native_cache",
                "guardrails",
                "allowed_costs",
                "cluster",
                "make_permanent",
                "explore",
                "on_stop",
                "chunk_cache");
        file.flag("chunk_cache", false);
        Path folder = Path.of(file.file()).toAbsolutePath().getParent();
        Duration window =
                GuardrailReader.within(file, "window", Duration.ofSeconds(30), SHORTEST_WINDOW, LONGEST_WINDOW);
        KnobCatalogue catalogue = KnobCatalogue.read(
                file.optionalPath("catalogue", folder).orElse(home.resolve(KnobCatalogue.CASSANDRA)), machine);
        return new Settings(
                file.choice("mode", Mode.class, Mode.ADVISE),
                file.optionalPath("model", folder),
                catalogue,
                knobs(file, catalogue),
                patterns(file, "sense"),
                patterns(file, "tune"),
                window,
                sample(file, window),
                file.optionalPath("journal", folder)
                        .orElseGet(() -> ofNode("cassandra.logdir", "rafiki-journal.jsonl")),
                nativeCache(file, folder),
                GuardrailReader.read(file),
                isOn(file, "cluster"),
                file.flag("make_permanent", false),
                explores(file),
                file.choice("on_stop", OnStop.class, OnStop.KEEP) == OnStop.RESTORE);
    }

    /** A window has several samples: its noise is that between them. */
    private static Duration sample(YamlSection file, Duration window) throws ConfigException {
        Duration most = window.dividedBy(FEWEST_SAMPLES);
        Duration usual = Duration.ofSeconds(1);
        return GuardrailReader.within(
                file, "sample", usual.compareTo(most) < 0 ? usual : most, Duration.ofMillis(100), most);
    }

    private static boolean isOn(YamlSection file, String key) throws ConfigException {
        return file.choice(key, Switch.class, Switch.OFF) == Switch.ON;
    }

    /** Only a cluster has a canary to try a change on. */
    private static boolean explores(YamlSection file) throws ConfigException {
        boolean explores = isOn(file, "explore");
        if (explores && !isOn(file, "cluster")) {
            throw file.refused(
                    "explore", "expected off without cluster: on, found on. Set cluster: on, or explore: off.");
        }
        return explores;
    }

    private static Optional<Path> nativeCache(YamlSection file, Path folder) throws ConfigException {
        Path cache = file.optionalPath("native_cache", folder)
                .orElseGet(() -> ofNode("cassandra.storagedir", "rafiki-native"));
        return file.choice("engine", Engine.class, Engine.DL4J) == Engine.DL4J ? Optional.of(cache) : Optional.empty();
    }

    /** The names of a key that means all when it is absent. An empty list would mean all too, and its author means none. */
    private static List<String> names(YamlSection file, String key) throws ConfigException {
        List<String> names = file.texts(key, List.of());
        if (file.keys().contains(key) && names.isEmpty()) {
            throw file.refused(key, "expected at least one name, found an empty list. Remove the key for all.");
        }
        return names;
    }

    private static List<String> knobs(YamlSection file, KnobCatalogue catalogue) throws ConfigException {
        List<String> names = names(file, "knobs");
        for (String name : names) {
            try {
                if (catalogue.entry(name).live().isEmpty()) {
                    throw file.refused(
                            "knobs",
                            "expected knobs that can be set live, found " + name + ", which is set at start only.");
                }
            } catch (IllegalArgumentException unknown) {
                throw file.refused("knobs", unknown.getMessage());
            }
        }
        return names;
    }

    private static List<String> patterns(YamlSection file, String key) throws ConfigException {
        List<String> patterns = names(file, key);
        for (String pattern : patterns) {
            if (!pattern.matches(TableFilter.PATTERN)) {
                throw file.refused(
                        key,
                        "expected keyspace.table or keyspace.*, with a leading - to exclude, found " + pattern + ".");
            }
        }
        return patterns;
    }

    /** A place in a folder that the node may write to and that outlives it, as its start script names it. */
    private static Path ofNode(String folder, String name) {
        return Path.of(System.getProperty(folder, System.getProperty("cassandra.storagedir", ".")), name)
                .toAbsolutePath();
    }

    /** Whether DL4J confirms the predictions of the compiled evaluator. */
    private enum Engine {
        DL4J,
        COMPILED
    }

    /** The values of a key that an operator switches. */
    private enum Switch {
        OFF,
        ON
    }

    /** What becomes of our changes when the tuner is stopped. */
    private enum OnStop {
        KEEP,
        RESTORE
    }
}
