package io.rafiki.cluster;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * This node's part in the cluster: it reports itself, takes part in the lease, and reads the reports of the others. One thread calls {@link #tick}; any
 * thread reads {@link #status}.
 */
public final class ClusterNode {

    private final MemberTable table;
    private final Lease lease;
    private final Supplier<Member> self;
    private volatile ClusterStatus status = ClusterStatus.STARTING;

    /** @param self this node as it is now */
    public ClusterNode(MemberTable table, Lease lease, Supplier<Member> self) {
        this.table = table;
        this.lease = lease;
        this.self = self;
    }

    /** Reports, renews and reads. An error becomes the reason why the node only observes. */
    public void tick() {
        try {
            table.publish(self.get());
            OptionalLong epoch = lease.refresh();
            List<Member> members = table.members();
            status = new ClusterStatus(members, epoch, observing(members));
        } catch (ClusterException unreachable) {
            status = new ClusterStatus(status.members(), lease.epoch(), Optional.of(unreachable.getMessage()));
        }
    }

    /** Why no node may be changed; empty if one may. */
    private static Optional<String> observing(List<Member> members) {
        List<Member> unhealthy =
                members.stream().filter(member -> !member.isHealthy()).toList();
        if (unhealthy.size() > 1) {
            return Optional.of(unhealthy.size() + " nodes are unhealthy: "
                    + unhealthy.get(0).id() + " " + unhealthy.get(0).problem().orElseThrow());
        }
        TreeSet<String> versions = new TreeSet<>();
        members.forEach(member -> versions.add(member.versions()));
        return versions.size() > 1
                ? Optional.of("the nodes have different versions: " + String.join(", ", versions))
                : Optional.empty();
    }

    public ClusterStatus status() {
        return status;
    }

    /** Ends the lease of this node, so that another one can lead at once. */
    public void close() {
        lease.release();
    }
}
