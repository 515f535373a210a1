package io.rafiki.decision;

import io.rafiki.reason.Reason;

/** What the tuner does about a window: hold, propose a plan, or execute it. */
public sealed interface Decision {

    Reason reason();

    /** The node stays unchanged. */
    record Hold(HoldReason reason) implements Decision {}

    /**
     * The plan is shown. An operator may apply it if the mode permits changes.
     *
     * @param because why it is not executed at once
     */
    record Propose(Plan plan, ProposalReason because) implements Decision {
        @Override
        public Reason reason() {
            return new Proposed(plan.predicted(), because);
        }
    }

    /** The plan is executed now. */
    record Apply(Plan plan) implements Decision {
        @Override
        public Reason reason() {
            return plan.predicted();
        }
    }

    /** The reason of a proposal: its benefit, and why it is not executed at once. */
    record Proposed(PredictedGain prediction, ProposalReason because) implements Reason {}
}
