package io.rafiki.trainer.optimizer;

import io.rafiki.knob.Constraint;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.SpecialValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A constraint over the knobs of a space only: names of the machine and of other knobs are replaced by their numbers.
 *
 * @param sum addends whose sum must not exceed that of {@code max}
 * @param max addends of the greater side
 * @param except knob to the values at which the constraint does not apply
 * @param description reason of the constraint
 */
record Limit(List<Addend> sum, List<Addend> max, Map<String, List<String>> except, String description) {

    /** A constant times the numbers of knobs. */
    record Addend(double constant, List<String> knobs) {

        private static Addend of(String text, Constraint constraint) {
            double constant = 1;
            List<String> knobs = new ArrayList<>();
            for (String factor : text.split("\\*", -1)) {
                String name = factor.strip();
                Object given = constraint.given().get(name);
                if (constraint.knobs().contains(name)) {
                    knobs.add(name);
                } else if (given instanceof SpecialValue special) {
                    constant *= special.number();
                } else {
                    constant *= given instanceof Double number ? number : Double.parseDouble(name);
                }
            }
            return new Addend(constant, List.copyOf(knobs));
        }
    }

    /** The constraints of a space that configurations can violate. */
    static List<Limit> of(KnobSpace space) {
        return space.constraints().stream()
                .filter(constraint -> !constraint.isWaived())
                .map(Limit::of)
                .toList();
    }

    private static Limit of(Constraint constraint) {
        Map<String, List<String>> except = new TreeMap<>(constraint.definition().except());
        except.keySet().retainAll(constraint.knobs());
        return new Limit(
                addends(constraint.definition().sum(), constraint),
                addends(constraint.definition().max(), constraint),
                except,
                constraint.definition().description());
    }

    private static List<Addend> addends(List<String> texts, Constraint constraint) {
        return texts.stream().map(text -> Addend.of(text, constraint)).toList();
    }
}
