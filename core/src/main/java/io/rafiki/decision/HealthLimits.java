package io.rafiki.decision;

/**
 * How much a node may have to do beside serving clients, and still be changed.
 *
 * @param pendingCompactions that wait or run
 * @param maxGcShare largest share of the time that garbage collection pauses take, 0 to 1
 */
public record HealthLimits(int pendingCompactions, double maxGcShare) {

    /** A hundred compactions, a fifth of the time. */
    public static final HealthLimits STANDARD = new HealthLimits(100, 0.2);
}
