package io.rafiki.cluster;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The reports of a datacenter, as one node has read them.
 *
 * @param members all nodes that have reported lately
 * @param epoch epoch of the lease that this node holds; empty if it holds none
 * @param observing why no node may be changed; empty if one may
 */
public record ClusterStatus(List<Member> members, OptionalLong epoch, Optional<String> observing) {

    static final ClusterStatus STARTING =
            new ClusterStatus(List.of(), OptionalLong.empty(), Optional.of("the node has not reported itself yet"));

    public ClusterStatus {
        members = List.copyOf(members);
    }
}
