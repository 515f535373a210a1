package io.rafiki.agent.cassandra;

import io.rafiki.cluster.ClusterException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.locator.IEndpointSnitch;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.utils.FBUtilities;

/** The state of the cluster by gossip. */
public final class Ring {

    private final IEndpointSnitch snitch = DatabaseDescriptor.getEndpointSnitch();

    /** Host id of this node. */
    public String id() {
        return StorageService.instance.getLocalHostId();
    }

    /** Address of this node, as {@code nodetool status} shows it. */
    public String address() {
        return FBUtilities.getBroadcastAddressAndPort().getHostAddress(false);
    }

    public String rack() {
        return snitch.getLocalRack();
    }

    public String datacenter() {
        return snitch.getLocalDatacenter();
    }

    /** Address of each node of this datacenter by host id, also of those that join or are down. */
    public Map<String, String> addresses() {
        Map<String, String> addresses = new TreeMap<>();
        StorageService.instance
                .getTokenMetadata()
                .getEndpointToHostIdMapForReading()
                .forEach((endpoint, id) -> {
                    if (snitch.getDatacenter(endpoint).equals(datacenter())) {
                        addresses.put(id.toString(), endpoint.getHostAddress(false));
                    }
                });
        return addresses;
    }

    /** Why the schema is not the same on all nodes that are up; empty if it is. */
    public Optional<String> schemaDisagreement() {
        String own = state(FBUtilities.getBroadcastAddressAndPort(), ApplicationState.SCHEMA);
        return Gossiper.instance.getLiveMembers().stream()
                .filter(endpoint -> !own.equals(state(endpoint, ApplicationState.SCHEMA)))
                .map(endpoint -> "the schema of " + endpoint.getHostAddress(false)
                        + " differs; `nodetool describecluster` shows the versions")
                .findFirst();
    }

    /**
     * Creates the tables of the cluster if they are missing and this node is the one to create them: the first by host id of its
     * datacenter among those that are up. Other datacenters may have no tuner; if two create the tables, the second finds them.
     *
     * @return whether they exist
     * @throws ClusterException if they cannot be created
     */
    public boolean createTables() throws ClusterException {
        if (ClusterSchema.exists()) {
            return true;
        }
        boolean isFirst = Gossiper.instance.getLiveMembers().stream()
                .filter(endpoint -> snitch.getDatacenter(endpoint).equals(datacenter()))
                .map(endpoint -> state(endpoint, ApplicationState.HOST_ID))
                .allMatch(id -> id.isEmpty() || id.compareTo(id()) >= 0);
        if (isFirst && schemaDisagreement().isEmpty()) {
            ClusterSchema.create(datacenters());
        }
        return ClusterSchema.exists();
    }

    /** The datacenters of all nodes, as a new set. */
    Set<String> datacenters() {
        Set<String> names = new TreeSet<>();
        StorageService.instance
                .getTokenMetadata()
                .getEndpointToHostIdMapForReading()
                .keySet()
                .forEach(endpoint -> names.add(snitch.getDatacenter(endpoint)));
        return names;
    }

    /** The value of a state; empty if it is unknown. */
    private static String state(InetAddressAndPort endpoint, ApplicationState key) {
        EndpointState known = Gossiper.instance.getEndpointStateForEndpoint(endpoint);
        VersionedValue value = known == null ? null : known.getApplicationState(key);
        return value == null ? "" : value.value;
    }
}
