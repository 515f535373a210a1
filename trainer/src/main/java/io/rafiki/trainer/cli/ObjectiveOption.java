package io.rafiki.trainer.cli;

import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.trial.TrialObjective;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option {@code --objective} of every command that looks for the best configuration. */
final class ObjectiveOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--objective",
            paramLabel = "throughput|p99",
            defaultValue = "throughput",
            description =
                    "Maximise throughput, or minimise the 99th percentile of latency at the trials' open-loop rate."
                            + " Default: ${DEFAULT-VALUE}.")
    private TrialObjective objective;

    TrialObjective objective() {
        return objective;
    }

    /** What a model predicts for it. */
    Metric metric() {
        return isThroughput() ? Metric.THROUGHPUT : Metric.P99_AT_RATE;
    }

    boolean isThroughput() {
        return objective == TrialObjective.throughput;
    }

    /**
     * The objective of the trials of a plan.
     *
     * @throws ParameterException with one line, if these trials do not measure it
     */
    TrialObjective of(CampaignPlan plan) {
        if (!objective.isMeasuredUnder(plan.conditions())) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--objective: expected a plan with open_loop_rate, found none in the plan " + plan.name()
                            + ". Add it to time, or leave out --objective.");
        }
        return objective;
    }
}
