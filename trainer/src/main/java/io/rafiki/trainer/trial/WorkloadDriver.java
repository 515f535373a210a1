package io.rafiki.trainer.trial;

import io.rafiki.workload.WorkloadFeature;
import java.util.Map;

/**
 * Produces one feature of a workload in the load generator, as its {@link io.rafiki.workload.WorkloadSensor} measures it on the node.
 * Implementations are public, have a public constructor without parameters, and are listed in {@code
 * META-INF/services/io.rafiki.trainer.trial.WorkloadDriver}.
 */
public interface WorkloadDriver {

    /** The feature that is produced. */
    WorkloadFeature feature();

    /**
     * Changes the properties of a YCSB run so that its operations have this value of the feature. Drivers run in the order of their
     * features, so the shares of reads and updates are already set for all but the read ratio's own.
     */
    void drive(double value, Map<String, String> properties);
}
