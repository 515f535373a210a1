package io.rafiki.control;

import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import io.rafiki.decision.Budget;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.HealthLimits;
import io.rafiki.decision.Mode;
import io.rafiki.decision.QuietHours;
import io.rafiki.decision.RegressionLimits;
import io.rafiki.decision.RewriteCostLimits;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.StationarityTest;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
        boolean restoresOnStop) {

    private static final Duration SHORTEST_WINDOW = Duration.ofSeconds(2);
    private static final Duration LONGEST_WINDOW = Duration.ofMinutes(15);

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
                restoresOnStop);
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
                "on_stop",
                "chunk_cache");
        file.flag("chunk_cache", false);
        Path folder = Path.of(file.file()).toAbsolutePath().getParent();
        Duration window = within(file, "window", Duration.ofSeconds(30), SHORTEST_WINDOW, LONGEST_WINDOW);
        KnobCatalogue catalogue = KnobCatalogue.read(
                file.optionalText("catalogue")
                        .map(folder::resolve)
                        .orElse(home.resolve("conf/knobs/cassandra-5.0.yaml")),
                machine);
        return new Settings(
                file.choice("mode", Mode.class, Mode.ADVISE),
                file.optionalText("model").map(folder::resolve),
                catalogue,
                knobs(file, catalogue),
                patterns(file, "sense"),
                patterns(file, "tune"),
                window,
                within(file, "sample", Duration.ofSeconds(1), Duration.ofMillis(100), window.dividedBy(2)),
                file.optionalText("journal")
                        .map(folder::resolve)
                        .orElseGet(() -> ofNode("cassandra.logdir", "rafiki-journal.jsonl")),
                nativeCache(file, folder),
                limits(file),
                file.choice("on_stop", OnStop.class, OnStop.KEEP) == OnStop.RESTORE);
    }

    private static Optional<Path> nativeCache(YamlSection file, Path folder) throws ConfigException {
        Path cache = file.optionalText("native_cache")
                .map(folder::resolve)
                .orElseGet(() -> ofNode("cassandra.storagedir", "rafiki-native"));
        return file.choice("engine", Engine.class, Engine.DL4J) == Engine.DL4J ? Optional.of(cache) : Optional.empty();
    }

    private static GuardrailConfig limits(YamlSection file) throws ConfigException {
        Optional<YamlSection> guardrails = file.optionalSection("guardrails");
        YamlSection section = guardrails.isPresent() ? guardrails.get() : YamlSection.parse(file.file(), "{}");
        section.allow(
                "min_operations",
                "min_gain",
                "kappa",
                "cool_down",
                "max_changes_per_hour",
                "max_rewrites_per_day",
                "min_read_ratio_change",
                "max_drift",
                "observation_period",
                "regression_threshold",
                "external_change_hold",
                "max_pending_compactions",
                "max_gc_share",
                "payback_horizon",
                "rewrite_rate",
                "rewrite_throughput_loss",
                "provenance",
                "quiet_hours",
                "quiet_hours_zone");
        return new GuardrailConfig(
                section.integer("min_operations", 1, 1_000_000_000, 1_000),
                section.number("min_gain", 0, 10, 0.03),
                section.number("kappa", 0, 10, 2),
                within(section, "cool_down", Duration.ofMinutes(1), Duration.ZERO, Duration.ofDays(1)),
                new ChangeTest(section.number("min_read_ratio_change", 0.01, 0.5, 0.05), ChangeTest.STANDARD.z()),
                new StationarityTest(section.number("max_drift", 0.01, 100, 0.15), StationarityTest.ERRORS),
                new RewriteCostLimits(
                        within(section, "payback_horizon", Duration.ofHours(1), Duration.ZERO, Duration.ofDays(30)),
                        rate(section),
                        section.number("rewrite_throughput_loss", 0, 1, 0.5)),
                section.choice("provenance", Provenance.class, Provenance.STRICT) == Provenance.STRICT,
                costs(file),
                new Budget(
                        (int) section.integer("max_changes_per_hour", 0, 1_000, Budget.STANDARD.maxChangesPerHour()),
                        (int) section.integer("max_rewrites_per_day", 0, 1_000, Budget.STANDARD.maxRewritesPerDay())),
                new RegressionLimits(
                        within(section, "observation_period", Duration.ofMinutes(5), Duration.ZERO, Duration.ofDays(1)),
                        section.number("regression_threshold", 0, 10, 0.1)),
                new HealthLimits(
                        (int) section.integer(
                                "max_pending_compactions", 0, 1_000_000, HealthLimits.STANDARD.pendingCompactions()),
                        section.number("max_gc_share", 0, 1, HealthLimits.STANDARD.maxGcShare())),
                within(section, "external_change_hold", Duration.ofDays(1), Duration.ZERO, Duration.ofDays(365)),
                quietHours(section));
    }

    private static QuietHours quietHours(YamlSection section) throws ConfigException {
        ZoneId zone;
        try {
            zone = ZoneId.of(
                    section.text("quiet_hours_zone", ZoneId.systemDefault().getId()));
        } catch (DateTimeException unknown) {
            throw section.wrong("quiet_hours_zone", "a time zone such as Europe/Berlin or UTC");
        }
        try {
            return QuietHours.parse(section.texts("quiet_hours", List.of()), zone);
        } catch (IllegalArgumentException invalid) {
            throw section.refused("quiet_hours", invalid.getMessage());
        }
    }

    private static Set<ChangeCost> costs(YamlSection file) throws ConfigException {
        Set<ChangeCost> costs = Set.copyOf(
                file.choices("allowed_costs", ChangeCost.class, List.of(ChangeCost.INSTANT, ChangeCost.NEW_SSTABLES)));
        if (costs.contains(ChangeCost.NEXT_START)) {
            throw file.wrong(
                    "allowed_costs",
                    "instant, new_sstables or rewrites_data. The agent never makes changes that need a restart");
        }
        return costs;
    }

    /** Bytes a second. */
    private static double rate(YamlSection section) throws ConfigException {
        long bytes = section.bytes("rewrite_rate", 4L << 20);
        if (bytes < 1 << 20) {
            throw section.wrong("rewrite_rate", "at least 1MiB, the bytes rewritten per second");
        }
        return (double) bytes;
    }

    private static List<String> knobs(YamlSection file, KnobCatalogue catalogue) throws ConfigException {
        List<String> names = file.texts("knobs", List.of());
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
        List<String> patterns = file.texts(key, List.of());
        for (String pattern : patterns) {
            if (!pattern.matches(TableFilter.PATTERN)) {
                throw file.refused(
                        key,
                        "expected keyspace.table or keyspace.*, with a leading - to exclude, found " + pattern + ".");
            }
        }
        return patterns;
    }

    private static Duration within(YamlSection section, String key, Duration fallback, Duration least, Duration most)
            throws ConfigException {
        Duration value = section.duration(key, fallback);
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw section.wrong(key, "a duration " + text(least) + ".." + text(most));
        }
        return value;
    }

    private static String text(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
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

    /** What becomes of our changes when the tuner is stopped. */
    private enum OnStop {
        KEEP,
        RESTORE
    }

    /** What a model from another kind of node may do. */
    private enum Provenance {
        STRICT,
        WARN
    }
}
