package io.rafiki.trainer.campaign;

import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.redis.RedisNodes;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialRunner;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Fresh Redis servers, each of which loads its own data.
 *
 * @param plan plan of the campaign
 * @param nodes servers
 * @param runner runs the trials
 */
record RedisTestBed(CampaignPlan plan, RedisNodes nodes, TrialRunner runner) implements SerialTestBed {

    /** Each trial loads its data. */
    @Override
    public int unprepared(List<PlannedTrial> trials) {
        return 0;
    }

    @Override
    public void prepare(List<PlannedTrial> trials) {
        // with each trial
    }

    @Override
    public Trial measure(PlannedTrial trial, OptionalDouble floor) throws InterruptedException {
        return runner.run(
                trial, floor, folder -> nodes.start(folder, trial.configuration()), Map.of("plan", plan.seed()));
    }

    /** Each server ended with its trial. */
    @Override
    public void close() {
        // nothing is left
    }
}
