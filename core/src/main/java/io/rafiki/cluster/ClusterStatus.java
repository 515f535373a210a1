package io.rafiki.cluster;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The datacenter, as one node has read it.
 *
 * @param self host id of this node
 * @param addresses address of each node of the datacenter by host id
 * @param members all nodes that have reported lately
 * @param leader address of the node that holds the lease; empty if none does
 * @param epoch epoch of the lease that this node holds; empty if it holds none
 * @param observing why no node may be changed; empty if one may
 * @param rollouts the last roll-outs, newest first
 * @param order what this node does about its order; empty without an order
 */
public record ClusterStatus(
        String self,
        Map<String, String> addresses,
        List<Member> members,
        Optional<String> leader,
        OptionalLong epoch,
        Optional<String> observing,
        List<Rollout> rollouts,
        String order) {

    public ClusterStatus {
        addresses = Map.copyOf(addresses);
        members = List.copyOf(members);
        rollouts = List.copyOf(rollouts);
    }

    static ClusterStatus starting(String self) {
        return new ClusterStatus(
                self,
                Map.of(),
                List.of(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.of("this node has not reported itself yet; it waits for the tables of rafiki_cluster"),
                List.of(),
                "");
    }

    ClusterStatus with(Map<String, String> ring, List<Member> present, Optional<String> why) {
        return new ClusterStatus(self, ring, present, leader, epoch, why, rollouts, order);
    }

    /** The same with the epoch of the lease that the node holds now. */
    ClusterStatus with(OptionalLong held) {
        return new ClusterStatus(self, addresses, members, leader, held, observing, rollouts, order);
    }

    ClusterStatus unreachable(String why) {
        return new ClusterStatus(self, addresses, members, leader, epoch, Optional.of(why), rollouts, order);
    }

    /** Address of a node; its id if it has left the ring. */
    public String address(String id) {
        return addresses.getOrDefault(id, id);
    }
}
