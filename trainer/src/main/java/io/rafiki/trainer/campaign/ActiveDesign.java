package io.rafiki.trainer.campaign;

import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.plan.WorkloadSpace;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.workload.Workload;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The fixed part of an active campaign.
 *
 * @param space space of the configurations
 * @param workloads workloads of the chosen trials
 * @param start space-filling trials before the first choice; those that are baselines too count as baselines
 * @param defaults baseline trials
 * @param defaultsFirst number of baseline trials before all others; the remaining ones are spread over the campaign
 * @param budget total number of trials
 * @param seed seed of all random numbers
 */
public record ActiveDesign(
        KnobSpace space,
        WorkloadSpace workloads,
        List<PlannedTrial> start,
        List<PlannedTrial> defaults,
        int defaultsFirst,
        int budget,
        long seed) {

    /** @throws IllegalArgumentException with one line, if the budget leaves no trial to choose */
    public ActiveDesign {
        defaults = List.copyOf(defaults);
        Set<PlannedTrial> first = new LinkedHashSet<>(start);
        first.removeAll(Set.copyOf(defaults));
        start = List.copyOf(first);
        if (budget <= start.size() + defaults.size()) {
            throw new IllegalArgumentException("expected a budget above " + (start.size() + defaults.size())
                    + ", which start and defaults take, found " + budget + ". Raise it.");
        }
    }

    /** The baseline trials, then further repeats of them up to the budget. Sessions use these after the planned ones. */
    List<PlannedTrial> baselines() {
        List<Workload> compared =
                defaults.stream().map(PlannedTrial::workload).distinct().toList();
        Set<PlannedTrial> all = new LinkedHashSet<>(defaults);
        for (int repeat = 0; !compared.isEmpty() && all.size() < budget; repeat++) {
            for (Workload workload : compared) {
                all.add(new PlannedTrial(workload, space.defaults(), repeat));
            }
        }
        return List.copyOf(all);
    }

    /** The number of trials that are not baselines. */
    int others() {
        return budget - defaults.size();
    }
}
