package io.rafiki.knob;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A limit on a sum over several knobs, as a catalogue states it: {@code sum <= max}, unless a knob has one of the listed values.
 *
 * <p>An addend is a knob, a property of the machine ({@code cores}, {@code heap}, {@code memory}), a number, or a product of these such as
 * {@code 2 * concurrent_writes}. A special value counts as its number; {@code off} counts as 0 if the catalogue has {@code off: 0}.
 *
 * @param sum addends of the smaller side
 * @param max addends of the greater side
 * @param except knob to the values at which the limit does not apply
 * @param description reason of the limit, in one sentence
 */
public record ConstraintDefinition(
        List<String> sum, List<String> max, Map<String, List<String>> except, String description) {

    public ConstraintDefinition {
        sum = List.copyOf(sum);
        max = List.copyOf(max);
        except = Map.copyOf(except);
    }

    /** A limit without exceptions. */
    public ConstraintDefinition(List<String> sum, List<String> max, String description) {
        this(sum, max, Map.of(), description);
    }

    /** The same limit, which does not apply where the knob has one of the values. */
    public ConstraintDefinition except(String knob, String... values) {
        Map<String, List<String>> more = new TreeMap<>(except);
        more.put(knob, List.of(values));
        return new ConstraintDefinition(sum, max, more, description);
    }

    /** {@code heap + file_cache_size <= memory unless file_cache_size is off}, for messages. */
    @Override
    public String toString() {
        List<String> exceptions = new ArrayList<>();
        new TreeMap<>(except).forEach((knob, values) -> exceptions.add(knob + " is " + String.join(" or ", values)));
        return String.join(" + ", sum) + " <= " + String.join(" + ", max)
                + (exceptions.isEmpty() ? "" : " unless " + String.join(" or ", exceptions));
    }
}
