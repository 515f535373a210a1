package io.rafiki.knob;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A limit on several knobs together, bound to the knobs of one space. Configurations that violate it are not searched, measured or
 * applied. Immutable; a check allocates no memory.
 */
public final class Constraint {

    private final ConstraintDefinition definition;
    private final Map<String, Object> given;
    private final List<String> knobs;
    private final Product[] sum;
    private final Product[] max;
    private final Exemption[] exemptions;
    private final boolean waived;

    /** A constant times the codes of knobs. */
    static final class Product {

        private final double constant;
        private final int[] knobs;

        /** @param knobs indexes in the space */
        Product(double constant, int[] knobs) {
            this.constant = constant;
            this.knobs = knobs;
        }

        double value(double[] codes, int at) {
            double value = constant;
            for (int knob : knobs) {
                value *= codes[at + knob];
            }
            return value;
        }
    }

    /** Codes of one knob at which the limit does not apply. */
    static final class Exemption {

        private final int knob;
        private final double[] codes;

        /** @param knob index in the space */
        Exemption(int knob, double[] codes) {
            this.knob = knob;
            this.codes = codes;
        }

        boolean applies(double[] row, int at) {
            for (double code : codes) {
                if (row[at + knob] == code) {
                    return true;
                }
            }
            return false;
        }
    }

    Constraint(ConstraintDefinition definition, ConstraintBinder binder) {
        this.definition = definition;
        sum = binder.products("sum", definition.sum());
        max = binder.products("max", definition.max());
        exemptions = binder.exemptions(definition.except());
        waived = binder.isWaived();
        given = Map.copyOf(binder.usedGiven());
        knobs = List.copyOf(binder.usedKnobs());
    }

    /**
     * Binds a definition to the knobs of a space. A knob of the space never equals a value that it does not have.
     *
     * @param knobs of the space, in its order
     * @param given values of the names that are no knobs of the space: a Double, a choice as a String, or a {@link SpecialValue}
     * @throws IllegalArgumentException with one line that starts with {@code sum}, {@code max} or {@code except}, if a name is unknown
     *     or is no number
     */
    public static Constraint of(ConstraintDefinition definition, List<Knob> knobs, Map<String, Object> given) {
        return new Constraint(definition, new ConstraintBinder(knobs, given, false));
    }

    public ConstraintDefinition definition() {
        return definition;
    }

    /** The names in the definition that are no knobs of the space, and their values: Double, String or {@link SpecialValue}. */
    public Map<String, Object> given() {
        return new TreeMap<>(given);
    }

    /** The knobs of the space that the definition names. */
    public List<String> knobs() {
        return knobs;
    }

    /** Whether it always holds, because a knob outside of the space has an exempt value. */
    public boolean isWaived() {
        return waived;
    }

    /** Whether the codes of one configuration satisfy it. */
    public boolean holds(double[] codes) {
        return holds(codes, 0);
    }

    /** Whether the row of codes that begins at the index satisfies it. */
    public boolean holds(double[] codes, int at) {
        return slack(codes, at) >= 0;
    }

    /** The violation by the row of codes that begins at the index, in the unit of the sum; 0 if the row satisfies the constraint. */
    public double violation(double[] codes, int at) {
        double slack = slack(codes, at);
        return slack >= 0 ? 0 : Double.isNaN(slack) ? Double.MAX_VALUE : -slack;
    }

    private double slack(double[] codes, int at) {
        if (waived) {
            return 0;
        }
        for (Exemption exemption : exemptions) {
            if (exemption.applies(codes, at)) {
                return 0;
            }
        }
        return total(max, codes, at) - total(sum, codes, at);
    }

    private static double total(Product[] products, double[] codes, int at) {
        double total = 0;
        for (Product product : products) {
            total += product.value(codes, at);
        }
        return total;
    }

    /** {@code heap + file_cache_size <= memory, heap=640, memory=1500 (description)}, for messages. */
    public String shown() {
        List<String> parts = new ArrayList<>(List.of(definition.toString()));
        given().forEach((name, value) ->
                parts.add(name + "=" + (value instanceof Double number ? KnobNumberFormat.text(number) : value)));
        return String.join(", ", parts) + " (" + definition.description() + ")";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Constraint that
                && definition.equals(that.definition)
                && given.equals(that.given)
                && knobs.equals(that.knobs);
    }

    @Override
    public int hashCode() {
        return Objects.hash(definition, given);
    }

    @Override
    public String toString() {
        return definition.toString();
    }
}
