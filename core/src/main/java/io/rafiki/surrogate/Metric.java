package io.rafiki.surrogate;

import com.fasterxml.jackson.annotation.JsonValue;

/** A measured quantity of a trial that a model can predict. */
public enum Metric {
    /** Operations per second; more is better. */
    THROUGHPUT("throughput", "ops/s"),
    /** 99th percentile of the read latency, measured by the client; less is better. */
    READ_P99("readP99", "us"),
    /** 99th percentile of the write latency, measured by the client; less is better. */
    WRITE_P99("writeP99", "us"),
    /** 99th percentile of the latency of all operations at a given rate, from their intended starts; less is better. */
    P99_AT_RATE("p99AtRate", "us");

    private final String key;
    private final String unit;

    Metric(String key, String unit) {
        this.key = key;
        this.unit = unit;
    }

    /** Its name in the manifest of a bundle and in the output of commands. */
    @JsonValue
    public String key() {
        return key;
    }

    public String unit() {
        return unit;
    }

    /** Whether it is a latency, of which less is better. */
    public boolean isLatency() {
        return this != THROUGHPUT;
    }
}
