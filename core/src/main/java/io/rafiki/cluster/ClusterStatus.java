package io.rafiki.cluster;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The datacenter, as one node has read it.
 *
 * @param self host id of this node
 * @param members all nodes that have reported lately
 * @param leader address of the node that holds the lease; empty if none does
 * @param epoch epoch of the lease that this node holds; empty if it holds none
 * @param observing why no node may be changed; empty if one may
 * @param rollouts the last roll-outs, newest first
 * @param order what this node does about its order; empty without an order
 */
public record ClusterStatus(
        String self,
        List<Member> members,
        Optional<String> leader,
        OptionalLong epoch,
        Optional<String> observing,
        List<Rollout> rollouts,
        String order) {

    public ClusterStatus {
        members = List.copyOf(members);
        rollouts = List.copyOf(rollouts);
    }

    static ClusterStatus starting(String self) {
        return new ClusterStatus(
                self,
                List.of(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.of("the node has not reported itself yet"),
                List.of(),
                "");
    }

    ClusterStatus with(List<Member> present) {
        return new ClusterStatus(self, present, leader, epoch, observing, rollouts, order);
    }

    ClusterStatus unreachable(OptionalLong held, String why) {
        return new ClusterStatus(self, members, leader, held, Optional.of(why), rollouts, order);
    }

    /** The roll-out that is under way; empty if there is none. */
    public Optional<Rollout> running() {
        return rollouts.stream().limit(1).filter(last -> !last.phase().isOver()).findFirst();
    }

    /** Address of a node; its id if it does not report. */
    public String address(String id) {
        return members.stream()
                .filter(member -> member.id().equals(id))
                .map(Member::address)
                .findFirst()
                .orElse(id);
    }
}
