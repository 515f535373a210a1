package io.rafiki.workload;

/**
 * Computes one feature of a workload from a window. Implementations are public, have a public constructor without parameters, and are
 * listed in {@code META-INF/services/io.rafiki.workload.WorkloadSensor}.
 */
public interface WorkloadSensor {

    /** The feature that is computed. */
    WorkloadFeature feature();

    /** The value in a window with operations, within the feature's range; the absent value if the window does not show it. */
    double sense(Window window);

    /** Variance of the difference of two windows' values that sampling alone causes. */
    default double variance(Window before, Window now) {
        return 0;
    }
}
