package io.rafiki.model;

import io.rafiki.knob.Constraint;
import io.rafiki.knob.ConstraintDefinition;
import io.rafiki.knob.Knob;
import io.rafiki.knob.SpecialValue;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A constraint in a manifest, with the values of the names that are no knobs of the space.
 *
 * @param definition as in the catalogue
 * @param numbers properties of the machine, and knobs that were not tuned
 * @param choices of categorical knobs that were not tuned
 * @param specials special values of knobs that were not tuned
 */
record ConstraintJson(
        ConstraintDefinition definition,
        Map<String, Double> numbers,
        Map<String, String> choices,
        Map<String, SpecialValue> specials) {

    static ConstraintJson of(Constraint constraint) {
        Map<String, Double> numbers = new TreeMap<>();
        Map<String, String> choices = new TreeMap<>();
        Map<String, SpecialValue> specials = new TreeMap<>();
        constraint.given().forEach((name, value) -> {
            if (value instanceof Double number) {
                numbers.put(name, number);
            } else if (value instanceof SpecialValue special) {
                specials.put(name, special);
            } else {
                choices.put(name, String.valueOf(value));
            }
        });
        return new ConstraintJson(constraint.definition(), numbers, choices, specials);
    }

    /** @throws IllegalArgumentException with one line if a name is unknown */
    Constraint in(List<Knob> knobs) {
        Map<String, Object> given = new TreeMap<>(numbers);
        given.putAll(choices);
        given.putAll(specials);
        return Constraint.of(definition, knobs, given);
    }
}
