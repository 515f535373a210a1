package io.rafiki.trainer.plan;

import io.rafiki.trainer.trial.PlannedTrial;

/**
 * A trial that a campaign runs next.
 *
 * @param trial to be measured
 * @param why it was chosen, in one phrase; empty where the plan says so by itself
 */
public record NextTrial(PlannedTrial trial, String why) {

    static NextTrial planned(PlannedTrial trial) {
        return new NextTrial(trial, "");
    }
}
