package io.rafiki.surrogate;

/** How the networks' predictions become one. */
public enum Combine {
    /** Their mean, as in the paper (Rafiki §3.6.2). */
    MEAN,
    /** Their median, which one network that goes astray does not move. */
    MEDIAN;

    /** The name in a bundle's manifest. */
    String key() {
        return this == MEAN ? "mean" : "median";
    }
}
