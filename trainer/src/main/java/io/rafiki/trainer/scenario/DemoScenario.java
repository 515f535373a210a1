package io.rafiki.trainer.scenario;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The scenario of {@code rafiki demo}: a few read ratios in turn, on a tuned node and then on one with the baseline configuration. The state
 * of the tuned node ends the phases. The other node has phases of the same lengths.
 *
 * @param phases limits of the phases
 * @param window of the tuner, and its cool-down
 */
public record DemoScenario(PhaseLimits phases, Duration window) {

    private static final DemoScenario QUICK =
            new DemoScenario(new PhaseLimits(20, 60, 15, 20, 240), Duration.ofSeconds(5));
    private static final DemoScenario LONG =
            new DemoScenario(new PhaseLimits(30, 120, 40, 60, 720), Duration.ofSeconds(10));

    /** Seconds by which a phase is usually longer than its shortest length. */
    private static final int USUAL_WAIT = 18;

    /** Changes per hour and rewrites per day; more than a demo can make. */
    private static final int BUDGET = 60;

    /** The demo reports the cost of a change and the gain after it separately. */
    private static final Duration PAYBACK = Duration.ofMinutes(10);

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
        List<Duration> usual = IntStream.range(0, readRatios.size())
                .mapToObj(i ->
                        Duration.ofSeconds(phases.shortestPhase() + USUAL_WAIT + (i == 0 ? phases.minWarmUp() : 0)))
                .toList();
        return new Scenario(
                "demo",
                Optional.of(phases),
                Schedule.of(usual, readRatios),
                Duration.ofSeconds(phases.maxWarmUp()),
                0,
                List.of(),
                List.of(Variant.tuned(AgentSettings.quick(model, window, PAYBACK, BUDGET, BUDGET)), Variant.baseline()),
                "mode auto, model " + model.getFileName() + ", windows of " + window.toSeconds()
                        + " s, payback horizon " + PAYBACK.toMinutes() + " min");
    }
}
