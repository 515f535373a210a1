package io.rafiki.cluster;

import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.RolloutTable.Row;
import java.util.List;
import java.util.stream.IntStream;

/** Reads the last roll-outs, and the earlier ones that are in place, because a new node gets these too. */
final class RolloutReader {

    /** Roll-outs among which those in place are looked for. */
    static final int FARTHEST = 100;

    private final RolloutTable rollouts;

    /** Roll-outs up to the oldest one in place, and another one that can begin until the next read. */
    private int depth = FARTHEST;

    private long oldest;

    RolloutReader(RolloutTable rollouts) {
        this.rollouts = rollouts;
    }

    /**
     * The roll-outs, newest first.
     *
     * @param isFinal whether unfinished writes are finished first
     * @throws ClusterException without a quorum
     */
    List<Row> read(boolean isFinal) throws ClusterException {
        List<Row> near = rollouts.latest(depth, isFinal);
        boolean isShort = depth < FARTHEST
                && near.size() == depth
                && near.get(depth - 1).rollout().plan().number() > oldest;
        List<Row> all = isShort ? rollouts.latest(FARTHEST, isFinal) : near;
        int last = IntStream.range(0, all.size())
                .filter(i -> isInPlace(all.get(i)))
                .max()
                .orElse(0);
        oldest = all.isEmpty() ? 0 : all.get(last).rollout().plan().number();
        depth = Math.min(FARTHEST, Math.max(ClusterNode.KEPT, last + 2));
        return IntStream.range(0, all.size())
                .filter(i -> i < ClusterNode.KEPT || isInPlace(all.get(i)))
                .mapToObj(all::get)
                .toList();
    }

    private static boolean isInPlace(Row row) {
        return row.rollout().phase() != Phase.ABORTED;
    }
}
