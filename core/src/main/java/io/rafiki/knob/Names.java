package io.rafiki.knob;

import io.rafiki.config.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the names in an expression stand for: knobs of a space in their order, or values that are given, such as the cores of the
 * machine. Remembers which were used.
 */
final class Names {

    private final List<Knob> knobs;
    private final Map<String, Object> given;
    private final boolean strict;
    private final List<String> usedKnobs = new ArrayList<>();
    private final Map<String, Object> usedGiven = new TreeMap<>();

    /**
     * @param given name to Double or, for a knob that is not in the space and has a name as its value, String or SpecialValue
     * @param strict whether a value that a knob does not have is a fault, and knobs are only those of the space; if not, no knob ever
     *     equals such a value
     */
    Names(List<Knob> knobs, Map<String, Object> given, boolean strict) {
        this.knobs = knobs;
        this.given = given;
        this.strict = strict;
    }

    /** The knobs that the expression named. */
    List<String> usedKnobs() {
        return usedKnobs;
    }

    /** The given values that the expression named. */
    Map<String, Object> usedGiven() {
        return usedGiven;
    }

    /** The part of an expression that a name is; a name that stands for nothing may still be a value of a knob. */
    Part part(Token token) {
        for (int k = 0; k < knobs.size(); k++) {
            if (knobs.get(k).name().equals(token.text())) {
                usedKnobs.add(token.text());
                int index = k;
                return Part.knob(token, knobs.get(k), (codes, at) -> codes[at + index]);
            }
        }
        Object value = given.get(token.text());
        if (value != null) {
            usedGiven.put(token.text(), value);
        }
        if (value instanceof Double number) {
            double constant = number;
            return strict
                    ? Part.number(token, (codes, at) -> constant)
                    : Part.given(token, constant, Codes.text(constant));
        }
        if (value instanceof SpecialValue special) {
            return Part.given(token, special.number(), special.name());
        }
        return value == null ? Part.word(token) : Part.given(token, String.valueOf(value));
    }

    /** The code of a value that an expression compares a knob with; NaN, which equals nothing, if the knob has no such value. */
    double code(Knob knob, Token value) {
        try {
            return knob.code(value.text());
        } catch (IllegalArgumentException unknown) {
            if (strict) {
                throw Token.fault(value.column(), unknown.getMessage());
            }
            return Double.NaN;
        }
    }

    IllegalArgumentException unknown(Token name) {
        List<String> valid = new ArrayList<>(knobs.stream().map(Knob::name).toList());
        valid.addAll(new TreeMap<>(given).keySet());
        return Token.fault(name.column(), "unknown knob " + name.text() + ". " + Nearest.advice(name.text(), valid));
    }
}
