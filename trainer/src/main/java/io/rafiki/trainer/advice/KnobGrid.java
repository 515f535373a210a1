package io.rafiki.trainer.advice;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.RealKnob;
import io.rafiki.surrogate.Envelope;
import java.util.TreeSet;

/** Values of a knob that stand for all of those that trials covered. */
final class KnobGrid {

    private static final double DECADE = 10;
    private static final double DIGITS = 1000;

    private KnobGrid() {}

    /**
     * Their codes, ascending: all choices and special values, and numbers evenly spaced, on a logarithmic scale where the range spans
     * more than a decade.
     *
     * <p>Values that break a constraint while the other knobs are as chosen are left out.
     *
     * @param chosen values of the other knobs
     * @param index of the knob
     * @param seen what trials held of the knob
     * @param numbers how many numbers at most
     */
    static double[] codes(Configuration chosen, int index, Envelope.Seen seen, int numbers) {
        Knob knob = chosen.space().knob(index);
        TreeSet<Double> codes = new TreeSet<>(seen.values());
        if (!(knob instanceof CategoricalKnob) && seen.min() <= seen.max()) {
            boolean logarithmic = isLogarithmic(knob);
            for (int i = 0; i < numbers; i++) {
                double share = numbers == 1 ? 0.5 : (double) i / (numbers - 1);
                double code = logarithmic
                        ? seen.min() * Math.pow(seen.max() / seen.min(), share)
                        : seen.min() + share * (seen.max() - seen.min());
                codes.add(Math.min(seen.max(), Math.max(seen.min(), rounded(knob, code))));
            }
        }
        codes.removeIf(code -> isBroken(chosen, index, code));
        return codes.stream().mapToDouble(code -> code).toArray();
    }

    /** Whether the code is a number in the knob's range, and no choice or special value. */
    static boolean isNumber(Knob knob, double code) {
        return !(knob instanceof CategoricalKnob) && !(knob instanceof IntegerKnob whole && whole.isSpecial(code));
    }

    private static boolean isBroken(Configuration chosen, int index, double code) {
        double[] codes = chosen.codes();
        codes[index] = code;
        return chosen.space().broken(codes).isPresent();
    }

    private static double rounded(Knob knob, double code) {
        return knob instanceof RealKnob ? Math.round(code * DIGITS) / DIGITS : Math.rint(code);
    }

    private static boolean isLogarithmic(Knob knob) {
        double min = knob instanceof IntegerKnob whole ? (double) whole.min() : ((RealKnob) knob).min();
        double max = knob instanceof IntegerKnob whole ? (double) whole.max() : ((RealKnob) knob).max();
        return min > 0 && max / min > DECADE;
    }
}
