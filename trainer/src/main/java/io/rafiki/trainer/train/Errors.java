package io.rafiki.trainer.train;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Errors of predictions relative to the measured values, so that networks with different targets can be compared by them; relative to
 * the mean size of the values where some are zero or negative.
 */
final class Errors {

    private final double[] values;
    private final double[] sizes;

    Errors(double[] values) {
        this.values = values.clone();
        double mean = Arrays.stream(values).map(Math::abs).average().orElse(1);
        boolean positive = Arrays.stream(values).allMatch(value -> value > 0);
        sizes = positive
                ? this.values
                : Arrays.stream(values).map(value -> mean).toArray();
    }

    /** What an error of a sample is relative to. */
    double size(int sample) {
        return sizes[sample];
    }

    /** Each sample's relative error; NaN where there is no prediction. */
    double[] relative(double[] predictions) {
        return IntStream.range(0, values.length)
                .mapToDouble(s -> (predictions[s] - values[s]) / sizes[s])
                .toArray();
    }

    /** Mean size of the relative errors where there are predictions; infinite where there are none. */
    double mean(double[] predictions) {
        return Arrays.stream(relative(predictions))
                .filter(error -> !Double.isNaN(error))
                .map(Math::abs)
                .average()
                .orElse(Double.POSITIVE_INFINITY);
    }
}
