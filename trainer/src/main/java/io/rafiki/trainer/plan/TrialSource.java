package io.rafiki.trainer.plan;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.trial.Trial;
import java.io.IOException;
import java.util.List;

/**
 * Where the trials of a campaign come from: a list that the plan fixes, or a choice by what has been measured.
 *
 * <p>Its answers follow from the lines of {@code trials.jsonl} alone, so that a campaign that was cut off anywhere goes on as if it had
 * not been.
 */
public interface TrialSource {

    /** Makes the source of a plan. */
    @FunctionalInterface
    interface Factory {
        /**
         * The source of the plan's trials.
         *
         * @throws ConfigException with one line, if the plan has no trials as it stands
         */
        TrialSource of(CampaignPlan plan, KnobSpace space) throws ConfigException;
    }

    /**
     * How far a campaign is.
     *
     * @param planned trials in all
     * @param measured those with a good line
     * @param left those still to be run
     */
    record Account(int planned, int measured, int left) {}

    /**
     * How far the campaign is.
     *
     * @param lines what trials.jsonl holds
     * @throws IOException with one line, if a line is of no trial of this campaign
     */
    Account account(List<Trial> lines) throws IOException;

    /**
     * The trials to run next, in order, as many as are known before any of them is measured; empty when nothing is left.
     *
     * @param lines what trials.jsonl holds
     * @throws IOException with one line, if a line is of no trial of this campaign
     */
    List<NextTrial> next(List<Trial> lines) throws IOException, InterruptedException;
}
