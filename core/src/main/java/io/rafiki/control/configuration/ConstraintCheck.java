package io.rafiki.control.configuration;

import io.rafiki.knob.Constraint;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Checks values of some knobs against the constraints of a node's catalogue. */
final class ConstraintCheck {

    private ConstraintCheck() {}

    /**
     * The constraint that the values would violate; empty if none.
     *
     * @param present code of another knob's present value, the nearest one for a skipped knob; throws IllegalArgumentException for an unknown
     *     value, which counts as the default
     */
    static Optional<String> broken(
            KnobCatalogue catalogue, Map<String, Object> values, ToDoubleFunction<String> present) {
        KnobSpace all = catalogue.space();
        double[] codes = all.defaults().codes();
        Set<String> named = all.constraints().stream()
                .flatMap(constraint -> constraint.knobs().stream())
                .collect(Collectors.toSet());
        for (String knob : named) {
            int index = all.indexOf(knob);
            try {
                codes[index] =
                        values.containsKey(knob) ? all.knob(index).code(values.get(knob)) : present.applyAsDouble(knob);
            } catch (IllegalArgumentException unknown) {
                // the write rejects a value outside the catalogue
                codes[index] = all.knob(index).defaultCode();
            }
        }
        return all.broken(codes).map(Constraint::shown);
    }
}
