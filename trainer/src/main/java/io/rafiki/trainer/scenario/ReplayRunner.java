package io.rafiki.trainer.scenario;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.model.BundleException;
import io.rafiki.model.ModelBundle;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.trial.TrialConditions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/** What {@code rafiki replay} does: reads the trace, finds the model and its campaign's conditions, runs, reports. */
public final class ReplayRunner {

    /** The client's counts are of whole seconds. */
    private static final double SHORTEST = 1;

    private static final int CONTENDERS = 3;
    private static final Duration NODE = Duration.ofSeconds(40);

    private ReplayRunner() {}

    /**
     * The trace in quick motion.
     *
     * @throws IllegalArgumentException with one line, if that is too quick
     */
    public static Schedule schedule(Trace trace, double speed) {
        Schedule schedule = Schedule.of(trace, speed);
        double shortest =
                schedule.phases().stream().mapToDouble(Phase::seconds).min().orElseThrow();
        if (shortest < SHORTEST) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "expected a speed at which the trace's shortest phase lasts 1 s or more, found %.3f s at %.0f. Give at most %.0f.",
                    shortest,
                    speed,
                    Math.floor(speed * shortest)));
        }
        return schedule;
    }

    /** About how long it takes, once the rows are loaded. */
    public static Duration expected(Schedule trace, Duration warmUp) {
        return NODE.plus(warmUp).plusSeconds(Math.round(trace.seconds())).multipliedBy(CONTENDERS);
    }

    /**
     * Replays a trace and says its result; the last line is for programs.
     *
     * @param home the distribution
     * @param bundle the model, with its campaign's plan beside it
     * @param trace as {@link #schedule} makes it
     * @param warmUp the trace's first read ratio for so long before it, which does not count
     * @param data folder of the prepared data sets
     * @return whether all that was written was read back
     * @throws IOException with one line, if a node or YCSB failed
     * @throws InterruptedException if this JVM was told to end; what was started is ended by then or soon after
     */
    public static boolean run(
            Path home,
            Path bundle,
            Schedule trace,
            double speed,
            Duration warmUp,
            Path out,
            Path data,
            Consumer<String> say)
            throws BundleException, ConfigException, IOException, InterruptedException {
        TrialConditions conditions = CampaignPlan.besideBundle(bundle).conditions();
        KnobCatalogue catalogue = KnobCatalogue.read(
                home.resolve("conf/knobs/cassandra-5.0.yaml"),
                new NodeResources(Runtime.getRuntime().availableProcessors(), conditions.heapMiB()));
        ModelBundle model = ModelBundle.read(bundle, catalogue);
        Files.createDirectories(out);
        ScenarioRunner course = new ScenarioRunner(home, out, data, conditions, say);
        ReplayResult result = new Replay(bundle, trace, speed, warmUp, course, say).run(model, catalogue);
        Path report = out.resolve("replay.html");
        Files.writeString(report, ReplayReport.html(result));
        say.accept("");
        result.conditions().forEach((name, value) -> say.accept(name + ": " + value));
        say.accept("");
        ReplayReport.text(result).lines().forEach(say);
        say.accept(String.format(
                Locale.ROOT,
                "replay: operations=%.0f over_default=%.1f%% over_static=%.1f%% read_p99=%.1fms write_p99=%.1fms changes=%d rewriting=%d"
                        + " transition=%.0fs readback=%s report=%s",
                result.tuned().operations(),
                result.tuned().over(result.standard()),
                result.tuned().over(result.fixed()),
                result.tuned().readP99(),
                result.tuned().writeP99(),
                result.changes(),
                result.rewriting(),
                result.transition(),
                result.readBackFailures() == 0 ? "ok" : "failed",
                FileTrees.fromHere(report)));
        return result.readBackFailures() == 0;
    }
}
