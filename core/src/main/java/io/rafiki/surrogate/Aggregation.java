package io.rafiki.surrogate;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;

/** The aggregation of the networks' predictions. */
public enum Aggregation {
    /** Their mean, as in the paper (Rafiki §3.6.2). */
    MEAN,
    /** Their median, which a single outlier does not affect. */
    MEDIAN;

    /** The aggregate of at least one prediction. */
    public double of(List<Double> predictions) {
        double[] sorted =
                predictions.stream().mapToDouble(each -> each).sorted().toArray();
        int middle = sorted.length / 2;
        return this == MEAN
                ? Arrays.stream(sorted).sum() / sorted.length
                : sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The name in a bundle's manifest. */
    @JsonValue
    String key() {
        return this == MEAN ? "mean" : "median";
    }
}
