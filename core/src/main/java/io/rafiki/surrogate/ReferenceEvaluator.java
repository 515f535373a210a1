package io.rafiki.surrogate;

import io.rafiki.knob.Configuration;
import io.rafiki.workload.Workload;

/** Evaluates the networks of a bundle independently of the compiled evaluator, which it confirms. */
@FunctionalInterface
public interface ReferenceEvaluator {

    /**
     * The predictions of the throughput for one configuration of the bundle's space.
     *
     * @throws RuntimeException if the networks cannot be evaluated
     */
    MemberPredictions predict(Workload workload, Configuration configuration);
}
