package io.rafiki.trainer.active;

import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.trial.PlannedTrial;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What of an active campaign is fixed beforehand.
 *
 * @param space of the configurations
 * @param lowestReadRatio of the chosen trials
 * @param highestReadRatio of the chosen trials
 * @param start trials before the first choice, spread over the space; those that are defaults too are left to them
 * @param defaults trials of the default configuration
 * @param defaultsFirst how many of them come before all else; the others are spread over the whole campaign
 * @param budget trials in all
 * @param seed of everything random
 */
public record ActiveDesign(
        KnobSpace space,
        double lowestReadRatio,
        double highestReadRatio,
        List<PlannedTrial> start,
        List<PlannedTrial> defaults,
        int defaultsFirst,
        int budget,
        long seed) {

    /** @throws IllegalArgumentException with one line, if the budget leaves nothing to choose */
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

    /** How many trials are not of the default configuration. */
    int others() {
        return budget - defaults.size();
    }
}
