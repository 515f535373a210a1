package io.rafiki.trainer.scenario;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.model.BundleException;
import io.rafiki.model.ModelBundle;
import io.rafiki.trainer.campaign.DataLayouts;
import io.rafiki.trainer.trial.KnobSetting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The scenario of {@code rafiki replay}: a trace in fast motion, on nodes with the baseline configuration, with the best static
 * configuration, and with the tuner.
 */
public final class ReplayScenario {

    private static final Duration MIN_WINDOW = Duration.ofSeconds(2);
    private static final Duration MAX_WINDOW = Duration.ofSeconds(30);

    /** The shipped budgets, in the trace's time. */
    private static final int CHANGES_PER_HOUR = 4;

    private static final int REWRITES_PER_DAY = 2;
    private static final int MAX_BUDGET = 1_000;

    /** The client's counts are of whole seconds. */
    private static final double MIN_PHASE_SECONDS = 1;

    /** Largest difference of the read ratio within one workload. */
    private static final double SAME_WORKLOAD = 0.1;

    private ReplayScenario() {}

    /**
     * A trace in fast motion.
     *
     * @param speed seconds of the trace per second
     * @throws IllegalArgumentException with one line, if a phase would last less than a second
     */
    public static Schedule schedule(Trace trace, double speed) {
        // not from the schedule, because its seconds are rounded
        double shortest = trace.rows().stream()
                .mapToDouble(row -> row.length().toNanos() / 1e9)
                .min()
                .orElseThrow();
        if (shortest < MIN_PHASE_SECONDS) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "expected a trace whose shortest phase lasts 1 s or more, found %.3f s. Merge its short phases.",
                    shortest));
        }
        if (shortest / MIN_PHASE_SECONDS < speed) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "expected a speed at which the trace's shortest phase lasts 1 s or more, found %.3f s at %.0f."
                            + " Give at most %.0f.",
                    shortest / speed,
                    speed,
                    Math.floor(shortest / MIN_PHASE_SECONDS)));
        }
        return Schedule.of(trace, speed);
    }

    /**
     * The replay.
     *
     * @param bundle the model
     * @param trace as {@link #schedule} makes it
     * @param speed of the trace
     * @param warmUp time before the trace with its first read ratio, which does not count
     * @param catalogue of the model's knobs
     */
    public static Scenario of(Path bundle, Schedule trace, double speed, Duration warmUp, KnobCatalogue catalogue)
            throws BundleException, ConfigException, IOException {
        ModelBundle model = ModelBundle.read(bundle, catalogue);
        double start = warmUp.toMillis() / 1e3;
        Schedule schedule = trace.after(start);
        Configuration best = BestStaticConfiguration.of(model.ensemble(), model.envelope(), trace);
        AgentSettings tuner = tuner(bundle, trace, speed);
        return new Scenario(
                "replay",
                Optional.empty(),
                schedule,
                warmUp,
                start,
                Segment.ofReadClasses(schedule, start),
                List.of(Variant.baseline(), fixed(best, catalogue), Variant.tuned(tuner)),
                String.format(
                        Locale.ROOT,
                        "mode auto, model %s, windows of %.1f s, trace at %.0f times its speed",
                        bundle.getFileName(),
                        window(trace).toMillis() / 1e3,
                        speed));
    }

    /** Budgets are scaled with the trace. Compactions cannot be accelerated, so a rewrite must pay back in real time. */
    private static AgentSettings tuner(Path bundle, Schedule schedule, double speed) {
        return AgentSettings.quick(
                bundle,
                window(schedule),
                Duration.ofSeconds(Math.round(schedule.longest(SAME_WORKLOAD))),
                (int) Math.min(MAX_BUDGET, Math.ceil(CHANGES_PER_HOUR * speed)),
                (int) Math.min(MAX_BUDGET, Math.ceil(REWRITES_PER_DAY * speed)));
    }

    /** The length of the shortest phase, within limits. */
    private static Duration window(Schedule schedule) {
        Duration window = Duration.ofMillis(Math.round(1e3 * shortestPhase(schedule)));
        return window.compareTo(MIN_WINDOW) < 0 ? MIN_WINDOW : window.compareTo(MAX_WINDOW) > 0 ? MAX_WINDOW : window;
    }

    private static double shortestPhase(Schedule schedule) {
        return schedule.phases().stream().mapToDouble(Phase::seconds).min().orElseThrow();
    }

    private static Variant fixed(Configuration best, KnobCatalogue catalogue) {
        Map<String, Object> yaml = new LinkedHashMap<>();
        KnobSetting.of(best, catalogue).forEach(knob -> yaml.putAll(knob.cassandraYaml()));
        return Variant.fixed("static", Variant.differences(best, Set.of()), DataLayouts.of(best, catalogue), yaml);
    }
}
