package io.rafiki.learning;

import java.util.Arrays;

/** Weights of a model's members by their likelihood, given measured effects. */
final class MemberWeights {

    private static final int BISECTIONS = 40;

    private MemberWeights() {}

    /**
     * The weights: likelihoods to a power of at most 1, so that the effective number of members ({@code 1 / sum of squared weights}) stays at
     * half of their number or more. Few effects cannot make one member the model.
     *
     * @param gains for each member, its predicted gain of each effect
     * @param effects measured gains
     * @param variances of the measurements
     * @return one weight per member; their sum is 1
     */
    static double[] of(double[][] gains, double[] effects, double[] variances) {
        double[] logs = new double[gains.length];
        for (int m = 0; m < gains.length; m++) {
            for (int e = 0; e < effects.length; e++) {
                double error = effects[e] - gains[m][e];
                logs[m] -= error * error / variances[e] / 2;
            }
        }
        double fewest = Math.max(1, gains.length / 2.0);
        double low = 0;
        double high = 1;
        if (effective(powered(logs, high)) >= fewest) {
            return powered(logs, high);
        }
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (low + high) / 2;
            if (effective(powered(logs, middle)) >= fewest) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return powered(logs, low);
    }

    private static double[] powered(double[] logs, double power) {
        double most = Arrays.stream(logs).max().orElse(0);
        double[] weights =
                Arrays.stream(logs).map(log -> Math.exp(power * (log - most))).toArray();
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(weight -> weight / sum).toArray();
    }

    /** The effective number of members. */
    static double effective(double[] weights) {
        return 1 / Arrays.stream(weights).map(weight -> weight * weight).sum();
    }
}
