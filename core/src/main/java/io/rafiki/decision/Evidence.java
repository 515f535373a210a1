package io.rafiki.decision;

import io.rafiki.reason.Reason;

/** What the observation of a change found, and the basis of its {@link Verdict}. */
public sealed interface Evidence extends Reason {

    /**
     * The latest window against the node before the change, at the same read ratio.
     *
     * @param micros mean latency in microseconds
     * @param change relative change of the latency
     * @param formerMicros mean latency before the change
     * @param throughputChange relative change of the client requests per second
     */
    record LatencyCompared(double micros, double change, double formerMicros, double throughputChange)
            implements Evidence {}

    /** No kind of request has a known latency before and after the change. */
    record LatencyUnknown() implements Evidence {}

    /**
     * Many windows until the payback horizon were slower than the node before the change.
     *
     * @param slower windows that were slower
     * @param windows compared windows
     * @param last the latest comparison
     */
    record SlowlyWorse(int slower, int windows, Evidence last) implements Evidence {}

    /** No window could be compared yet. */
    record NothingCompared() implements Evidence {}

    /** The workload changed before a verdict. */
    record WorkloadMoved(Evidence last) implements Evidence {}

    /** Only one window was better or worse. */
    record WindowsDisagree(Evidence last) implements Evidence {}

    /**
     * Another change was applied before a verdict.
     *
     * @param decision of that change
     */
    record AnotherChange(String decision, Evidence last) implements Evidence {}

    /** Another client changed a knob before a verdict. */
    record KnobSetExternally(String knob, String value) implements Evidence {}
}
