package io.rafiki.learning;

import java.util.Arrays;
import java.util.List;

/**
 * How far a model's predictions were off, each made before its effect was measured.
 *
 * @param effects number of measured effects that the model can predict
 * @param meanError mean absolute difference of predicted and measured gain, as a logarithm: 0.1 for about 10 %; NaN without effects
 * @param recentError mean of measured minus predicted gain over the last effects, as a logarithm; NaN without effects
 * @param isTrusted whether its gains may be applied without an operator
 * @param widening factor for its deviations, 1 or more
 */
public record Reliability(int effects, double meanError, double recentError, boolean isTrusted, double widening) {

    /** A model before its first measured effect. */
    static final Reliability UNTESTED = new Reliability(0, Double.NaN, Double.NaN, true, 1);

    /** Later effects replace earlier ones, so that a model can regain trust. */
    private static final int LAST = 10;

    /** The 0.1 % quantile of the standard normal distribution. */
    private static final double LIMIT = -3.09;

    /**
     * The reliability after some effects. The sum of the standardised errors over the root of their number is standard normal for a correct
     * model (Stouffer). Far below 0, the gains were too high. Gains that are too low do no harm.
     *
     * @param standardised measured minus predicted gain in standard deviations, in chronological order
     * @param errors measured minus predicted gain as a logarithm, in the same order
     */
    static Reliability of(List<Double> standardised, List<Double> errors) {
        if (standardised.isEmpty()) {
            return UNTESTED;
        }
        double[] last = last(standardised);
        double sum = 0;
        double squares = 0;
        for (double error : last) {
            sum += error;
            squares += error * error;
        }
        return new Reliability(
                errors.size(),
                errors.stream().mapToDouble(Math::abs).average().orElseThrow(),
                Arrays.stream(last(errors)).average().orElseThrow(),
                sum / Math.sqrt(last.length) >= LIMIT,
                Math.max(1, Math.sqrt(squares / last.length)));
    }

    private static double[] last(List<Double> all) {
        return all.stream()
                .skip(Math.max(0, all.size() - LAST))
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    /** Number of the last effects, which trust depends on. */
    public int recent() {
        return Math.min(effects, LAST);
    }
}
