package io.rafiki.control;

import java.util.List;
import java.util.Map;

/** What an operator may see of the tuner and say to it. */
public interface Operator {

    /** The state after the last step; waits for nobody. */
    TunerStatus status();

    /** Every knob that can be read live, to its present value in the node; waits for nobody. */
    Map<String, String> configuration();

    /**
     * Asks the model now, whatever the pace of the loop, and leaves a proposal for {@link #apply} if it passes the guards.
     *
     * @return the decision: a proposal, or a hold with its reason
     */
    DecisionRecord propose();

    /**
     * Applies the pending proposal.
     *
     * @param id the proposal's id; it must be the pending one
     * @throws IllegalStateException with the reason, if nothing was applied
     */
    DecisionRecord apply(String id);

    /**
     * Puts back what was there before the last apply; a knob that somebody else has moved since stays where they put it.
     *
     * @throws IllegalStateException with the reason, if there is nothing to put back or it failed
     */
    DecisionRecord rollback();

    /** Decides nothing until {@link #resume()}; an operator may still propose, apply and roll back. */
    void pause(String reason);

    /** Ends a pause, forgets what was rolled back or turned out worse, and starts a tuner that was stopped or that faults have switched off. */
    void resume();

    /**
     * Ends the tuner's work until {@link #resume()}: it senses and decides nothing. The node keeps our changes or gets back what it
     * started with, as rafiki.yaml says.
     *
     * @return what became of our changes, in one line
     * @throws IllegalStateException if something could not be put back; the tuner is stopped all the same
     */
    String stop();

    /**
     * Changes the mode until the node restarts.
     *
     * @throws IllegalArgumentException naming the modes, if there is none of that name
     */
    void setMode(String name);

    /**
     * Loads a bundle in place of the present one, which stays if the new one is not sound.
     *
     * @param path of the bundle; empty for the one in use, or else the one in rafiki.yaml
     * @return what was loaded
     * @throws IllegalArgumentException with one line that names file and cause
     */
    String reloadModel(String path);

    /** The last {@code n} decisions, oldest first, those before the last restart included. */
    List<DecisionRecord> history(int n);
}
