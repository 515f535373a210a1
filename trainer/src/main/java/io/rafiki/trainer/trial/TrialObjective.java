package io.rafiki.trainer.trial;

import io.rafiki.surrogate.Metric;
import java.util.OptionalDouble;

/** What makes one trial better than another. Lower case, as on the command line. */
public enum TrialObjective {
    /** The greatest throughput. */
    throughput(Metric.THROUGHPUT, 0.07, 0) {
        @Override
        public OptionalDouble value(Trial trial) {
            return trial.throughput() == null
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(trial.throughput().mean());
        }

        @Override
        public double signed(double value) {
            return value;
        }

        @Override
        public boolean isMeasuredUnder(TrialConditions conditions) {
            return true;
        }
    },
    /**
     * The lowest 99th percentile of latency at the open-loop rate of the plan. If the node did not carry the rate, the latency grows with
     * the length of the load. It is then far above that of other trials, so such a trial loses.
     */
    p99(Metric.P99_AT_RATE, 0.9, 1e9) {
        @Override
        public OptionalDouble value(Trial trial) {
            return trial.atPlannedRate().stream().mapToDouble(OpenLoop::p99).findFirst();
        }

        @Override
        public double signed(double value) {
            return -value;
        }

        @Override
        public boolean isMeasuredUnder(TrialConditions conditions) {
            return conditions
                    .sustained()
                    .flatMap(SustainedProtocol::openLoopRate)
                    .isPresent();
        }
    };

    private final Metric metric;
    private final double replicateDeviation;
    private final double ofFailure;

    TrialObjective(Metric metric, double replicateDeviation, double ofFailure) {
        this.metric = metric;
        this.replicateDeviation = replicateDeviation;
        this.ofFailure = ofFailure;
    }

    /** The value of a trial in the unit; empty if the trial has none. */
    public abstract OptionalDouble value(Trial trial);

    /** The value with the sign that makes more better. */
    public abstract double signed(double value);

    /** Whether trials under these conditions have a value. */
    public abstract boolean isMeasuredUnder(TrialConditions conditions);

    /** What a model predicts for it. */
    public Metric metric() {
        return metric;
    }

    public String unit() {
        return metric.unit();
    }

    /**
     * The assumed standard deviation of the logarithm of replicates before they are measured. Throughputs of the recorded campaign have
     * 0.068, with 27 degrees of freedom. The p99 at 600 operations per second has 0.95, with four degrees of freedom, in the first
     * seven baseline trials without range reads of {@code conf/campaigns/cassandra-5.0-2core-sustained}.
     */
    public double replicateDeviation() {
        return replicateDeviation;
    }

    /** The value that a failed trial has in a mean: no throughput, or a latency above that of every overloaded node. */
    public double ofFailure() {
        return ofFailure;
    }
}
