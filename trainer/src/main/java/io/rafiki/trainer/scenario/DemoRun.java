package io.rafiki.trainer.scenario;

import java.util.List;

/**
 * One node through all phases.
 *
 * @param perSecond operations in each second of the run
 */
record DemoRun(String name, List<DemoPhase> phases, List<Double> perSecond, List<TimelineEvent> events) {

    /** Mean of the phases' throughput, each phase counted alike. */
    double throughput() {
        return phases.stream().mapToDouble(DemoPhase::throughput).average().orElse(Double.NaN);
    }

    /** Mean of what the phases ended with, each phase counted alike. */
    double settled() {
        return phases.stream().mapToDouble(DemoPhase::settled).average().orElse(Double.NaN);
    }
}
