package io.rafiki.trainer.scenario;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The scenario of {@code rafiki demo}: a few read ratios in turn, on a tuned node and on one with the baseline configuration. The state of
 * the first tuned node ends the phases. The other nodes have phases of the same lengths.
 *
 * <p>The long form repeats both runs. Trials of one configuration differ by more than the interval within a run shows, so the number of runs
 * determines the error. Therefore it has more runs instead of longer measured parts.
 */
public final class DemoScenario {

    private static final PhaseLimits QUICK = new PhaseLimits(20, 60, 15, 20, 540, 0);
    private static final PhaseLimits LONG = new PhaseLimits(20, 60, 15, 10, 500, 29 * 60);

    /** Of the tuner, and its cool-down. */
    private static final Duration WINDOW = Duration.ofSeconds(5);

    /** Seconds by which a phase is usually longer than its shortest length. */
    private static final int USUAL_WAIT = 18;

    /** The same for the first phase, which contains the warm-up and the change. */
    private static final int USUAL_CHANGE = 120;

    /** Changes per hour and rewrites per day; more than a demo can make. */
    private static final int BUDGET = 60;

    /** The demo reports the cost of a change and the gain after it separately. */
    private static final Duration PAYBACK = Duration.ofMinutes(10);

    private DemoScenario() {}

    /**
     * The demo.
     *
     * @param model bundle that the agent loads
     * @param readRatios one phase each
     * @param quick whether there is one pair of runs only
     */
    public static Scenario of(Path model, List<Double> readRatios, boolean quick) {
        PhaseLimits limits = quick ? QUICK : LONG;
        List<Duration> usual = IntStream.range(0, readRatios.size())
                .mapToObj(i -> Duration.ofSeconds(limits.shortestPhase() + (i == 0 ? USUAL_CHANGE : USUAL_WAIT)))
                .toList();
        return new Scenario(
                "demo",
                Optional.of(limits),
                Schedule.of(usual, readRatios),
                Duration.ofSeconds(limits.maxWarmUp()),
                0,
                List.of(),
                List.of(Variant.tuned(AgentSettings.quick(model, WINDOW, PAYBACK, BUDGET, BUDGET)), Variant.baseline()),
                "mode auto, model " + model.getFileName() + ", windows of " + WINDOW.toSeconds()
                        + " s, payback horizon " + PAYBACK.toMinutes() + " min");
    }
}
