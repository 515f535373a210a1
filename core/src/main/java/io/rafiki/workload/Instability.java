package io.rafiki.workload;

import io.rafiki.reason.Reason;

/** Why a window does not show a stationary node. */
public sealed interface Instability extends Reason {

    /**
     * The throughput changed within the window.
     *
     * @param change relative change
     * @param tolerance largest tolerated change
     * @param noise margin for noise, added to the tolerance
     */
    record DriftWithinWindow(double change, double tolerance, double noise) implements Instability {}

    /** The throughput differs from that of the window before. */
    record StepSinceLastWindow(double change, double tolerance, double noise) implements Instability {}

    /** One window alone does not show that the throughput is stationary. */
    record SingleWindow() implements Instability {}
}
