package io.rafiki.trainer.drive;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * What the rafiki.yaml of a driven node says.
 *
 * @param text its lines, but for those that depend on where the node lies
 */
public record AgentSettings(String text) {

    /** It only senses; all else is as shipped. */
    public static AgentSettings observing(Path model) {
        return new AgentSettings("mode: observe\nmodel: " + model.toAbsolutePath() + "\n");
    }

    /**
     * In {@code auto} at the pace that is shipped, for knobs that act at once. Budgets are wide, and nothing is judged, so that each step
     * of a test gets its change; a model from another machine may act.
     */
    public static AgentSettings acting(Path model) {
        return new AgentSettings(String.format(
                Locale.ROOT,
                """
                mode: auto
                model: %s
                guards:
                  min_gain: 0
                  kappa: 0
                  watch: 0s
                  hourly: 1000
                  daily: 1000
                  provenance: warn
                """,
                model.toAbsolutePath()));
    }

    /**
     * In {@code auto}, as quick as a schedule that is quicker than life. An operator would leave these as {@code conf/rafiki.yaml} has
     * them; a model from another machine may act, because the point is to see it act.
     *
     * @param window of the tuner, and its rest after a change
     * @param lookAhead time within which rewriting data must pay
     * @param hourly changes within an hour of the node's time
     * @param daily changes that rewrite data within a day of the node's time
     */
    public static AgentSettings quick(Path model, Duration window, Duration lookAhead, int hourly, int daily) {
        return new AgentSettings(String.format(
                Locale.ROOT,
                """
                mode: auto
                model: %s
                window: %dms
                guards:
                  cool_down: %dms
                  # stretches are too short to judge a change by
                  watch: 0s
                  hourly: %d
                  daily: %d
                  look_ahead: %ds
                  # measured under the shipped campaign's conditions: 468 MiB in 16 s, from SizeTiered to Leveled
                  rewrite_rate: 24MiB
                  rewrite_slowdown: 0.2
                  provenance: warn
                costs: [instant, new_sstables, rewrites_data]
                """,
                model.toAbsolutePath(),
                window.toMillis(),
                window.toMillis(),
                hourly,
                daily,
                lookAhead.toSeconds()));
    }

    /** The file for a node that keeps its journal in a folder. */
    String yaml(Path home, Path folder) {
        return text
                + String.format(
                        Locale.ROOT,
                        "catalogue: %s%njournal: %s%n",
                        home.resolve("conf/knobs/cassandra-5.0.yaml"),
                        folder.resolve("journal.jsonl").toAbsolutePath());
    }
}
