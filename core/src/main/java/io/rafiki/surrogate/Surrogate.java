package io.rafiki.surrogate;

import io.rafiki.knob.KnobSpace;

/**
 * A cheap stand-in for the node: predicted throughput for a workload and a configuration (Rafiki §3.6).
 *
 * <p>Instances keep scratch space and are confined to one thread; {@link #copy()} makes another for another thread.
 */
public interface Surrogate {

    /** The space of the configurations that it was trained on, in the order of the codes below. */
    KnobSpace space();

    /**
     * Predicts a batch.
     *
     * @param readRatio share of reads among all operations, 0 to 1
     * @param codes row-major {@code n x space().size()} knob codes
     * @param n rows in the batch, any number from 0
     * @param mean receives {@code n} predictions in operations per second
     * @param deviation receives {@code n} standard deviations over the members, in operations per second
     */
    void predict(double readRatio, double[] codes, int n, double[] mean, double[] deviation);

    /** An independent instance for another thread; weights are shared, scratch space is not. */
    Surrogate copy();
}
