package io.rafiki.trainer.demo;

import java.util.List;

/**
 * One node through all phases.
 *
 * @param perSecond operations in each second of the run; a second without load between phases holds NaN
 */
record DemoRun(String name, List<DemoPhase> phases, List<Double> perSecond, List<DemoEvent> events) {

    /** Mean of the phases' throughput, each phase counted alike. */
    double throughput() {
        return phases.stream().mapToDouble(DemoPhase::throughput).average().orElse(Double.NaN);
    }

    /** Mean of what the phases ended with, each phase counted alike. */
    double settled() {
        return phases.stream().mapToDouble(DemoPhase::settled).average().orElse(Double.NaN);
    }
}
