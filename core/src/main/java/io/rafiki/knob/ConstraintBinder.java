package io.rafiki.knob;

import io.rafiki.config.SpellingSuggestion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Resolves the names of a constraint: knobs of a space in their order, or given values such as the cores of the machine. */
final class ConstraintBinder {

    private static final int MAX_ADDENDS = 100;
    private static final int MAX_LENGTH = 1000;
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?");
    private static final Pattern SIZE = Pattern.compile("[-+]?[\\d.]+\\s*\\p{L}.*");

    private final List<Knob> knobs;
    private final Map<String, Object> given;
    private final boolean strict;
    private final Set<String> usedKnobs = new LinkedHashSet<>();
    private final Map<String, Object> usedGiven = new TreeMap<>();
    private boolean waived;

    /** A definition that does not match the knobs. The message starts with the key. */
    static final class Misfit extends IllegalArgumentException {

        private final String key;
        private final String problem;

        Misfit(String key, String problem) {
            super(key + ": " + problem);
            this.key = key;
            this.problem = problem;
        }

        /** {@code sum}, {@code max} or {@code except}. */
        String key() {
            return key;
        }

        String problem() {
            return problem;
        }
    }

    /**
     * @param given name to Double, or String or SpecialValue for a knob outside of the space
     * @param strict whether an exempt value that the knob lacks is an error; if not, the knob never equals it
     */
    ConstraintBinder(List<Knob> knobs, Map<String, Object> given, boolean strict) {
        this.knobs = knobs;
        this.given = given;
        this.strict = strict;
    }

    /** The knobs of the space that were resolved so far. */
    Set<String> usedKnobs() {
        return usedKnobs;
    }

    /** The given values that were resolved so far. */
    Map<String, Object> usedGiven() {
        return usedGiven;
    }

    /** @throws Misfit if an addend is no product of numbers */
    Constraint.Product[] products(String key, List<String> addends) {
        if (addends.isEmpty() || addends.size() > MAX_ADDENDS) {
            throw new Misfit(key, "expected 1 to " + MAX_ADDENDS + " addends, found " + addends.size() + ".");
        }
        return addends.stream().map(addend -> product(key, addend)).toArray(Constraint.Product[]::new);
    }

    private Constraint.Product product(String key, String addend) {
        if (addend.length() > MAX_LENGTH) {
            throw new Misfit(
                    key, "expected at most " + MAX_LENGTH + " characters in an addend, found " + addend.length() + ".");
        }
        double constant = 1;
        List<Integer> factors = new ArrayList<>();
        for (String factor : addend.split("\\*", -1)) {
            String text = factor.strip();
            int knob = index(text);
            if (knob >= 0) {
                usedKnobs.add(text);
                factors.add(knob);
                requireNumber(key, text, !(knobs.get(knob) instanceof CategoricalKnob));
            } else {
                constant *= constant(key, text);
            }
        }
        return new Constraint.Product(
                constant, factors.stream().mapToInt(factor -> factor).toArray());
    }

    private double constant(String key, String text) {
        if (NUMBER.matcher(text).matches() && Double.isFinite(Double.parseDouble(text))) {
            return Double.parseDouble(text);
        }
        if (SIZE.matcher(text).matches()) {
            throw new Misfit(
                    key,
                    "expected a knob, a property of the machine or a number without a unit (sizes are in MiB), found "
                            + text + ".");
        }
        Object value = given(key, text);
        requireNumber(key, text, !(value instanceof String));
        return value instanceof SpecialValue special ? special.number() : (Double) value;
    }

    private static void requireNumber(String key, String name, boolean isNumber) {
        if (!isNumber) {
            throw new Misfit(key, "expected numbers, found " + name + ", a knob with named values.");
        }
    }

    /**
     * The exemptions by knobs of the space; a given value that is exempt waives the limit.
     *
     * @throws Misfit if a name is unknown or, for a strict binder, a knob lacks a value
     */
    Constraint.Exemption[] exemptions(Map<String, List<String>> except) {
        List<Constraint.Exemption> exemptions = new ArrayList<>();
        new TreeMap<>(except).forEach((name, values) -> {
            int knob = index(name);
            if (knob >= 0) {
                usedKnobs.add(name);
                exemptions.add(new Constraint.Exemption(knob, codes(knobs.get(knob), values)));
            } else {
                Object value = given("except", name);
                String text = value instanceof Double number ? KnobNumberFormat.text(number) : String.valueOf(value);
                waived |= values.contains(text);
            }
        });
        return exemptions.toArray(Constraint.Exemption[]::new);
    }

    /** Whether a given value is exempt, so that the limit never applies. */
    boolean isWaived() {
        return waived;
    }

    private double[] codes(Knob knob, List<String> values) {
        List<Double> codes = new ArrayList<>();
        for (String value : values) {
            try {
                codes.add(knob.code(value));
            } catch (IllegalArgumentException unknown) {
                if (strict) {
                    throw new Misfit("except", unknown.getMessage() + ".");
                }
            }
        }
        return codes.stream().mapToDouble(code -> code).toArray();
    }

    private int index(String name) {
        for (int k = 0; k < knobs.size(); k++) {
            if (knobs.get(k).name().equals(name)) {
                return k;
            }
        }
        return -1;
    }

    private Object given(String key, String name) {
        Object value = given.get(name);
        if (value == null) {
            Set<String> valid = new TreeSet<>(given.keySet());
            knobs.forEach(knob -> valid.add(knob.name()));
            throw new Misfit(key, "unknown name " + name + ". " + SpellingSuggestion.advice(name, valid));
        }
        usedGiven.put(name, value);
        return value;
    }
}
