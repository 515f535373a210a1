package io.rafiki.trainer.plan;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.trial.Trial;
import java.io.IOException;
import java.util.List;

/**
 * The source of a campaign's trials: the fixed list of a plan, or choices by a model of the measured trials.
 *
 * <p>Its results depend on the lines of {@code trials.jsonl}, on the number of machines, and on the time since the last trial. An
 * interrupted campaign continues as if it had not stopped, except that a source can measure baselines first after a pause.
 */
public interface TrialSource {

    /** Makes the source of a plan. */
    @FunctionalInterface
    interface Factory {
        /**
         * The source of the plan's trials.
         *
         * @throws ConfigException with one line, if the plan is invalid
         */
        TrialSource of(CampaignPlan plan, KnobSpace space) throws ConfigException;
    }

    /**
     * The progress of a campaign.
     *
     * @param planned total number of trials
     * @param measured trials with a valid line
     * @param left remaining trials
     */
    record Account(int planned, int measured, int left) {}

    /**
     * The progress of the campaign.
     *
     * @param lines content of trials.jsonl
     * @throws IOException with one line, if a line is of no trial of this campaign
     */
    Account account(List<Trial> lines) throws IOException;

    /**
     * The next trials in order, as many as can be chosen before one of them is measured; empty at the end.
     *
     * @param lines content of trials.jsonl
     * @throws IOException with one line, if a line is of no trial of this campaign
     */
    List<NextTrial> next(List<Trial> lines) throws IOException, InterruptedException;

    /**
     * The next trials if several machines measure at the same time. A source that learns from each trial gives several at once then.
     *
     * @param lines content of trials.jsonl
     * @param machines number of machines, at least 1
     * @throws IOException with one line, if a line is of no trial of this campaign
     */
    default List<NextTrial> next(List<Trial> lines, int machines) throws IOException, InterruptedException {
        return next(lines);
    }
}
