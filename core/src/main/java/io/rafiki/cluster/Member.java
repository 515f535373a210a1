package io.rafiki.cluster;

import java.util.Optional;

/**
 * A node of the datacenter as it last reported itself.
 *
 * @param id host id
 * @param address as {@code nodetool status} shows it
 * @param rack its rack
 * @param versions versions of agent and Cassandra, and the length of its windows: all nodes need the same
 * @param mode mode of its tuner
 * @param configuration hash of the values of its knobs and of its tables' options
 * @param windows number of its windows since its start; a new number is a new window
 * @param window its last window; empty before the first
 * @param proposal the pending proposal of its tuner
 * @param problem why it cannot be changed now; empty if it can
 * @param highestOrder highest epoch and highest roll-out of the orders that it has accepted
 */
public record Member(
        String id,
        String address,
        String rack,
        String versions,
        String mode,
        String configuration,
        long windows,
        Optional<PeerWindow> window,
        Optional<ProposedChange> proposal,
        Optional<String> problem,
        OrderNumber highestOrder) {

    /** Whether it can be changed: it serves clients and does nothing else. */
    public boolean isHealthy() {
        return problem.isEmpty();
    }
}
