package io.rafiki.surrogate;

import io.rafiki.workload.WorkloadFeature;
import java.util.List;
import java.util.Optional;

/**
 * A workload feature outside of the training domain.
 *
 * @param feature the feature
 * @param value its value
 * @param min minimum trained value
 * @param max maximum trained value
 */
public record FeatureOutside(WorkloadFeature feature, double value, double min, double max) {

    /** The same as a reason. */
    public DomainViolation violation() {
        return new DomainViolation(feature.name(), value, Optional.of(min), Optional.of(max), List.of());
    }
}
