package io.rafiki.surrogate;

import io.rafiki.workload.WorkloadFeature;
import java.util.List;
import java.util.Optional;

/**
 * A feature of a workload that lies outside of what a model was trained on.
 *
 * @param feature of the workload
 * @param value of the workload
 * @param min least trained value
 * @param max greatest trained value
 */
public record FeatureOutside(WorkloadFeature feature, double value, double min, double max) {

    /** The same as a reason. */
    public DomainViolation violation() {
        return new DomainViolation(feature.name(), value, Optional.of(min), Optional.of(max), List.of());
    }
}
