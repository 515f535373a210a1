package io.rafiki.surrogate;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.workload.Workload;
import java.util.List;

/**
 * A cheap stand-in for the node: the predicted value of a metric for a workload and a configuration (Rafiki §3.6).
 *
 * <p>Instances keep scratch space and are confined to one thread; {@link #copy()} makes another for another thread.
 */
public interface Surrogate {

    /** The space of the configurations that it was trained on, in the order of the codes below. */
    KnobSpace space();

    /**
     * Predicts a batch.
     *
     * @param workload that the node serves
     * @param codes row-major {@code n x space().size()} knob codes
     * @param n rows in the batch, any number from 0
     * @param mean receives {@code n} predictions in the metric's unit
     * @param deviation receives {@code n} standard deviations of the mean from the true value, in the metric's unit
     */
    void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation);

    /** Predicts one configuration of {@link #space()}. */
    default Prediction predict(Workload workload, Configuration configuration) {
        double[] mean = new double[1];
        double[] deviation = new double[1];
        predict(workload, configuration.codes(), 1, mean, deviation);
        return new Prediction(mean[0], deviation[0]);
    }

    /**
     * The gain of moving from one configuration to another, as if the errors of the two predictions were independent.
     * A surrogate that knows how they hang together says it better.
     */
    default RelativeGain gain(Workload workload, Configuration from, Configuration to) {
        Prediction before = predict(workload, from);
        Prediction after = predict(workload, to);
        return new RelativeGain(
                after.mean() / before.mean() - 1, Math.hypot(before.deviation(), after.deviation()) / before.mean());
    }

    /** The parts whose disagreement the deviation is made of, each a surrogate of its own; one that has none is its only part. */
    default List<Surrogate> members() {
        return List.of(copy());
    }

    /** An independent instance for another thread; weights are shared, scratch space is not. */
    Surrogate copy();
}
