package io.rafiki.cluster;

import java.io.IOException;

/**
 * Refuses plans of former leaders at the node that would execute them. The highest epoch is recorded before its first plan is accepted, so
 * a restart does not forget it. The highest roll-out is recorded too: both outlast the tables of the cluster.
 */
public final class EpochFence {

    /** Records the highest numbers. */
    @FunctionalInterface
    public interface Recorder {
        void record(OrderNumber highest) throws IOException;
    }

    private final Recorder recorder;
    private OrderNumber highest = OrderNumber.NONE;

    public EpochFence(Recorder recorder) {
        this.recorder = recorder;
    }

    /** Takes over the recorded numbers. */
    public synchronized void restore(OrderNumber recorded) {
        highest = highest.max(recorded);
    }

    /** The highest epoch and the highest roll-out of the orders so far. */
    public synchronized OrderNumber highest() {
        return highest;
    }

    /**
     * Whether an order may be executed.
     *
     * @throws IOException if a higher number cannot be recorded; the order may not be executed then
     */
    public synchronized boolean accepts(OrderNumber order) throws IOException {
        if (order.epoch() < highest.epoch()) {
            return false;
        }
        OrderNumber next = highest.max(order);
        if (!next.equals(highest)) {
            recorder.record(next);
            highest = next;
        }
        return true;
    }
}
