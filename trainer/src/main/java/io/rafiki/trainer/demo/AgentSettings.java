package io.rafiki.trainer.demo;

import io.rafiki.trainer.datastore.DatastoreException;
import io.rafiki.trainer.operator.ConsoleException;
import io.rafiki.trainer.operator.TunerConsole;
import io.rafiki.trainer.trial.ConditionedNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The agent in the demonstration's node: what its rafiki.yaml says, and the wait for its console. */
final class AgentSettings {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LOOK_MILLIS = 200;

    private AgentSettings() {}

    /**
     * The file's text.
     *
     * <p>Windows and rest are short and budgets wide, because the phases are short, and rewriting data must pay within the longest phase;
     * a model from another machine may act, because the point is to see it act. An operator would leave these as
     * {@code conf/rafiki.yaml} has them.
     */
    static String yaml(Path home, Path model, Path work, DemoTiming timing) {
        return """
                mode: auto
                model: %s
                catalogue: %s
                journal: %s
                native_cache: %s
                window: %ds
                guards:
                  cool_down: %ds
                  # phases are too short, and each begins with clients that still warm up
                  watch: 0s
                  hourly: 60
                  daily: 60
                  look_ahead: %ds
                  # measured under these conditions: 448 MiB in 112 s, during which clients lost an eighth to a fifth
                  rewrite_rate: 4MiB
                  rewrite_slowdown: 0.2
                  provenance: warn
                costs: [instant, new_sstables, rewrites_data]
                """
                .formatted(
                        model.toAbsolutePath(),
                        home.resolve("conf/knobs/cassandra-5.0.yaml"),
                        work.resolve("journal.jsonl").toAbsolutePath(),
                        // where this JVM's DL4J unpacks its libraries too: 400 MB once
                        Path.of(System.getProperty("user.home"), ".javacpp", "cache"),
                        timing.window().toSeconds(),
                        timing.window().toSeconds(),
                        timing.first().toSeconds());
    }

    /** The same in a sentence, for people who watch. */
    static String text(DemoTiming timing) {
        return "windows of " + timing.window().toSeconds() + " s; rewriting data must pay within "
                + timing.first().toSeconds() + " s, the longest phase";
    }

    /**
     * Waits until the agent, which starts after the node is up, answers.
     *
     * @throws DatastoreException if it does not within half a minute
     */
    static TunerConsole await(ConditionedNode node) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return TunerConsole.connect("127.0.0.1", node.process().jmxPort(), null, null);
            } catch (ConsoleException notYet) {
                if (System.nanoTime() > deadline) {
                    throw new DatastoreException("agent: expected its console within " + PATIENCE.toSeconds()
                            + " s, found: " + notYet.getMessage() + " See "
                            + node.process().log() + ".");
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
        }
    }
}
