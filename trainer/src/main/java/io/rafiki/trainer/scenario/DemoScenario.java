package io.rafiki.trainer.scenario;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The scenario of {@code rafiki demo}: a few read ratios in turn, on a tuned node and then on one with the baseline configuration.
 *
 * @param warmUp seconds of the first phase that are excluded: the node's JVM compiles
 * @param first seconds of the first phase; a rewrite of data is most likely here
 * @param phase seconds of every other phase
 * @param settle seconds of every other phase that are excluded: caches fill, and the tuner detects the change
 * @param tail seconds at the end of each phase that are reported separately
 * @param window of the tuner, and its cool-down
 */
public record DemoScenario(int warmUp, int first, int phase, int settle, int tail, Duration window) {

    private static final DemoScenario QUICK = new DemoScenario(36, 50, 24, 10, 10, Duration.ofSeconds(5));
    private static final DemoScenario LONG = new DemoScenario(60, 240, 180, 20, 60, Duration.ofSeconds(10));

    /** Changes per hour and rewrites per day; more than a demo can make. */
    private static final int BUDGET = 60;

    /**
     * The demo.
     *
     * @param model bundle that the agent loads
     * @param readRatios one phase each
     * @param quick whether phases are short
     */
    public static Scenario of(Path model, List<Double> readRatios, boolean quick) {
        return (quick ? QUICK : LONG).scenario(model, readRatios);
    }

    private Scenario scenario(Path model, List<Double> readRatios) {
        Schedule schedule = Schedule.of(
                IntStream.range(0, readRatios.size())
                        .mapToObj(i -> Duration.ofSeconds(i == 0 ? first : phase))
                        .toList(),
                readRatios);
        Duration payback = Duration.ofSeconds(first);
        return new Scenario(
                "demo",
                schedule,
                Duration.ofSeconds(warmUp),
                0,
                Segment.ofPhases(schedule, part -> part.from() > 0 ? settle : warmUp),
                tail,
                List.of(Variant.tuned(AgentSettings.quick(model, window, payback, BUDGET, BUDGET)), Variant.baseline()),
                "mode auto, model " + model.getFileName() + ", windows of " + window.toSeconds()
                        + " s, payback horizon " + payback.toSeconds() + " s");
    }
}
