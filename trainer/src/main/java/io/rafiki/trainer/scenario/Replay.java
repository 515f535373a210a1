package io.rafiki.trainer.scenario;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.model.ModelBundle;
import io.rafiki.trainer.campaign.DataLayouts;
import io.rafiki.trainer.scenario.VariantResult.Asked;
import io.rafiki.trainer.trial.KnobSetting;
import io.rafiki.trainer.ycsb.YcsbException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Drives three nodes along a trace, one after the other. */
final class Replay {

    private static final Duration SHORTEST_WINDOW = Duration.ofSeconds(2);
    private static final Duration LONGEST_WINDOW = Duration.ofSeconds(30);
    /** The shipped budgets, in the trace's time. */
    private static final int HOURLY = 4;

    private static final int DAILY = 2;
    private static final int MOST = 1_000;
    /** Within it a workload is the same. */
    private static final double ALIKE = 0.1;

    private final Path bundle;
    private final Schedule schedule;
    private final double speed;
    private final Duration warmUp;
    private final ScenarioRunner course;
    private final Consumer<String> say;

    /**
     * @param bundle the model
     * @param trace in quick motion, without the warm-up
     * @param speed seconds of the trace that pass in one
     * @param warmUp the trace's first read ratio for so long before it: the node's JVM compiles, and nothing counts
     * @param say hears what happens, a line at a time
     */
    Replay(Path bundle, Schedule trace, double speed, Duration warmUp, ScenarioRunner course, Consumer<String> say) {
        this.bundle = bundle;
        this.schedule = trace.after(warmUp.toMillis() / 1e3);
        this.speed = speed;
        this.warmUp = warmUp;
        this.course = course;
        this.say = say;
    }

    ReplayResult run(ModelBundle model, KnobCatalogue catalogue) throws IOException, InterruptedException {
        Configuration best = BestStaticConfiguration.of(model.ensemble(), model.envelope(), schedule);
        return course.run(() -> compared(best, catalogue));
    }

    private ReplayResult compared(Configuration best, KnobCatalogue catalogue)
            throws IOException, InterruptedException {
        String fixed = best.differencesFromDefaults();
        RunResult standard = drive(Variant.standard(), "A node at its defaults:");
        RunResult still =
                drive(fixed(best, catalogue), "One in the best configuration that stays, by the model: " + fixed + ":");
        RunResult tuned = drive(
                Variant.with("tuned", agent()),
                "One with the agent, mode auto, windows of " + seconds(window()) + " s:");
        TunerCounters tally = tuned.tuner().orElseThrow();
        Map<String, String> conditions = new LinkedHashMap<>(course.conditions(tuned));
        conditions.put("model", bundle.getFileName().toString());
        conditions.put("static", fixed);
        return new ReplayResult(
                schedule,
                warmUp.toMillis() / 1e3,
                outcome(standard, "default"),
                outcome(still, fixed),
                outcome(tuned, "as the workload goes"),
                tuned.events(),
                tally.applied(),
                tuned.events().stream()
                        .filter(event -> event.kind().equals(TimelineEvent.REWRITING))
                        .count(),
                TransitionTime.seconds(schedule, tuned.events(), warmUp.toMillis() / 1e3),
                tally.readBackFailures(),
                conditions);
    }

    private RunResult drive(Variant contender, String title) throws IOException, InterruptedException {
        say.accept("");
        say.accept(title);
        return course.drive(contender, schedule, warmUp, new LoadProgress(schedule), ScenarioRunner.Look.NONE);
    }

    /** The pace of the tuner goes with the trace's; compactions cannot be hurried, so that rewriting pays within its real time. */
    private AgentSettings agent() {
        return AgentSettings.quick(
                bundle,
                window(),
                Duration.ofSeconds(Math.round(schedule.longest(ALIKE))),
                (int) Math.min(MOST, Math.ceil(HOURLY * speed)),
                (int) Math.min(MOST, Math.ceil(DAILY * speed)));
    }

    /** As long as the trace's own windows, within reason. */
    private Duration window() {
        double shortest =
                schedule.phases().stream().mapToDouble(Phase::seconds).min().orElseThrow();
        Duration window = Duration.ofMillis(Math.round(1e3 * shortest));
        return window.compareTo(SHORTEST_WINDOW) < 0
                ? SHORTEST_WINDOW
                : window.compareTo(LONGEST_WINDOW) > 0 ? LONGEST_WINDOW : window;
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f", duration.toMillis() / 1e3);
    }

    private static Variant fixed(Configuration best, KnobCatalogue catalogue) {
        Map<String, Object> yaml = new LinkedHashMap<>();
        KnobSetting.of(best, catalogue).forEach(knob -> yaml.putAll(knob.cassandraYaml()));
        return new Variant("static", DataLayouts.of(best, catalogue), yaml);
    }

    private VariantResult outcome(RunResult run, String configuration) throws YcsbException {
        double from = warmUp.toMillis() / 1e3;
        List<Double> perSecond = run.result().series().perSecond();
        return new VariantResult(
                run.name(),
                run.operations(from, schedule.seconds()),
                perSecond.subList(0, (int) Math.min(perSecond.size(), schedule.seconds())),
                byReads(perSecond),
                run.p99("read", from, schedule.seconds()),
                run.p99("update", from, schedule.seconds()),
                configuration);
    }

    private Map<Asked, Double> byReads(List<Double> perSecond) {
        Map<Asked, double[]> sums = new EnumMap<>(Asked.class);
        for (int second = (int) warmUp.toSeconds(); second < Math.min(perSecond.size(), schedule.seconds()); second++) {
            double[] sum =
                    sums.computeIfAbsent(Asked.of(schedule.at(second + 0.5).readRatio()), asked -> new double[2]);
            sum[0] += perSecond.get(second);
            sum[1]++;
        }
        Map<Asked, Double> means = new EnumMap<>(Asked.class);
        sums.forEach((asked, sum) -> means.put(asked, sum[0] / sum[1]));
        return means;
    }
}
