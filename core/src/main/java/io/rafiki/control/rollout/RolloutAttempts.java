package io.rafiki.control.rollout;

import io.rafiki.cluster.RolloutPlan;
import io.rafiki.control.executor.LoopExecutor;
import io.rafiki.control.reason.ChangeOutcome.NotJournalled;
import io.rafiki.control.record.AppliedChanges;
import io.rafiki.control.record.DecisionRecord;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * What became of the changes that the node tried to make for roll-outs since its start. A repeated order gets the same failure, until that is
 * reported. An order after the report is a new one.
 */
final class RolloutAttempts {

    private final LoopExecutor loop;

    /** Number of the last decision before the report of a failure, by id of the roll-out. */
    private final Map<String, Long> reported = new ConcurrentHashMap<>();

    RolloutAttempts(LoopExecutor loop) {
        this.loop = loop;
    }

    /** Why the node lacks a change that it tried to make; empty if it has it, or did not try. */
    Optional<String> failure(RolloutPlan rollout) {
        return isUndone(rollout)
                ? Optional.of("the node undid the change of " + rollout.id())
                : made(rollout)
                        .filter(decided -> decided.readBack()
                                .filter(NotJournalled.class::isInstance)
                                .isEmpty())
                        .reduce((earlier, later) -> later)
                        .filter(last -> last.readBack().isPresent() && !last.isDone())
                        .map(DecisionRecord::readBackText);
    }

    /** Whether the node made the change and undid it: because of its effect, a full disk, or an operator's command. */
    boolean isUndone(RolloutPlan rollout) {
        return made(rollout).anyMatch(DecisionRecord::isDone)
                && loop.state().changes().of(rollout.id()).isEmpty();
    }

    private Stream<DecisionRecord> made(RolloutPlan rollout) {
        long before = reported.getOrDefault(rollout.id(), 0L);
        return loop.state().decisions().latest().stream()
                .filter(decided -> decided.number() > before && AppliedChanges.isOf(rollout.id(), decided));
    }

    /** Discards the attempts so far, because their failure is reported. */
    void reported(RolloutPlan rollout) {
        reported.put(rollout.id(), loop.state().decisions().number());
    }
}
