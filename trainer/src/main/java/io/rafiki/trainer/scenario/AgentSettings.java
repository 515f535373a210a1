package io.rafiki.trainer.scenario;

import io.rafiki.knob.KnobCatalogue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * The rafiki.yaml of a node in a scenario.
 *
 * @param text its lines, except those that depend on the node's folder
 */
public record AgentSettings(String text) {

    /** The folder in which this process unpacks DL4J's native libraries too. */
    public static final Path NATIVE_CACHE = Path.of(System.getProperty("user.home"), ".javacpp", "cache");

    /** Mode {@code observe}; all other settings are as shipped. */
    public static AgentSettings observing(Path model) {
        return new AgentSettings("mode: observe\nmodel: " + model.toAbsolutePath() + "\n");
    }

    /**
     * Mode {@code auto} with the shipped windows, for knobs that act at once. Budgets are large and no change is judged, so that each step
     * of a test leads to a change. A model of another machine is accepted.
     */
    public static AgentSettings acting(Path model) {
        return new AgentSettings(String.format(
                Locale.ROOT,
                """
                mode: auto
                model: %s
                guardrails:
                  min_gain: 0
                  kappa: 0
                  observation_period: 0s
                  max_changes_per_hour: 1000
                  max_rewrites_per_day: 1000
                  provenance: warn
                """,
                model.toAbsolutePath()));
    }

    /**
     * Mode {@code auto} for a schedule in fast motion. An operator keeps the values of {@code conf/rafiki.yaml}. A model of another machine
     * is accepted, because the scenario shows changes.
     *
     * @param window of the tuner, and its cool-down
     * @param paybackHorizon time within which the gain must repay a rewrite
     * @param maxChangesPerHour changes per hour of the node's time
     * @param maxRewritesPerDay changes per day of the node's time that rewrite data
     */
    public static AgentSettings quick(
            Path model, Duration window, Duration paybackHorizon, int maxChangesPerHour, int maxRewritesPerDay) {
        return new AgentSettings(String.format(
                Locale.ROOT,
                """
                mode: auto
                model: %s
                window: %dms
                guardrails:
                  cool_down: %dms
                  # phases are too short to judge a change by
                  observation_period: 0s
                  max_changes_per_hour: %d
                  max_rewrites_per_day: %d
                  payback_horizon: %ds
                  # measured under the shipped campaign's conditions: 468 MiB in 16 s, from SizeTiered to Leveled
                  rewrite_rate: 24MiB
                  rewrite_throughput_loss: 0.2
                  provenance: warn
                allowed_costs: [instant, new_data, rewrites_data]
                """,
                model.toAbsolutePath(),
                window.toMillis(),
                window.toMillis(),
                maxChangesPerHour,
                maxRewritesPerDay,
                paybackHorizon.toSeconds()));
    }

    /**
     * Mode {@code approve} in a ring that changes as one, in fast motion. Changes of a node are judged by the comparison of the canary
     * only. A model of another machine is accepted.
     *
     * @param window of the tuner and of the comparison
     */
    static AgentSettings inRing(Path model, Duration window) {
        return new AgentSettings(String.format(
                Locale.ROOT,
                """
                mode: approve
                cluster: on
                model: %s
                engine: compiled
                window: %dms
                sample: 500ms
                guardrails:
                  cool_down: 0s
                  min_operations: 100
                  observation_period: 0s
                  provenance: warn
                allowed_costs: [instant, new_data, rewrites_data]
                """,
                model.toAbsolutePath(),
                window.toMillis()));
    }

    /** The same without DL4J. */
    public AgentSettings compiled() {
        return new AgentSettings(text + "engine: compiled\n");
    }

    /** The file for a node with its journal in a folder. */
    String yaml(Path home, Path folder) {
        return text
                + String.format(
                        Locale.ROOT,
                        "catalogue: %s%nnative_cache: %s%njournal: %s%n",
                        home.resolve(KnobCatalogue.CASSANDRA),
                        NATIVE_CACHE,
                        folder.resolve("journal.jsonl").toAbsolutePath());
    }
}
