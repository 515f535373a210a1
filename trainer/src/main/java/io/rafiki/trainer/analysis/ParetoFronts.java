package io.rafiki.trainer.analysis;

import io.rafiki.model.ModelBundle;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Metric;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
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

    /** Searches the model; omitted if it does not predict that p99, or no configuration carries the rate. */
    static Finding<ParetoFronts> of(TrialData measured, ModelBundle model, long seed) {
        if (model.ensemble(Metric.P99_AT_RATE).isEmpty()) {
            return Finding.omitted(Omission.Cause.NO_LATENCY_AT_RATE);
        }
        List<ParetoFront> fronts = new ArrayList<>();
        for (Workload workload : measured.defaults().keySet()) {
            ModelSearch search = ModelSearch.of(model, workload, Map.of(), Map.of(), SearchSpace.KAPPA, seed);
            if (search.best(Metric.P99_AT_RATE, Map.of()).isWithinLimits()) {
                fronts.add(ParetoFront.of(search, Map.of()));
            }
        }
        return fronts.isEmpty()
                ? Finding.omitted(Omission.Cause.RATE_NOT_CARRIED)
                : Finding.of(new ParetoFronts(fronts));
    }

    /** The open-loop rate in operations per second. */
    public double rate() {
        return fronts.get(0).rate();
    }
}
