package io.rafiki.control.machine;

import io.rafiki.control.rewrite.CompactionAction;
import io.rafiki.control.rewrite.TrialNeed;
import io.rafiki.decision.Decision;
import io.rafiki.decision.Decision.Apply;
import io.rafiki.decision.Decision.Hold;
import io.rafiki.decision.HoldReason;
import io.rafiki.decision.HoldReason.OnlyRewriteGains;
import io.rafiki.decision.HoldReason.TrialCompactionRuns;
import io.rafiki.decision.HoldReason.TrialCompactionWaits;
import io.rafiki.node.TrialFiles;
import java.util.Optional;

/** The steps of temporary actions on the compactions. */
final class TemporaryActions {

    private TemporaryActions() {}

    /** Requires the action that is due. The limit of a rewrite that runs protects the clients in any mode and during a pause. */
    static void due(Transition next) {
        boolean mayAct = next.paused.isEmpty() && next.mode.permitsChanges();
        next.node
                .action()
                .filter(action -> mayAct || action instanceof CompactionAction.Throttle)
                .ifPresent(action -> next.emit(new Effect.Act(action)));
    }

    /** The hold of the last search while its trial compaction is awaited: another search would take the processor for the same result. */
    static Optional<Hold> trialAwaited(Transition next, boolean asked) {
        return asked || !next.node.trialAwaited() ? Optional.empty() : next.trialHold.map(Hold::new);
    }

    /**
     * Requires a trial compaction, and holds until it has shown the node's rate.
     *
     * @param need empty if the price of the plan's rewrite needs no trial
     * @return whether the decision depends on the trial
     */
    static boolean tries(Transition next, Decision decision, Optional<TrialNeed> need, WindowSteps windows) {
        boolean depends = decision instanceof Apply
                || (decision instanceof Hold hold && hold.reason() instanceof OnlyRewriteGains);
        if (need.isEmpty() || !depends) {
            return false;
        }
        TrialFiles files = need.get().files();
        boolean begins = need.get().possible();
        HoldReason why = begins ? new TrialCompactionRuns(files.read()) : new TrialCompactionWaits(files.read());
        next.decided = Optional.empty();
        next.trialHold = Optional.of(why);
        windows.act(next, new Hold(why), false);
        if (begins) {
            String id = next.decisions.last().orElseThrow().id();
            next.emit(new Effect.Act(new CompactionAction.Trial(id, files)));
        }
        return true;
    }
}
