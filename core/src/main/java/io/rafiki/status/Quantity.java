package io.rafiki.status;

import java.time.Instant;
import java.util.Map;

/** What the value of a fact measures, with its Java type and its unit. */
public enum Quantity {
    /** Words. */
    TEXT(String.class),
    /** One of the values of an enumeration. As a number it is its index from 0. */
    CHOICE(String.class),
    /** A moment. */
    TIME(Instant.class),
    /** Yes or no. As a number it is 1 or 0. */
    FLAG(Boolean.class),
    /** A whole number. */
    COUNT(Long.class),
    /** A number without a unit. */
    NUMBER(Double.class),
    /** A share from 0 to 1. */
    SHARE(Double.class),
    /** Percent. */
    PERCENT(Double.class),
    /** Operations per second. */
    RATE(Double.class),
    /** Microseconds. */
    MICROSECONDS(Double.class),
    /** Value of each feature of a workload by name. */
    FEATURES(Map.class);

    private final Class<?> type;

    Quantity(Class<?> type) {
        this.type = type;
    }

    /** The type of the values. */
    public Class<?> type() {
        return type;
    }

    /** Whether the values can be drawn as a graph. */
    public boolean isNumeric() {
        return type == Long.class || type == Double.class || this == FLAG || this == CHOICE;
    }
}
