package io.rafiki.control;

import io.rafiki.control.configuration.ExportFormat;
import io.rafiki.control.proposal.Offer;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.status.TunerStatus;
import java.util.List;
import java.util.Map;

/** The tuner as operators see and command it. */
public interface Operator {

    /** The state after the last step. Never blocks. */
    TunerStatus status();

    /** Present value of every knob that can be read live, by name. Reads the node. */
    Map<String, String> configuration();

    /**
     * Searches now. A result that passes the guardrails becomes the pending proposal for {@link #apply}.
     *
     * @return the decision: a proposal, or a hold with its reason
     */
    DecisionRecord propose();

    /**
     * Applies the pending proposal.
     *
     * @param id the proposal's id; it must be the pending one
     * @param allow a change cost, to apply the {@link Offer} with this cost and id instead; empty for the proposal
     * @throws IllegalArgumentException if the cost does not exist; the message names the costs
     * @throws IllegalStateException with the reason, if nothing was applied
     */
    DecisionRecord apply(String id, String allow);

    /**
     * Restores the values from before a decision. All later changes are undone too. A knob that another client set since keeps its value.
     *
     * @param id the decision; empty for the last one that is in place, so that repeated commands undo one decision each
     * @throws IllegalStateException with the reason, if there is nothing to restore or it failed
     */
    DecisionRecord rollback(String id);

    /** Stops decisions until {@link #resume()}. An operator may still propose, apply and roll back. */
    void pause(String reason);

    /** Ends a pause, a stop, and a shutdown after errors. Earlier rollbacks and verdicts still count. */
    void resume();

    /**
     * Stops the tuner until {@link #resume()}: it neither measures nor decides. The node keeps the tuner's changes or gets its former values,
     * as {@code on_stop} in rafiki.yaml requires. If that lasts longer than a second, the answer states it and the status shows the end.
     *
     * @return the state of the changes in one line
     * @throws IllegalStateException if a value could not be restored; the tuner is stopped anyway
     */
    String stop();

    /**
     * Changes the mode until the node restarts.
     *
     * @throws IllegalArgumentException if the mode does not exist; the message names the modes
     */
    void setMode(String name);

    /**
     * Replaces the present bundle. If the new one is invalid, the present one stays.
     *
     * @param path of the bundle; empty for the bundle in use or, if there is none, that of rafiki.yaml
     * @return a line that names the loaded file
     * @throws IllegalArgumentException with one line that names file and cause
     */
    String reloadModel(String path);

    /**
     * The configuration of a decision in a form for this or other nodes.
     *
     * @param id of the decision
     * @param format a name of {@link ExportFormat}
     * @throws IllegalArgumentException if the format does not exist; the message names the formats
     * @throws IllegalStateException with the reason, if the decision is unknown or has no configuration
     */
    String export(String id, String format);

    /** The last {@code n} decisions, oldest first, including those before the last restart. */
    List<DecisionRecord> history(int n);
}
