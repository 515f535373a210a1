package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.knob.Range;
import io.rafiki.surrogate.TrainingDomain;
import java.util.Optional;
import java.util.TreeSet;

/** Representative values of a knob within the training domain. */
final class KnobGrid {

    private static final double DIGITS = 1000;

    private KnobGrid() {}

    /**
     * Their codes, ascending: all choices and special values, and evenly spaced numbers, on a logarithmic scale if the range spans more
     * than a decade.
     *
     * <p>Values that violate a constraint together with the chosen values of the other knobs are left out.
     *
     * @param chosen values of the other knobs
     * @param index index of the knob
     * @param seen trained values of the knob
     * @param numbers maximum number of numbers
     */
    static double[] codes(Configuration chosen, int index, TrainingDomain.Seen seen, int numbers) {
        Knob knob = chosen.space().knob(index);
        TreeSet<Double> codes = new TreeSet<>(seen.values());
        Optional<Range> range = knob.range();
        if (range.isPresent() && seen.min() <= seen.max()) {
            boolean logarithmic = range.get().isLogarithmic();
            for (int i = 0; i < numbers; i++) {
                double share = numbers == 1 ? 0.5 : (double) i / (numbers - 1);
                double code = logarithmic
                        ? seen.min() * Math.pow(seen.max() / seen.min(), share)
                        : seen.min() + share * (seen.max() - seen.min());
                codes.add(Math.min(seen.max(), Math.max(seen.min(), rounded(range.get(), code))));
            }
        }
        codes.removeIf(code -> isBroken(chosen, index, code));
        return codes.stream().mapToDouble(code -> code).toArray();
    }

    private static boolean isBroken(Configuration chosen, int index, double code) {
        double[] codes = chosen.codes();
        codes[index] = code;
        return chosen.space().broken(codes).isPresent();
    }

    private static double rounded(Range range, double code) {
        return range.whole() ? Math.rint(code) : Math.round(code * DIGITS) / DIGITS;
    }
}
