package io.rafiki.surrogate;

import com.fasterxml.jackson.annotation.JsonValue;

/** The aggregation of the networks' predictions. */
public enum Aggregation {
    /** Their mean, as in the paper (Rafiki §3.6.2). */
    MEAN,
    /** Their median, which a single outlier does not affect. */
    MEDIAN;

    /** The name in a bundle's manifest. */
    @JsonValue
    String key() {
        return this == MEAN ? "mean" : "median";
    }
}
