package io.rafiki.cluster;

import java.util.List;

/** The nodes of a datacenter as they report themselves. A row expires, so a node that ends vanishes. */
public interface MemberTable {

    /**
     * Replaces the row of a node.
     *
     * @throws ClusterException if it cannot be written
     */
    void publish(Member member) throws ClusterException;

    /**
     * All rows that have not expired.
     *
     * @throws ClusterException without a quorum
     */
    List<Member> members() throws ClusterException;
}
