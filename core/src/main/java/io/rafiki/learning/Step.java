package io.rafiki.learning;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A change of configuration in a model's space.
 *
 * @param workload nearest trained workload
 */
record Step(Workload workload, Configuration from, Configuration to) {

    /**
     * The change of a measured effect. Empty if the model lacks one of its knobs or values, or if a value or the workload is outside the
     * training domain.
     *
     * @param tolerance distance outside of the trained workloads at which a workload still counts as the nearest trained one
     */
    static Optional<Step> of(MeasuredEffect effect, KnobSpace space, TrainingDomain domain, double tolerance) {
        boolean isComplete =
                space.knobs().stream().allMatch(knob -> effect.from().containsKey(knob.name()));
        if (!isComplete || !domain.outside(effect.workload(), tolerance).isEmpty()) {
            return Optional.empty();
        }
        try {
            Configuration from = space.defaults();
            for (int k = 0; k < space.size(); k++) {
                String name = space.knob(k).name();
                from = from.with(name, effect.from().get(name));
            }
            Configuration to = from;
            for (var value : effect.to().entrySet()) {
                to = to.with(value.getKey(), value.getValue());
            }
            if (to.equals(from)
                    || domain.outside(from).isPresent()
                    || domain.outside(to).isPresent()) {
                return Optional.empty();
            }
            return Optional.of(new Step(domain.nearest(effect.workload()), from, to));
        } catch (IllegalArgumentException notInTheModel) {
            return Optional.empty();
        }
    }

    /** Indexes of the knobs that change. */
    int[] changed() {
        return IntStream.range(0, from.space().size())
                .filter(k -> from.code(k) != to.code(k))
                .toArray();
    }
}
