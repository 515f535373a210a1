package io.rafiki.decision;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.Gain;
import java.util.List;

/**
 * A configuration that could replace the node's, and what the surrogate says of the change.
 *
 * @param from the node's configuration when the plan was made
 * @param to the proposed configuration, of the same space
 * @param changes the knobs that differ, in the order of the space
 * @param readRatio the workload that the gain is predicted for
 * @param gain predicted relative gain in throughput, with its deviation over the ensemble's members
 */
public record Plan(Configuration from, Configuration to, List<Change> changes, double readRatio, Gain gain) {

    public Plan {
        changes = List.copyOf(changes);
    }
}
