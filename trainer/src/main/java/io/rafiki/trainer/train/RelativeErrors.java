package io.rafiki.trainer.train;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Errors of predictions relative to the measured values, so that networks with different targets are comparable. If some values are zero
 * or negative, errors are relative to the mean absolute value.
 */
final class RelativeErrors {

    private final double[] values;
    private final double[] sizes;

    RelativeErrors(double[] values) {
        this.values = values.clone();
        double mean = Arrays.stream(values).map(Math::abs).average().orElse(1);
        boolean positive = Arrays.stream(values).allMatch(value -> value > 0);
        sizes = positive
                ? this.values
                : Arrays.stream(values).map(value -> mean).toArray();
    }

    /** The denominator of a sample's relative error. */
    double size(int sample) {
        return sizes[sample];
    }

    /** Each sample's relative error; NaN without a prediction. */
    double[] relative(double[] predictions) {
        return IntStream.range(0, values.length)
                .mapToDouble(s -> (predictions[s] - values[s]) / sizes[s])
                .toArray();
    }

    /** Mean absolute relative error of the predicted samples; infinite without predictions. */
    double mean(double[] predictions) {
        return Arrays.stream(relative(predictions))
                .filter(error -> !Double.isNaN(error))
                .map(Math::abs)
                .average()
                .orElse(Double.POSITIVE_INFINITY);
    }
}
