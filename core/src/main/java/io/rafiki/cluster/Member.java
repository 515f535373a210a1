package io.rafiki.cluster;

import java.util.Optional;

/**
 * A node of the datacenter as it last reported itself.
 *
 * @param id host id
 * @param rack its rack
 * @param versions versions of agent and Cassandra
 * @param configuration hash of its knobs' values
 * @param window its last window; empty before the first
 * @param problem why it is unhealthy; empty if it is healthy
 */
public record Member(
        String id,
        String rack,
        String versions,
        String configuration,
        Optional<PeerWindow> window,
        Optional<String> problem) {

    /** Whether it serves clients and does nothing else. */
    public boolean isHealthy() {
        return problem.isEmpty();
    }
}
