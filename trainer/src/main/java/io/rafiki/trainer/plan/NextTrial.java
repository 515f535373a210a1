package io.rafiki.trainer.plan;

import io.rafiki.trainer.trial.PlannedTrial;

/**
 * A trial that a campaign runs next.
 *
 * @param trial the trial
 * @param why it was chosen, in one phrase; empty if the plan fixes it
 */
public record NextTrial(PlannedTrial trial, String why) {

    static NextTrial planned(PlannedTrial trial) {
        return new NextTrial(trial, "");
    }
}
