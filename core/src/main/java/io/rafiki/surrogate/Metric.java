package io.rafiki.surrogate;

import com.fasterxml.jackson.annotation.JsonValue;

/** A figure of a trial that a model can predict. */
public enum Metric {
    /** Operations per second; more is better. */
    THROUGHPUT("throughput", "ops/s"),
    /** 99th percentile of the reads' latency as the client saw it; less is better. */
    READ_P99("readP99", "us"),
    /** 99th percentile of the writes' latency as the client saw it; less is better. */
    WRITE_P99("writeP99", "us");

    private final String key;
    private final String unit;

    Metric(String key, String unit) {
        this.key = key;
        this.unit = unit;
    }

    /** Its name in a bundle's manifest and in what the commands print. */
    @JsonValue
    public String key() {
        return key;
    }

    public String unit() {
        return unit;
    }
}
