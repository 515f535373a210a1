package io.rafiki.cluster;

import io.rafiki.cluster.LeaseTable.Result;
import io.rafiki.cluster.LeaseTable.Row;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * One node's part in the lease of its datacenter. Only its holder leads roll-outs.
 *
 * <p>Another node takes the lease over when its row has not changed for the time to live. Each node measures this time on its own monotonic
 * clock, from the moment it has read the row, so wrong wall clocks do not matter (Gray and Cheriton, SOSP 1989).
 *
 * <p>The lease ends on its holder before that: its time starts before the request, and ends a margin earlier. A write without an answer proves
 * nothing; the row is read before the next one. A holder that cannot renew tries again at each call until its time is over.
 *
 * <p>The end of the lease alone does not protect the nodes, because a process can stop for longer than the margin between the check and a
 * change. Therefore each plan carries the epoch, and {@link EpochFence} refuses an old one.
 *
 * <p>The nodes report the epochs of their fences. A new lease has a higher epoch than all of them, also in a new table after the former one was
 * dropped.
 */
public final class Lease {

    private final LeaseTable table;
    private final String node;
    private final long timeToLive;
    private final long margin;
    private final LongSupplier nanoTime;
    private Optional<String> holder = Optional.empty();
    private Row seen = Row.NONE;
    private long seenAt;
    private long renewals;
    private long renewAt;

    /** The thread that refreshes writes it, and others read it. */
    private volatile Optional<Held> held = Optional.empty();

    /** @param end of the lease on this node's clock */
    private record Held(long epoch, long end) {}

    /**
     * @param node id of this node
     * @param timeToLive time without a renewal after which another node takes the lease over
     * @param margin by which the lease ends earlier on this node
     * @param nanoTime monotonic clock
     */
    public Lease(LeaseTable table, String node, Duration timeToLive, Duration margin, LongSupplier nanoTime) {
        if (margin.compareTo(timeToLive.dividedBy(2)) > 0) {
            throw new IllegalArgumentException(
                    "lease: expected a margin of at most half of " + timeToLive + ", found " + margin);
        }
        this.table = table;
        this.node = node;
        this.timeToLive = timeToLive.toNanos();
        this.margin = margin.toNanos();
        this.nanoTime = nanoTime;
    }

    /** The epoch of the lease that this node holds now; empty if it holds none. */
    public OptionalLong epoch() {
        return held.filter(lease -> nanoTime.getAsLong() - lease.end() < 0).stream()
                .mapToLong(Held::epoch)
                .findFirst();
    }

    /** The node that held the lease at the last {@link #refresh}; empty if none did. */
    public Optional<String> holder() {
        return holder;
    }

    /**
     * Renews the lease, or acquires it if no node has renewed it in time. A lease with an epoch below the reported ones is given up.
     *
     * @param reported the highest epoch that a node reports; 0 without one
     * @return the same as {@link #epoch()}
     * @throws ClusterException without a quorum; a lease that is held lasts until its end
     */
    public OptionalLong refresh(long reported) throws ClusterException {
        long now = nanoTime.getAsLong();
        held = held.filter(lease -> now - lease.end() < 0 && lease.epoch() >= reported);
        if (held.isEmpty()) {
            acquire(reported);
        } else if (now - renewAt >= 0) {
            renew(held.get().epoch(), now);
        }
        return epoch();
    }

    private void acquire(long reported) throws ClusterException {
        if (!isFree(table.look())) {
            return;
        }
        Row row = table.read();
        if (!isFree(row)) {
            return;
        }
        Row next = new Row(Math.max(row.epoch(), reported) + 1, 0, Optional.of(node));
        long start = nanoTime.getAsLong();
        Result result = table.acquire(row, next);
        if (result == Result.APPLIED
                || (result == Result.UNKNOWN && table.read().equals(next))) {
            renewals = 0;
            extend(next.epoch(), start);
        }
    }

    /** Whether a row shows a lease that no node has held yet, or one that was not renewed for the time to live. */
    private boolean isFree(Row row) {
        holder = row.holder();
        long now = nanoTime.getAsLong();
        if (!row.equals(seen)) {
            seen = row;
            seenAt = now;
        }
        return row.holder().isEmpty() || now - seenAt >= timeToLive;
    }

    private void renew(long epoch, long start) {
        renewals++;
        Result result = table.renew(new Row(epoch, renewals, Optional.of(node)));
        if (result == Result.APPLIED) {
            extend(epoch, start);
        } else if (result == Result.REFUSED) {
            held = Optional.empty();
        }
        // without quorum or answer nothing changes here: the next call tries again
    }

    private void extend(long epoch, long start) {
        held = Optional.of(new Held(epoch, start + timeToLive - margin));
        holder = Optional.of(node);
        renewAt = start + timeToLive / 3;
    }
}
