package io.rafiki.knob;

import java.util.List;
import java.util.Optional;

/**
 * A tunable setting and its permitted values.
 *
 * <p>Each value has a <em>code</em> of type double: the number itself for an integer or real knob, the index of the choice for a
 * categorical one. Search and surrogate use codes only, so a configuration is one {@code double[]}.
 */
public sealed interface Knob permits IntegerKnob, RealKnob, CategoricalKnob {

    /** The knob's name in cassandra.yaml, or the table option's name. */
    String name();

    /** The unit of numbers; empty if the knob has none. */
    default String unit() {
        return "";
    }

    /** The code of Cassandra's default value. */
    double defaultCode();

    /**
     * The value of a code, as a user writes it: {@link Long}, {@link Double} or {@link String}.
     *
     * @throws IllegalArgumentException if the code is invalid
     */
    Object value(double code);

    /**
     * The code of a value as a user writes it; numbers can be any {@link Number} or text.
     *
     * @throws IllegalArgumentException with one line that states the expectation, if the value has a wrong type or is out of range
     */
    double code(Object value);

    /** The nearest valid code: rounded and clamped (the search repairs codes, it does not penalise them). */
    double repair(double code);

    /** The codes without neighbours, ascending: all choices of a categorical knob, the special values of an integer one. */
    List<Double> singles();

    /** The numeric range; empty for a categorical knob. */
    Optional<Range> range();

    /** Whether the code is a number in the range, and not a choice or special value. */
    boolean isNumber(double code);
}
