package io.rafiki.cluster;

import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.RolloutTable.Row;
import java.util.List;
import java.util.Optional;

/**
 * A change that can be rolled out now: the pending proposal of the canary, or the change that it explores.
 *
 * @param group canary and peers
 */
record Candidate(PeerGroup group, ProposedChange change) {

    /** Empty if no node can be a canary, or the canary proposes nothing. */
    static Optional<Candidate> of(List<Member> members) {
        return PeerGroup.of(members).flatMap(group -> members.stream()
                .filter(member -> member.id().equals(group.canary()))
                .findFirst()
                .flatMap(Member::proposal)
                .map(change -> new Candidate(group, change)));
    }

    /**
     * The candidate that the leader rolls out by itself: all nodes are in mode auto, and the same change was neither the last one nor aborted
     * lately. An exploration is new by itself, because the canary repeats no change that was measured.
     */
    static Optional<Candidate> automatic(List<Member> members, List<Row> rows) {
        return members.stream().allMatch(member -> member.mode().equals("auto"))
                ? of(members).filter(candidate -> candidate.change().isExploration() || candidate.isNew(rows))
                : Optional.empty();
    }

    /** Whether a further roll-out leaves all others but explorations that were undone among those that the nodes read. */
    static boolean leavesRoom(List<Row> rows) {
        if (rows.size() < ClusterNode.KEPT) {
            return true;
        }
        Rollout oldest = rows.get(ClusterNode.KEPT - 1).rollout();
        long newest = rows.get(0).rollout().plan().number();
        boolean isOneFar = rows.stream()
                .map(Row::rollout)
                .anyMatch(rollout -> rollout.phase() != Phase.ABORTED
                        && newest - rollout.plan().number() >= RolloutReader.FARTHEST - 1);
        return oldest.phase() == Phase.ABORTED && oldest.plan().change().isExploration() && !isOneFar;
    }

    private boolean isNew(List<Row> rows) {
        boolean isLast = rows.stream()
                .map(Row::rollout)
                .filter(rollout -> rollout.phase().isConfirmed())
                .limit(1)
                .anyMatch(this::isSame);
        return !isLast
                && rows.stream()
                        .map(Row::rollout)
                        .filter(rollout -> !rollout.plan().change().isExploration())
                        .noneMatch(rollout -> rollout.phase() == Phase.ABORTED && isSame(rollout));
    }

    private boolean isSame(Rollout rollout) {
        return rollout.plan().change().values().equals(change.values());
    }

    /** The roll-out before its first step. Its number is new to each node, also in new tables after the former ones were dropped. */
    Rollout rollout(String by, List<Member> members, List<Row> rows) {
        long last = rows.stream()
                .map(row -> row.rollout().plan().number())
                .findFirst()
                .orElse(0L);
        long highest = members.stream()
                .mapToLong(member -> member.highestOrder().rollout())
                .reduce(last, Math::max);
        return Rollout.begin(new RolloutPlan(highest + 1, change, by, group), members);
    }
}
