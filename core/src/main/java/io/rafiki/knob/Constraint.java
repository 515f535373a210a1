package io.rafiki.knob;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A condition on several knobs at once, such as that cache and heap fit the memory; a configuration that breaks it is never
 * searched for, measured or applied.
 *
 * <p>It is bound to the knobs of one space. A special value counts as its number ({@code off} as 0 where the catalogue says
 * {@code off: 0}). Immutable; checking allocates nothing.
 */
public final class Constraint {

    private final String expression;
    private final String why;
    private final Map<String, Object> given;
    private final List<String> knobs;
    private final Term slack;

    private Constraint(String expression, String why, Names names, Term slack) {
        this.expression = expression;
        this.why = why;
        this.slack = slack;
        given = Map.copyOf(names.usedGiven());
        knobs = names.usedKnobs().stream().distinct().toList();
    }

    /**
     * Binds an expression to the knobs of a space. A value that a knob of the space does not have never equals it.
     *
     * @param expression such as {@code file_cache_size + heap <= memory or file_cache_size == off}
     * @param why in one sentence
     * @param knobs of the space, in its order
     * @param given what names that are no knobs of the space stand for: a Double, a choice as a String, or a {@link SpecialValue}
     * @throws IllegalArgumentException with one line that says the column, if it is no condition on these
     */
    public static Constraint parse(String expression, String why, List<Knob> knobs, Map<String, Object> given) {
        return parse(expression, why, new Names(knobs, given, false));
    }

    static Constraint parse(String expression, String why, Names names) {
        return new Constraint(expression, why, names, ConstraintParser.parse(expression, names));
    }

    public String expression() {
        return expression;
    }

    public String why() {
        return why;
    }

    /** The names in the expression that are no knobs of the space, and what they stand for: Double, String or {@link SpecialValue}. */
    public Map<String, Object> given() {
        return new TreeMap<>(given);
    }

    /** The knobs of the space that the expression names. */
    public List<String> knobs() {
        return knobs;
    }

    /** Whether it holds for the codes of one configuration. */
    public boolean holds(double[] codes) {
        return holds(codes, 0);
    }

    /** Whether it holds for the row of codes that begins at the index. */
    public boolean holds(double[] codes, int at) {
        return slack.value(codes, at) >= 0;
    }

    /** By how much it is broken for the row of codes that begins at the index, in the expression's own unit; 0 where it holds. */
    public double shortfall(double[] codes, int at) {
        double by = slack.value(codes, at);
        return by >= 0 ? 0 : Double.isNaN(by) ? Double.MAX_VALUE : -by;
    }

    /** {@code file_cache_size + heap <= memory, heap=640, memory=1500 (why)}, for messages. */
    public String shown() {
        List<String> parts = new ArrayList<>(List.of(expression));
        given().forEach((name, value) ->
                parts.add(name + "=" + (value instanceof Double number ? Codes.text(number) : value)));
        return String.join(", ", parts) + " (" + why + ")";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Constraint that
                && expression.equals(that.expression)
                && why.equals(that.why)
                && given.equals(that.given)
                && knobs.equals(that.knobs);
    }

    @Override
    public int hashCode() {
        return Objects.hash(expression, why, given);
    }

    @Override
    public String toString() {
        return expression;
    }
}
