package io.rafiki.trainer.optimizer;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A parameter of an optimiser. A knob is one parameter. A knob with special values is two: before its number, the parameter {@code KNOB.kind}
 * selects the number or a special value.
 *
 * @param name knob, or {@code KNOB.kind}
 * @param knob the knob of a {@code KNOB.kind}; absent otherwise
 * @param type {@code categorical}, {@code integer} or {@code real}
 * @param choices of a categorical parameter; absent otherwise
 * @param min minimum of a number; absent otherwise
 * @param max maximum of a number; absent otherwise
 * @param log whether ratios of the number matter, not differences
 * @param special special values of the knob and the numbers that stand for them in constraints; empty for a {@code KNOB.kind}
 * @param initial value in the default configuration; the minimum if a special value is the default
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Parameter(
        String name,
        String knob,
        String type,
        List<?> choices,
        Object min,
        Object max,
        boolean log,
        Map<String, Long> special,
        @JsonProperty("default") Object initial) {

    /** The choice of a {@code KNOB.kind} that stands for a number. */
    static final String NUMBER = "number";

    private static final String CATEGORICAL = "categorical";

    /** The parameters of a space, in the order of its knobs. */
    static List<Parameter> of(KnobSpace space) {
        List<Parameter> parameters = new ArrayList<>();
        for (Knob knob : space.knobs()) {
            Object initial = knob.value(knob.defaultCode());
            Map<String, Long> special = knob instanceof IntegerKnob whole ? new TreeMap<>(whole.special()) : Map.of();
            if (!special.isEmpty()) {
                boolean isNumber = knob.isNumber(knob.defaultCode());
                parameters.add(kind(knob.name(), special, isNumber ? NUMBER : initial));
                initial = isNumber ? initial : least(knob);
            }
            parameters.add(value(knob, special, initial));
        }
        return List.copyOf(parameters);
    }

    private static Parameter kind(String knob, Map<String, Long> special, Object initial) {
        List<String> choices = new ArrayList<>(List.of(NUMBER));
        choices.addAll(special.keySet());
        return new Parameter(kindOf(knob), knob, CATEGORICAL, choices, null, null, false, Map.of(), initial);
    }

    private static Parameter value(Knob knob, Map<String, Long> special, Object initial) {
        Optional<Range> range = knob.range().filter(numbers -> numbers.min() < numbers.max());
        if (range.isEmpty()) {
            List<?> choices = knob instanceof CategoricalKnob named ? named.choices() : List.of(least(knob));
            return new Parameter(knob.name(), null, CATEGORICAL, choices, null, null, false, special, initial);
        }
        Range numbers = range.get();
        return new Parameter(
                knob.name(),
                null,
                numbers.whole() ? "integer" : "real",
                null,
                knob.value(numbers.min()),
                knob.value(numbers.max()),
                numbers.isLogarithmic(),
                special,
                initial);
    }

    private static Object least(Knob knob) {
        return knob.value(knob.range().orElseThrow().min());
    }

    /** The name of the parameter that selects between number and special values of a knob. */
    static String kindOf(String knob) {
        return knob + ".kind";
    }

    boolean isCategorical() {
        return type.equals(CATEGORICAL);
    }
}
