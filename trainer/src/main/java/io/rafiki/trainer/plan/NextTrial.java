package io.rafiki.trainer.plan;

import io.rafiki.trainer.trial.PlannedTrial;
import java.util.OptionalDouble;

/**
 * A trial that a campaign runs next.
 *
 * @param trial the trial
 * @param why it was chosen, in one phrase; empty if the plan fixes it
 * @param floor the throughput that it must be able to reach, or it ends early; empty without a race
 */
public record NextTrial(PlannedTrial trial, String why, OptionalDouble floor) {

    /** A trial without a floor. */
    public NextTrial(PlannedTrial trial, String why) {
        this(trial, why, OptionalDouble.empty());
    }

    /** A trial that the plan fixes. */
    public static NextTrial planned(PlannedTrial trial) {
        return new NextTrial(trial, "");
    }
}
