package io.rafiki.control.proposal;

import io.rafiki.decision.HoldReason;
import io.rafiki.decision.HoldReason.EvaluatorFailed;
import io.rafiki.decision.HoldReason.EvaluatorsDisagree;
import io.rafiki.knob.Configuration;
import io.rafiki.reason.Reason;
import io.rafiki.surrogate.ReferenceEvaluator;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.Optional;

/**
 * The engine of a loaded model. The compiled evaluator serves the search. With DL4J, DL4J confirms each plan before it becomes a
 * proposal: both evaluators must predict the same for the present and for the chosen configuration.
 *
 * @param reference evaluates with DL4J; empty if DL4J is disabled or cannot be used
 * @param failure why DL4J cannot be used; empty if it is used or disabled
 */
public record ModelEngine(Optional<ReferenceEvaluator> reference, Optional<Reason> failure) {

    /** The compiled evaluator alone. */
    public static final ModelEngine COMPILED = new ModelEngine(Optional.empty(), Optional.empty());

    /** Maximum relative difference between both evaluators. Rounding gives less than 1e-12. */
    private static final double AGREEMENT = 1e-9;

    /** DL4J confirms each plan. */
    public static ModelEngine dl4j(ReferenceEvaluator reference) {
        return new ModelEngine(Optional.of(reference), Optional.empty());
    }

    /** The compiled evaluator alone, because DL4J cannot be used. */
    public static ModelEngine withoutDl4j(Reason failure) {
        return new ModelEngine(Optional.empty(), Optional.of(failure));
    }

    /** {@code dl4j} or {@code compiled}. */
    public String name() {
        return reference.isPresent() ? "dl4j" : "compiled";
    }

    /**
     * Why the evaluators do not confirm each other; empty if they do, or if there is only one.
     *
     * @param compiled evaluator of the search
     */
    Optional<HoldReason> violation(Surrogate compiled, Workload workload, List<Configuration> configurations) {
        return reference.flatMap(dl4j -> violation(compiled, dl4j, workload, configurations));
    }

    private static Optional<HoldReason> violation(
            Surrogate compiled, ReferenceEvaluator dl4j, Workload workload, List<Configuration> configurations) {
        double largest = 0;
        try {
            for (Configuration configuration : configurations) {
                largest = Math.max(
                        largest,
                        dl4j.predict(workload, configuration)
                                .largestDifference(compiled.memberPredictions(workload, configuration)));
            }
        } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
            return Optional.of(new EvaluatorFailed(e.toString()));
        }
        return largest <= AGREEMENT ? Optional.empty() : Optional.of(new EvaluatorsDisagree(largest, AGREEMENT));
    }
}
