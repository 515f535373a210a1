package io.rafiki.surrogate;

import java.util.List;

/**
 * What a bundle holds of one metric.
 *
 * @param members the networks
 * @param combine how their predictions become one
 * @param calibration of their spread
 * @param heldOutError mean error on samples that the networks had not seen, relative to their values; NaN where not known
 */
public record MetricModel(
        List<EnsembleMember> members, Aggregation combine, Calibration calibration, double heldOutError) {

    /** @throws IllegalArgumentException if there are no members */
    public MetricModel {
        members = List.copyOf(members);
        if (members.isEmpty()) {
            throw new IllegalArgumentException("members: expected at least one, found none");
        }
    }
}
