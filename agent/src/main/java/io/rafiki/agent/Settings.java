package io.rafiki.agent;

import io.rafiki.config.ConfigException;
import io.rafiki.config.Section;
import io.rafiki.decision.Budget;
import io.rafiki.decision.HealthLimits;
import io.rafiki.decision.Limits;
import io.rafiki.decision.Mode;
import io.rafiki.decision.RewriteLimits;
import io.rafiki.decision.WatchLimits;
import io.rafiki.knob.Cost;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.Machine;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.Steadiness;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the operator asked for in rafiki.yaml; {@code conf/rafiki.yaml} documents every key.
 *
 * @param mode how far the tuner may go after a start
 * @param model bundle to load; empty for none
 * @param catalogue the knobs of this node
 * @param knobs names of the knobs that may move; empty for all of the model's
 * @param tables patterns {@code keyspace.table} or {@code keyspace.*} of the tables to sense and tune; empty for all user tables
 * @param window length of a window
 * @param sample time between samples
 * @param journal file of the journal
 * @param nativeCache folder that DL4J's native libraries are unpacked into; empty if DL4J is to be left alone
 * @param limits what the guards hold to
 * @param restoresOnStop whether a tuner that is stopped puts back what the node had at its start
 */
record Settings(
        Mode mode,
        Optional<Path> model,
        KnobCatalogue catalogue,
        List<String> knobs,
        List<String> tables,
        Duration window,
        Duration sample,
        Path journal,
        Optional<Path> nativeCache,
        Limits limits,
        boolean restoresOnStop) {

    private static final Duration SHORTEST_WINDOW = Duration.ofSeconds(2);
    private static final Duration LONGEST_WINDOW = Duration.ofMinutes(15);

    /**
     * What holds without a file, or in place of one that was refused.
     *
     * @throws ConfigException if the shipped catalogue is unsound
     */
    static Settings defaults(Path home, Machine machine, Mode mode) throws ConfigException {
        return of(Section.parse("built in", "mode: " + mode), home, machine);
    }

    /**
     * Reads rafiki.yaml.
     *
     * @param home folder of the distribution
     * @param machine what the node runs on; ranges of knobs depend on it
     * @throws ConfigException with one line that names file, line, what was expected and what was found
     */
    static Settings read(Path file, Path home, Machine machine) throws ConfigException {
        return of(Section.read(file), home, machine);
    }

    /**
     * The same for a rehearsal: in {@code auto}, on all tables, with a journal of its own and ten samples a window. Changes are not judged:
     * how long a request takes there is made up.
     *
     * @param model whose decisions are rehearsed
     */
    Settings rehearsing(Path model, Path journal) {
        Duration tenth = window.dividedBy(10);
        return new Settings(
                Mode.AUTO,
                Optional.of(model),
                catalogue,
                knobs,
                List.of(),
                window,
                tenth.compareTo(sample) > 0 ? tenth : sample,
                journal,
                nativeCache,
                limits.unwatched(),
                restoresOnStop);
    }

    private static Settings of(Section file, Path home, Machine machine) throws ConfigException {
        file.allow(
                "mode",
                "model",
                "catalogue",
                "knobs",
                "tables",
                "window",
                "sample",
                "journal",
                "native_cache",
                "guards",
                "costs",
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
                patterns(file),
                window,
                within(file, "sample", Duration.ofSeconds(1), Duration.ofMillis(100), window.dividedBy(2)),
                file.optionalText("journal")
                        .map(folder::resolve)
                        .orElseGet(() -> ofNode("cassandra.logdir", "rafiki-journal.jsonl")),
                file.optionalText("native_cache").map(folder::resolve),
                limits(file),
                file.choice("on_stop", OnStop.class, OnStop.KEEP) == OnStop.RESTORE);
    }

    private static Limits limits(Section file) throws ConfigException {
        Optional<Section> guards = file.optionalSection("guards");
        Section section = guards.isPresent() ? guards.get() : Section.parse(file.file(), "{}");
        section.allow(
                "min_operations",
                "min_gain",
                "kappa",
                "cool_down",
                "hourly",
                "daily",
                "min_change",
                "max_drift",
                "watch",
                "max_loss",
                "yield",
                "max_pending_compactions",
                "max_collection",
                "look_ahead",
                "rewrite_rate",
                "rewrite_slowdown",
                "provenance");
        return new Limits(
                section.integer("min_operations", 1, 1_000_000_000, 1_000),
                section.number("min_gain", 0, 10, 0.03),
                section.number("kappa", 0, 10, 2),
                within(section, "cool_down", Duration.ofMinutes(1), Duration.ZERO, Duration.ofDays(1)),
                new ChangeTest(section.number("min_change", 0.01, 0.5, 0.05), ChangeTest.STANDARD.z()),
                new Steadiness(section.number("max_drift", 0.01, 100, 0.15), Steadiness.ERRORS),
                new RewriteLimits(
                        within(section, "look_ahead", Duration.ofHours(1), Duration.ZERO, Duration.ofDays(30)),
                        rate(section),
                        section.number("rewrite_slowdown", 0, 1, 0.5)),
                section.choice("provenance", Provenance.class, Provenance.STRICT) == Provenance.STRICT,
                costs(file),
                new Budget((int) section.integer("hourly", 0, 1_000, Budget.STANDARD.hourly()), (int)
                        section.integer("daily", 0, 1_000, Budget.STANDARD.daily())),
                new WatchLimits(
                        within(section, "watch", Duration.ofMinutes(5), Duration.ZERO, Duration.ofDays(1)),
                        section.number("max_loss", 0, 10, 0.1)),
                new HealthLimits(
                        (int) section.integer(
                                "max_pending_compactions", 0, 1_000_000, HealthLimits.STANDARD.pendingCompactions()),
                        section.number("max_collection", 0, 1, HealthLimits.STANDARD.gcShare())),
                within(section, "yield", Duration.ofDays(1), Duration.ZERO, Duration.ofDays(365)));
    }

    private static Set<Cost> costs(Section file) throws ConfigException {
        Set<Cost> costs = Set.copyOf(file.choices("costs", Cost.class, List.of(Cost.INSTANT, Cost.NEW_SSTABLES)));
        if (costs.contains(Cost.NEXT_START)) {
            throw file.wrong("costs", "instant, new_sstables or rewrites_data, for a running node cannot be restarted");
        }
        return costs;
    }

    /** Bytes a second. */
    private static double rate(Section section) throws ConfigException {
        long bytes = section.bytes("rewrite_rate", 4L << 20);
        if (bytes < 1 << 20) {
            throw section.wrong("rewrite_rate", "at least 1MiB, the data rewritten in a second");
        }
        return (double) bytes;
    }

    private static List<String> knobs(Section file, KnobCatalogue catalogue) throws ConfigException {
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

    private static List<String> patterns(Section file) throws ConfigException {
        List<String> patterns = file.texts("tables", List.of());
        for (String pattern : patterns) {
            if (!pattern.matches("\\w+\\.(\\w+|\\*)")) {
                throw file.refused(
                        "tables",
                        "expected keyspace.table or keyspace.*, found " + pattern + ". Name the keyspace too.");
            }
        }
        return patterns;
    }

    private static Duration within(Section section, String key, Duration fallback, Duration least, Duration most)
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
