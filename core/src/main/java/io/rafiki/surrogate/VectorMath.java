package io.rafiki.surrogate;

/**
 * Functions and sums over a block. tanh and exp are within 1e-12 of {@link Math}, with one division per value and no branch.
 *
 * <p>Lambert's continued fraction, truncated after its seventh term, gives tanh(x) = p/q near 0. For tanh the addition theorem doubles
 * the argument twice on numerator and denominator, {@code (p, q) -> (2pq, p² + q²)}, so that only the last step divides. Beyond |x| = 20
 * the nearest double to tanh is ±1. For exp the same p and q give exp(2x) = (q+p)/(q-p), which is squared five times. Arguments are
 * clamped without a branch: {@code (|x+L| - |x-L|) / 2}.
 *
 * <p>HotSpot vectorises only short loop bodies with a constant, large trip count. Therefore these are several short loops over whole
 * blocks, even for single rows.
 */
final class VectorMath {

    private static final double TANH_LIMIT = 20;
    private static final double EXP_LIMIT = 32;

    private final double[] numerator = new double[BatchEvaluator.BLOCK];
    private final double[] denominator = new double[BatchEvaluator.BLOCK];

    /** Replaces the values of a block by their tanh. */
    void tanh(double[] values) {
        clamp(values, TANH_LIMIT, 0.25);
        numerator(values, numerator);
        denominator(values, denominator);
        quadruple(values, numerator, denominator);
    }

    /** Replaces the values of a block by their exp, clamped to ±32. */
    void exp(double[] values) {
        clamp(values, EXP_LIMIT, 1.0 / 64);
        numerator(values, numerator);
        denominator(values, denominator);
        power32(values, numerator, denominator);
    }

    /** Sets {@code to} to {@code add + factor * from}. */
    static void affine(double[] from, double add, double factor, double[] to) {
        for (int b = 0; b < BatchEvaluator.BLOCK; b++) {
            to[b] = add + factor * from[b];
        }
    }

    /** Adds the values to a sum. */
    static void add(double[] values, double[] sum) {
        for (int b = 0; b < BatchEvaluator.BLOCK; b++) {
            sum[b] += values[b];
        }
    }

    /** Adds the squares of the deviations from a mean to a sum. */
    static void addSquare(double[] values, double[] mean, double[] sum) {
        for (int b = 0; b < BatchEvaluator.BLOCK; b++) {
            double error = values[b] - mean[b];
            sum[b] += error * error;
        }
    }

    private static void clamp(double[] values, double limit, double factor) {
        double half = factor / 2;
        for (int b = 0; b < BatchEvaluator.BLOCK; b++) {
            double x = values[b];
            values[b] = half * (Math.abs(x + limit) - Math.abs(x - limit));
        }
    }

    private static void numerator(double[] values, double[] numerator) {
        for (int b = 0; b < BatchEvaluator.BLOCK; b++) {
            double x = values[b];
            double s = x * x;
            numerator[b] = x * (135135 + s * (17325 + s * (378 + s)));
        }
    }

    private static void denominator(double[] values, double[] denominator) {
        for (int b = 0; b < BatchEvaluator.BLOCK; b++) {
            double x = values[b];
            double s = x * x;
            denominator[b] = 135135 + s * (62370 + s * (3150 + s * 28));
        }
    }

    private static void quadruple(double[] values, double[] numerator, double[] denominator) {
        for (int b = 0; b < BatchEvaluator.BLOCK; b++) {
            double p = numerator[b];
            double q = denominator[b];
            double p2 = 2 * p * q;
            double q2 = p * p + q * q;
            values[b] = 2 * p2 * q2 / (p2 * p2 + q2 * q2);
        }
    }

    private static void power32(double[] values, double[] numerator, double[] denominator) {
        for (int b = 0; b < BatchEvaluator.BLOCK; b++) {
            double e = (denominator[b] + numerator[b]) / (denominator[b] - numerator[b]);
            double e4 = e * e * (e * e);
            double e16 = e4 * e4 * (e4 * e4);
            values[b] = e16 * e16;
        }
    }
}
