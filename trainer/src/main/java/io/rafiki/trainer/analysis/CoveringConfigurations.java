package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.trainer.plan.SpaceFilling;
import io.rafiki.trainer.plan.WorkloadSpace;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Different configurations that evenly cover a training domain. */
final class CoveringConfigurations {

    private static final long SEED = 1;
    private static final int DRAWS_PER_CONFIGURATION = 20;

    private CoveringConfigurations() {}

    /**
     * Their codes: draws from the space, each value moved into the domain. None if a constraint forbids each draw after it was moved.
     *
     * @param most maximum number of configurations
     */
    static List<double[]> of(KnobSpace space, TrainingDomain seen, int most) {
        SpaceFilling points = new SpaceFilling(space, WorkloadSpace.ofReadRatios(0, 1), SEED);
        Set<Configuration> covering = new LinkedHashSet<>();
        for (int drawn = 0; drawn < DRAWS_PER_CONFIGURATION * most && covering.size() < most; drawn++) {
            double[] codes = points.next().configuration().codes();
            for (int k = 0; k < codes.length; k++) {
                codes[k] = seen.knobs().get(k).nearest(codes[k]);
            }
            if (space.broken(codes).isEmpty()) {
                covering.add(new Configuration(space, codes));
            }
        }
        return covering.stream().map(Configuration::codes).toList();
    }
}
