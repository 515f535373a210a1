package io.rafiki.trainer.scenario;

import io.rafiki.trainer.trial.Throughput;
import io.rafiki.trainer.ycsb.YcsbException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Drives a node with the agent through the phases, then one without, and compares. */
final class Demo {

    private static final int WIDE = 60;

    private final DemoPlan plan;
    private final Schedule schedule;
    private final ScenarioRunner course;
    private final Consumer<String> say;

    /**
     * @param home the distribution
     * @param say hears what happens, a line at a time
     */
    Demo(Path home, DemoPlan plan, Consumer<String> say) {
        this.plan = plan;
        this.schedule = Schedule.of(
                IntStream.range(0, plan.readRatios().size())
                        .mapToObj(plan.timing()::phase)
                        .toList(),
                plan.readRatios());
        this.course = new ScenarioRunner(home, plan.out(), plan.data(), plan.conditions(), say);
        this.say = say;
    }

    /**
     * Runs it.
     *
     * @throws IOException with one line, if a node or YCSB failed; what it left lies in the work folder
     * @throws InterruptedException if this JVM was told to end: nothing is left then
     */
    DemoResult run() throws IOException, InterruptedException {
        return course.run(this::compared);
    }

    private DemoResult compared() throws IOException, InterruptedException {
        DemoTiming timing = plan.timing();
        course.prepare();
        say.accept("");
        say.accept("A node with the agent, mode auto, " + tuner() + ":");
        RunResult tuned = drive(
                Variant.with("tuned", AgentSettings.quick(plan.model(), timing.window(), timing.first(), WIDE, WIDE)));
        say.accept("");
        say.accept("The same on a node at its defaults:");
        RunResult standard = drive(Variant.standard());
        TunerCounters tally = tuned.tuner().orElseThrow();
        return new DemoResult(
                schedule,
                phases(standard),
                phases(tuned),
                conditions(tuned),
                timing.tail().toSeconds(),
                tally.decisions(),
                tally.applied(),
                tally.readBackFailures());
    }

    private RunResult drive(Variant contender) throws IOException, InterruptedException {
        return course.drive(
                contender, schedule, plan.timing().warmUp(), new LoadProgress(schedule), ScenarioRunner.Look.NONE);
    }

    /** What the tuner is told, in a sentence for people who watch. */
    private String tuner() {
        return "windows of " + plan.timing().window().toSeconds() + " s; rewriting data must pay within "
                + plan.timing().first().toSeconds() + " s, the longest phase";
    }

    private DemoRun phases(RunResult run) throws YcsbException {
        List<DemoPhase> phases = new ArrayList<>();
        for (Phase phase : schedule.phases()) {
            phases.add(phase(run, phase));
        }
        int seconds = Math.min(
                (int) schedule.seconds(), run.result().series().perSecond().size());
        return new DemoRun(run.name(), phases, run.result().series().perSecond().subList(0, seconds), run.events());
    }

    private DemoPhase phase(RunResult run, Phase phase) throws YcsbException {
        double from = phase.from() + plan.timing().settle(phase.from()).toSeconds();
        Throughput throughput = Throughput.of(run.perSecond(from, phase.to()));
        double settled = Arrays.stream(
                        run.perSecond(phase.to() - plan.timing().tail().toSeconds(), phase.to()))
                .average()
                .orElseThrow();
        return new DemoPhase(
                phase.readRatio(),
                phase.from(),
                phase.to(),
                throughput.mean(),
                throughput.low(),
                throughput.high(),
                settled,
                run.p99("read", from, phase.to()),
                run.p99("update", from, phase.to()),
                run.tuner().map(tally -> tally.differing(phase.to())).orElse("default"),
                applied(run.events(), phase));
    }

    /** Seconds from the phase's beginning to its first applied configuration. */
    private static double applied(List<TimelineEvent> events, Phase phase) {
        return events.stream()
                .filter(event ->
                        event.kind().equals("apply") && event.second() >= phase.from() && event.second() < phase.to())
                .mapToDouble(event -> event.second() - phase.from())
                .findFirst()
                .orElse(Double.NaN);
    }

    private Map<String, String> conditions(RunResult run) throws IOException, InterruptedException {
        Map<String, String> shown = new LinkedHashMap<>(course.conditions(run));
        shown.put("model", plan.model().getFileName().toString());
        shown.put("tuner", tuner());
        return shown;
    }
}
