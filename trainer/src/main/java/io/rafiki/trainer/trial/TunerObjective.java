package io.rafiki.trainer.trial;

import java.util.OptionalDouble;

/**
 * What a tuner looks for: the best trial of those within a limit.
 *
 * @param objective makes one trial better than another
 * @param maxP99 limit of the 99th percentile of latency at the open-loop rate of the plan, in microseconds; empty without one
 */
public record TunerObjective(TrialObjective objective, OptionalDouble maxP99) {

    /** The greatest throughput. */
    public static final TunerObjective THROUGHPUT =
            new TunerObjective(TrialObjective.throughput, OptionalDouble.empty());

    /** The value of a trial; empty if it was not measured, or exceeds the limit. */
    public OptionalDouble value(Trial trial) {
        return trial.isOk() && isWithin(trial) ? objective.value(trial) : OptionalDouble.empty();
    }

    /** The value of a trial; that of a failure if it was not measured, or exceeds the limit. */
    public double valueOrFailure(Trial trial) {
        return value(trial).orElse(objective.ofFailure());
    }

    /** One word for folders and results, such as {@code throughput-p99-5000}. */
    public String word() {
        return maxP99.isEmpty() ? objective.name() : objective.name() + "-p99-" + Math.round(maxP99.getAsDouble());
    }

    private boolean isWithin(Trial trial) {
        return maxP99.isEmpty()
                || trial.atPlannedRate()
                        .filter(OpenLoop::hasCarriedTarget)
                        .filter(load -> load.p99() <= maxP99.getAsDouble())
                        .isPresent();
    }
}
