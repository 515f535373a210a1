package io.rafiki.trainer.demo;

import java.util.Map;

/**
 * Both runs and what they ran on.
 *
 * @param conditions what stood the same for both: data, memory, machine, versions; shown as it is
 * @param decisions decisions that the tuner took, holds included
 * @param applied configurations that were applied
 * @param readBackFailures writes whose value was not read back
 */
record DemoResult(
        DemoRun standard,
        DemoRun tuned,
        Map<String, String> conditions,
        long decisions,
        long applied,
        long readBackFailures) {

    /** Gain of the mean throughput over the default's, in percent; negative when tuning lost. */
    double gainPercent() {
        return 100 * (tuned.throughput() / standard.throughput() - 1);
    }

    /** Whether at least one proposal was applied and everything written was read back. */
    boolean appliedAndReadBack() {
        return applied > 0 && readBackFailures == 0;
    }
}
