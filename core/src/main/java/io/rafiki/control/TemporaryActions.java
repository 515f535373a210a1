package io.rafiki.control;

import io.rafiki.decision.Decision;
import io.rafiki.decision.Decision.Apply;
import io.rafiki.decision.Decision.Hold;
import io.rafiki.decision.HoldReason.OnlyRewriteGains;
import io.rafiki.decision.HoldReason.TrialCompactionRuns;
import io.rafiki.node.TrialFiles;
import java.util.Optional;

/** The steps of temporary actions on the compactions. */
final class TemporaryActions {

    private TemporaryActions() {}

    /** Requires the action that is due. The end of an action is always allowed. */
    static void due(Transition next) {
        boolean mayAct = next.paused.isEmpty() && next.mode.permitsChanges();
        next.node
                .action()
                .filter(action -> mayAct || (action instanceof CompactionAction.Throttle limit && limit.ends()))
                .ifPresent(action -> next.emit(new Effect.Act(action)));
    }

    /**
     * Requires a trial compaction, and holds until it has shown the node's rate.
     *
     * @param trial its files; empty if the price of the plan's rewrite needs none
     * @return whether the decision depends on the trial
     */
    static boolean tries(Transition next, Decision decision, Optional<TrialFiles> trial, WindowSteps windows) {
        boolean depends = decision instanceof Apply
                || (decision instanceof Hold hold && hold.reason() instanceof OnlyRewriteGains);
        if (trial.isEmpty() || !depends) {
            return false;
        }
        next.decided = Optional.empty();
        windows.act(next, new Hold(new TrialCompactionRuns(trial.get().bytes())), false);
        String id = next.decisions.last().orElseThrow().id();
        next.emit(new Effect.Act(new CompactionAction.Trial(id, trial.get())));
        return true;
    }
}
