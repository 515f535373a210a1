package io.rafiki.trainer.cli;

import io.rafiki.surrogate.Metric;

/** What a configuration is best in, as the value of an option. */
enum Objective {
    /** The greatest throughput. */
    throughput(Metric.THROUGHPUT),
    /** The lowest 99th percentile of latency at the open-loop rate. */
    p99(Metric.P99_AT_RATE);

    private final Metric metric;

    Objective(Metric metric) {
        this.metric = metric;
    }

    Metric metric() {
        return metric;
    }
}
