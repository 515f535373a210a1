package io.rafiki.cluster;

import java.util.List;

/** The nodes of a datacenter as they report themselves. A row that does not change counts no longer, so a node that ends vanishes. */
public interface MemberTable {

    /**
     * Replaces the row of a node.
     *
     * @throws ClusterException if it cannot be written
     */
    void publish(Member member) throws ClusterException;

    /**
     * The rows of all nodes that have reported lately.
     *
     * @throws ClusterException without a quorum
     */
    List<Member> members() throws ClusterException;
}
