package io.rafiki.surrogate;

import java.util.List;

/**
 * The model of one metric in a bundle.
 *
 * @param members the networks
 * @param combine aggregation of their predictions
 * @param calibration calibration of their spread
 * @param heldOutError mean relative error on held-out samples; NaN if unknown
 */
public record MetricModel(
        List<EnsembleMember> members, Aggregation combine, Calibration calibration, double heldOutError) {

    /** @throws IllegalArgumentException without members */
    public MetricModel {
        members = List.copyOf(members);
        if (members.isEmpty()) {
            throw new IllegalArgumentException("members: expected at least one, found none");
        }
    }
}
