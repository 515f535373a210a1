package io.rafiki.trainer.scenario;

import java.util.List;
import java.util.Map;

/**
 * The three contenders, and what the tuner did.
 *
 * @param schedule with the warm-up
 * @param warmUp seconds before the trace, which do not count
 * @param events of the tuner
 * @param changes that it made
 * @param rewriting those of them that rewrote data
 * @param transition seconds on the way from one configuration to another
 * @param readBackFailures writes whose value was not read back
 * @param conditions what stood the same for all
 */
record ReplayResult(
        Schedule schedule,
        double warmUp,
        VariantResult standard,
        VariantResult fixed,
        VariantResult tuned,
        List<TimelineEvent> events,
        long changes,
        long rewriting,
        double transition,
        long readBackFailures,
        Map<String, String> conditions) {

    /** Share of the trace's time in transition, 0 to 1. */
    double transitionShare() {
        return transition / (schedule.seconds() - warmUp);
    }

    List<VariantResult> outcomes() {
        return List.of(standard, fixed, tuned);
    }
}
