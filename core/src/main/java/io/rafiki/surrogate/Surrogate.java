package io.rafiki.surrogate;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.workload.Workload;
import java.util.List;

/**
 * A model of the node: it predicts a metric for a workload and a configuration (Rafiki §3.6).
 *
 * <p>Instances contain scratch memory and are confined to one thread. Use {@link #copy()} for another thread.
 */
public interface Surrogate {

    /** The space of the training configurations; it determines the order of the codes. */
    KnobSpace space();

    /**
     * Predicts a batch.
     *
     * @param workload workload of the node
     * @param codes row-major {@code n x space().size()} knob codes
     * @param n number of rows, from 0
     * @param mean receives {@code n} predictions in the metric's unit
     * @param deviation receives {@code n} standard deviations of the mean from the true value, in the metric's unit
     */
    void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation);

    /**
     * Predicts a batch, also by each member.
     *
     * @param members receives {@code n} predictions for each of the {@link #members()}
     */
    default void predict(
            Workload workload, double[] codes, int n, double[] mean, double[] deviation, double[][] members) {
        predict(workload, codes, n, mean, deviation);
        List<Surrogate> all = members();
        for (int m = 0; m < members.length; m++) {
            all.get(m).predict(workload, codes, n, members[m], new double[n]);
        }
    }

    /** Predicts one configuration of {@link #space()}. */
    default Prediction predict(Workload workload, Configuration configuration) {
        double[] mean = new double[1];
        double[] deviation = new double[1];
        predict(workload, configuration.codes(), 1, mean, deviation);
        return new Prediction(mean[0], deviation[0]);
    }

    /**
     * The relative gain of one configuration over another, assuming independent prediction errors. A surrogate with known correlation of
     * the errors overrides this.
     */
    default RelativeGain gain(Workload workload, Configuration from, Configuration to) {
        Prediction before = predict(workload, from);
        Prediction after = predict(workload, to);
        return new RelativeGain(
                after.mean() / before.mean() - 1, Math.hypot(before.deviation(), after.deviation()) / before.mean());
    }

    /** The surrogates whose disagreement is the deviation; the surrogate itself if it has no members. */
    default List<Surrogate> members() {
        return List.of(copy());
    }

    /** The prediction of each member for one configuration, and the surrogate's own. */
    default MemberPredictions memberPredictions(Workload workload, Configuration configuration) {
        return new MemberPredictions(
                members().stream()
                        .map(member -> member.predict(workload, configuration).mean())
                        .toList(),
                predict(workload, configuration).mean());
    }

    /** An independent instance for another thread, which shares the weights. */
    Surrogate copy();
}
