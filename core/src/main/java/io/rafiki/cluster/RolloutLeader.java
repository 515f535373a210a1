package io.rafiki.cluster;

import io.rafiki.cluster.ClusterNode.Surroundings;
import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.Request;
import io.rafiki.cluster.RolloutTable.Row;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Leads the roll-outs of a datacenter while its node holds the lease. It begins at most one exploration per interval, and undoes one that has no
 * verdict by then. A new leader waits for a full interval, so that frequent new leaders cause no more of them.
 */
final class RolloutLeader {

    /** Time between the beginnings of two explorations. */
    private static final Duration INTERVAL = Duration.ofHours(4);

    private final RolloutTable rollouts;
    private final Lease lease;
    private final Surroundings node;
    private final LongSupplier nanoTime;
    private final RoundCounter rounds = new RoundCounter();

    /** Number of the roll-out whose canary was compared last; 0 before the first. */
    private long compared;

    private OptionalLong led = OptionalLong.empty();
    private long intervalStart;
    private long lastExploration;

    /** @param nanoTime monotonic clock */
    RolloutLeader(RolloutTable rollouts, Lease lease, Surroundings node, LongSupplier nanoTime) {
        this.rollouts = rollouts;
        this.lease = lease;
        this.node = node;
        this.nanoTime = nanoTime;
    }

    /**
     * Makes the next step of the oldest roll-out that has one. During a hold, confirmed ones wait, and delay no undo of a later one. A confirmed
     * one that waits for a node delays none either, unless that node rewrites data. If all are over, it begins the next roll-out.
     *
     * @param epoch of the lease
     * @param ring address of each node of the datacenter by id
     * @param observing why no node may be changed; empty if one may
     * @param rows the last roll-outs, newest first
     */
    void lead(long epoch, List<Member> members, Map<String, String> ring, Optional<Hold> observing, List<Row> rows) {
        if (!led.equals(OptionalLong.of(epoch))) {
            led = OptionalLong.of(epoch);
            rounds.forget();
            intervalStart = nanoTime.getAsLong();
        }
        rows.stream()
                .map(row -> row.rollout().plan())
                .filter(plan -> plan.change().isExploration())
                .findFirst()
                .ifPresent(this::startInterval);
        Map<String, Member> byId = new HashMap<>();
        members.forEach(member -> byId.put(member.id(), member));
        Optional<Hold> hold = observing;
        Set<String> lacking = new HashSet<>();
        for (int i = rows.size() - 1; i >= 0; i--) {
            Rollout rollout = rows.get(i).rollout();
            if (rollout.epoch() > epoch) {
                return;
            }
            Optional<Hold> why = hold.or(() -> rewriting(rollout, rows));
            Optional<CanaryComparison.Round> round = round(rollout, byId, lacking);
            Rollout next = next(rollout, epoch, new Rollout.View(byId, ring, why, round, rounds.isReconfigured()));
            lacking.addAll(lacking(rollout));
            boolean isNew = !next.equals(rollout);
            if (isNew && lease.epoch().isPresent()) {
                rollouts.replace(rows.get(i).version(), next);
            }
            boolean waits =
                    next.phase().isConfirmed() && (observing.isPresent() || (why.isPresent() && !isRewriting(rollout)));
            if (!waits && !isNew && waitsForNode(rollout)) {
                hold = Optional.of(underWay(rollout));
            } else if (!waits && (isNew || !rollout.isOver())) {
                return;
            }
        }
        if (hold.isEmpty()) {
            Candidate.automatic(members, rows)
                    .filter(candidate -> !candidate.change().isExploration() || mayExplore(rows))
                    .ifPresent(candidate -> rollouts.begin(candidate.rollout("auto", members, rows)));
        }
    }

    /** Whether a node has an order for a confirmed change, and rewrites no data for it. It can be unable to obey for long. */
    private static boolean waitsForNode(Rollout rollout) {
        return rollout.phase().isConfirmed() && !rollout.isOver() && !isRewriting(rollout);
    }

    /** Why a confirmed change that rewrites data must not be made on a node now: another roll-out rewrites data. Empty if it may. */
    private static Optional<Hold> rewriting(Rollout rollout, List<Row> rows) {
        if (!rollout.phase().isConfirmed() || !rollout.plan().change().rewritesData()) {
            return Optional.empty();
        }
        return rows.stream()
                .map(Row::rollout)
                .filter(other -> other.plan().number() != rollout.plan().number() && isRewriting(other))
                .findFirst()
                .map(RolloutLeader::underWay);
    }

    /** Whether the nodes undo a change that rewrites data, or one of them has the order to make it. */
    private static boolean isRewriting(Rollout rollout) {
        return rollout.plan().change().rewritesData()
                && (rollout.isBeingUndone() || rollout.nodes().containsValue(NodeStep.APPLY_ORDERED));
    }

    private static Hold underWay(Rollout rollout) {
        return new Hold(rollout.plan().id() + " is under way", false);
    }

    private Rollout next(Rollout rollout, long epoch, Rollout.View view) {
        if (isLate(rollout)) {
            return rollout.givenUp(epoch, view, "the exploration took too long");
        }
        boolean isAsked = rollout.phase() == Phase.CONFIRMED
                && rollout.request() != Request.ABORT
                && !rollout.nodes().containsValue(NodeStep.NOT_PERMANENT)
                && !rollout.nodes().containsValue(NodeStep.FAILED);
        Rollout wanted = isAsked && node.makesPermanent() ? rollout.requested(Request.MAKE_PERMANENT) : rollout;
        return wanted.step(epoch, view);
    }

    /** The new windows of a roll-out. One that is over or confirmed compares nothing, and must not restart the count of the running one. */
    private Optional<CanaryComparison.Round> round(Rollout rollout, Map<String, Member> members, Set<String> lacking) {
        if (rollout.phase().isOver() || rollout.phase().isConfirmed()) {
            return Optional.empty();
        }
        if (rollout.plan().number() != compared) {
            compared = rollout.plan().number();
            rounds.forget();
        }
        return rounds.judged(rollout.plan().group(), rollout.phase(), members, lacking);
    }

    /** The nodes that are to get a confirmed change, again or at last. */
    private static List<String> lacking(Rollout rollout) {
        return rollout.nodes().entrySet().stream()
                .filter(node -> rollout.phase().isConfirmed()
                        && (node.getValue() == NodeStep.WAITING || node.getValue() == NodeStep.APPLY_ORDERED))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Starts the interval at an exploration that this leader has not seen before; an operator can have begun it. */
    private void startInterval(RolloutPlan exploration) {
        if (exploration.number() != lastExploration) {
            lastExploration = exploration.number();
            intervalStart = nanoTime.getAsLong();
        }
    }

    /** Whether a roll-out is an exploration that has no verdict after an interval. */
    private boolean isLate(Rollout rollout) {
        return rollout.phase().isUndecided() && rollout.plan().change().isExploration() && isIntervalOver();
    }

    private boolean mayExplore(List<Row> rows) {
        return node.explores() && isIntervalOver() && Candidate.leavesRoom(rows);
    }

    /** Whether the interval since the lease or the last exploration began is over. */
    private boolean isIntervalOver() {
        return nanoTime.getAsLong() - intervalStart >= INTERVAL.toNanos();
    }
}
