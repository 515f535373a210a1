package io.rafiki.decision;

/**
 * The background work that a node may have when it is changed.
 *
 * @param pendingCompactions maximum number of waiting and running compactions
 * @param maxGcShare maximum share of time in garbage collection pauses, 0 to 1
 */
public record HealthLimits(int pendingCompactions, double maxGcShare) {

    public static final HealthLimits STANDARD = new HealthLimits(100, 0.2);
}
