package io.rafiki.trainer.format;

import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;

/** A workload as a reader sees it: the read ratio in percent, then the other features. */
public final class WorkloadText {

    private WorkloadText() {}

    /** {@code 90 % reads}, {@code 90 % reads, scan share 0.20}. */
    public static String reads(Workload workload) {
        return HumanUnits.wholePercent(workload.readRatio()) + " reads" + others(workload);
    }

    /** {@code 90 %}, {@code 90 %, scan share 0.20}: for a column of read ratios. */
    public static String percent(Workload workload) {
        return HumanUnits.wholePercent(workload.readRatio()) + others(workload);
    }

    /** {@code , scan share 0.20}; empty if the workload states only the read ratio. */
    public static String others(Workload workload) {
        String others = workload.without(WorkloadFeature.READ_RATIO).text();
        return others.isEmpty() ? "" : ", " + others;
    }
}
