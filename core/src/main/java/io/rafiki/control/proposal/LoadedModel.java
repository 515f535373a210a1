package io.rafiki.control.proposal;

import io.rafiki.decision.HoldReason;
import io.rafiki.decision.ModelApplicability;
import io.rafiki.decision.Plan;
import io.rafiki.decision.ProposalReason;
import io.rafiki.decision.ProposalReason.GainsTooHigh;
import io.rafiki.decision.ProposalReason.Mismatch;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.learning.LearnedModel;
import io.rafiki.learning.MeasuredEffect;
import io.rafiki.learning.Reliability;
import io.rafiki.model.ModelBundle;
import io.rafiki.model.Provenance;
import io.rafiki.surrogate.DomainViolation;
import io.rafiki.surrogate.FeatureOutside;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A loaded bundle.
 *
 * @param file of the bundle
 * @param loadedAt time of loading
 * @param surrogate the model as it was trained, confined to the tuner's lock
 * @param envelope training domain
 * @param provenance of the trials and the training
 * @param engine confirms the surrogate's predictions
 * @param mismatches properties of this node that differ from the training environment
 * @param tolerance distance outside of the trained workloads at which a workload still counts as the nearest trained one
 * @param learned the model as measured effects corrected it, for searches
 */
public record LoadedModel(
        Path file,
        Instant loadedAt,
        Surrogate surrogate,
        TrainingDomain envelope,
        Provenance provenance,
        ModelEngine engine,
        List<Mismatch> mismatches,
        double tolerance,
        LearnedModel learned)
        implements ModelApplicability {

    /** A model before its first measured effect. */
    public LoadedModel(
            Path file,
            Instant loadedAt,
            Surrogate surrogate,
            TrainingDomain envelope,
            Provenance provenance,
            ModelEngine engine,
            List<Mismatch> mismatches,
            double tolerance) {
        this(
                file,
                loadedAt,
                surrogate,
                envelope,
                provenance,
                engine,
                mismatches,
                tolerance,
                LearnedModel.of(surrogate));
    }

    /** A bundle without a second evaluator, on a node of the kind that it was trained on. */
    public static LoadedModel compiled(Path file, ModelBundle bundle, Instant loadedAt, double tolerance) {
        return new LoadedModel(
                file,
                loadedAt,
                bundle.ensemble(),
                bundle.envelope(),
                bundle.provenance(),
                ModelEngine.COMPILED,
                List.of(),
                tolerance);
    }

    /** The same model, corrected by measured effects of changes. */
    public LoadedModel with(List<MeasuredEffect> effects) {
        return new LoadedModel(
                file,
                loadedAt,
                surrogate,
                envelope,
                provenance,
                engine,
                mismatches,
                tolerance,
                LearnedModel.of(surrogate, envelope, tolerance, effects));
    }

    public KnobSpace space() {
        return surrogate.space();
    }

    /** The nearest trained workload. */
    public Workload trained(Workload workload) {
        return envelope.nearest(workload);
    }

    @Override
    public Optional<DomainViolation> outside(Workload workload) {
        return outside(workload, true);
    }

    @Override
    public Optional<DomainViolation> untrainedFeature(Workload workload) {
        return outside(workload, false);
    }

    private Optional<DomainViolation> outside(Workload workload, boolean required) {
        return envelope.outside(workload, tolerance).stream()
                .filter(outside -> outside.feature().isRequired() == required)
                .map(FeatureOutside::violation)
                .findFirst();
    }

    @Override
    public Optional<ProposalReason> contradiction() {
        Reliability measured = learned.reliability();
        return measured.isTrusted()
                ? Optional.empty()
                : Optional.of(new GainsTooHigh(measured.recent(), -Math.expm1(measured.recentError())));
    }

    /** Why a second evaluator does not confirm the plan's predictions; empty if it does, or if there is none. */
    public Optional<HoldReason> unconfirmed(Plan plan) {
        return engine.violation(surrogate, trained(plan.workload()), List.of(plan.from(), plan.to()));
    }

    @Override
    public Optional<DomainViolation> outside(Configuration configuration) {
        return envelope.outside(configuration);
    }
}
