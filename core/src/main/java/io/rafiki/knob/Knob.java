package io.rafiki.knob;

import java.util.List;
import java.util.Optional;

/**
 * A tunable setting and the values it may take.
 *
 * <p>Each value has a <em>code</em>, one double: the number itself for an integer or real knob, the index among the choices
 * for a categorical one. Search and surrogate work on codes only, so that a configuration is one {@code double[]}.
 */
public sealed interface Knob permits IntegerKnob, RealKnob, CategoricalKnob {

    /** The knob's name in cassandra.yaml, or the table option's name. */
    String name();

    /** The code of the value that a node has when nobody sets the knob. */
    double defaultCode();

    /**
     * The value behind a code, as a user writes it: {@link Long}, {@link Double} or {@link String}.
     *
     * @throws IllegalArgumentException if the code names no value of this knob
     */
    Object value(double code);

    /**
     * The code of a value as a user writes it; numbers may come as any {@link Number} or as text.
     *
     * @throws IllegalArgumentException with one line saying what was expected, if the value is of the wrong type or out of range
     */
    double code(Object value);

    /** The nearest code that names a value: rounded and clamped (search repairs, it does not penalise). */
    double repair(double code);

    /** The codes without neighbours, ascending: all choices of a categorical knob, the special values of an integer one. */
    List<Double> singles();

    /** The range of its numbers; empty for a categorical knob. */
    Optional<Range> range();

    /** Whether the code of a value is a number in the range, and no choice or special value. */
    boolean isNumber(double code);
}
