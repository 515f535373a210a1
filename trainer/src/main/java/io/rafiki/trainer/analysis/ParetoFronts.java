package io.rafiki.trainer.analysis;

import io.rafiki.model.ModelBundle;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Metric;
import java.util.List;
import java.util.Map;

/**
 * The predicted Pareto fronts of throughput and p99 at the open-loop rate, at the workloads of the baseline's trials.
 *
 * @param fronts by ascending read ratio, at least one
 */
public record ParetoFronts(List<ParetoFront> fronts) {

    public ParetoFronts {
        fronts = List.copyOf(fronts);
    }

    static Finding<ParetoFronts> of(TrialData measured, ModelBundle model, long seed) {
        return of(measured.defaults().keySet().stream()
                .map(workload -> ModelSearch.of(model, workload, Map.of(), Map.of(), SearchSpace.KAPPA, seed))
                .toList());
    }

    /** Omitted if the model does not predict that p99, or no configuration carries the rate. */
    static Finding<ParetoFronts> of(List<ModelSearch> searches) {
        if (searches.stream().noneMatch(search -> search.predicts(Metric.P99_AT_RATE))) {
            return Finding.omitted(Omission.Cause.NO_LATENCY_AT_RATE);
        }
        List<ParetoFront> fronts = searches.stream()
                .filter(search -> search.best(Metric.P99_AT_RATE, Map.of()).isWithinLimits())
                .map(search -> ParetoFront.of(search, Map.of()))
                .toList();
        return fronts.isEmpty()
                ? Finding.omitted(Omission.Cause.RATE_NOT_CARRIED)
                : Finding.of(new ParetoFronts(fronts));
    }

    /** The open-loop rate in operations per second. */
    public double rate() {
        return fronts.get(0).rate();
    }
}
