package io.rafiki.trainer.cli;

import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.trainer.trial.TunerObjective;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option {@code --objective} of every command that looks for the best configuration. */
public final class ObjectiveOption {

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
        return objective.metric();
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
            throw refused("--objective: expected a plan with open_loop_rate, found none in the plan " + plan.name()
                    + ". Add it to time, or leave out --objective.");
        }
        return objective;
    }

    /**
     * The objective of a tuner that runs the trials of a plan.
     *
     * @param maxP99 value of the option {@code --max-p99} in microseconds; empty without a limit
     * @throws ParameterException with one line, if these trials do not measure it
     */
    public TunerObjective of(CampaignPlan plan, Optional<Double> maxP99) {
        TrialObjective best = of(plan);
        if (maxP99.isEmpty()) {
            return new TunerObjective(best, OptionalDouble.empty());
        }
        double limit = maxP99.get();
        if (!(limit > 0) || Double.isInfinite(limit)) {
            throw refused("--max-p99: expected microseconds above 0, found " + limit + ". Give a latency.");
        }
        if (!isThroughput()) {
            throw refused("--max-p99: expected --objective throughput, found " + objective + ". Remove one of them.");
        }
        if (!TrialObjective.p99.isMeasuredUnder(plan.conditions())) {
            throw refused("--max-p99: expected a plan with open_loop_rate, found none in the plan " + plan.name()
                    + ". Add it to time, or leave out --max-p99.");
        }
        return new TunerObjective(best, OptionalDouble.of(limit));
    }

    private ParameterException refused(String line) {
        return new ParameterException(spec.commandLine(), line);
    }
}
