package io.rafiki.trainer.evaluate;

/**
 * The errors of predictions for held-out rows.
 *
 * @param mape mean of |predicted - measured| / |measured|, in percent, over rows that are not 0; {@link Double#NaN} if all are
 * @param r2 {@code 1 - sum of squared errors / sum of squares about the held-out rows' mean}; {@link Double#NaN} if they are all equal
 * @param rmse root of the mean squared error, in the target's unit
 * @param within1 share of rows within one predicted deviation; {@link Double#NaN} without deviations
 * @param within2 share of rows within two predicted deviations; {@link Double#NaN} without deviations
 */
record ErrorMetrics(double mape, double r2, double rmse, double within1, double within2) {

    /** @param deviation all zero if the method has none */
    static ErrorMetrics of(double[] measured, double[] predicted, double[] deviation) {
        int n = measured.length;
        double mean = 0;
        double unit = Double.MIN_NORMAL;
        for (int i = 0; i < n; i++) {
            mean += measured[i] / n;
            unit = Math.max(unit, Math.max(Math.abs(measured[i]), Math.abs(predicted[i])));
        }
        double relative = 0;
        int counted = 0;
        double squares = 0;
        double about = 0;
        int within1 = 0;
        int within2 = 0;
        boolean varies = false;
        boolean deviates = false;
        for (int i = 0; i < n; i++) {
            double error = Math.abs(predicted[i] - measured[i]);
            if (measured[i] != 0) {
                relative += error / Math.abs(measured[i]);
                counted++;
            }
            squares += error / unit * (error / unit);
            about += (measured[i] - mean) / unit * ((measured[i] - mean) / unit);
            within1 += error <= deviation[i] ? 1 : 0;
            within2 += error <= 2 * deviation[i] ? 1 : 0;
            varies |= measured[i] != measured[0];
            deviates |= deviation[i] > 0;
        }
        return new ErrorMetrics(
                counted == 0 ? Double.NaN : 100 * relative / counted,
                varies ? 1 - squares / about : Double.NaN,
                unit * Math.sqrt(squares / n),
                deviates ? (double) within1 / n : Double.NaN,
                deviates ? (double) within2 / n : Double.NaN);
    }
}
