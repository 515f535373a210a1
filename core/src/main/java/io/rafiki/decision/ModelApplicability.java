package io.rafiki.decision;

import io.rafiki.decision.ProposalReason.Mismatch;
import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.DomainViolation;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.Optional;

/** Whether the loaded model applies to this node. */
public interface ModelApplicability {

    /**
     * How a required feature of the workload lies outside the training domain; empty if it lies inside. The model has no prediction
     * there.
     */
    Optional<DomainViolation> outside(Workload workload);

    /**
     * How an optional feature of the workload, such as the scan share, lies outside the training domain; empty if it lies inside. The
     * prediction ignores the feature, so the model can only advise.
     */
    Optional<DomainViolation> untrainedFeature(Workload workload);

    /** Which knob lies outside the training domain; empty if none does. */
    Optional<DomainViolation> outside(Configuration configuration);

    /** Why measured effects of changes contradict the model's gains; empty if they do not. */
    Optional<ProposalReason> contradiction();

    /** The properties of this node that differ from the training environment. */
    List<Mismatch> mismatches();
}
