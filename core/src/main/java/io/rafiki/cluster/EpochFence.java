package io.rafiki.cluster;

import java.io.IOException;

/**
 * Refuses plans of former leaders at the node that would execute them. The highest epoch is recorded before its first plan is accepted, so
 * a restart does not forget it.
 */
public final class EpochFence {

    /** Records the highest epoch. */
    @FunctionalInterface
    public interface Recorder {
        void record(long epoch) throws IOException;
    }

    private final Recorder recorder;
    private long highest;

    /** @param highest the recorded epoch; 0 if there is none */
    public EpochFence(long highest, Recorder recorder) {
        this.highest = highest;
        this.recorder = recorder;
    }

    /** Takes over a recorded epoch. */
    public synchronized void restore(long recorded) {
        highest = Math.max(highest, recorded);
    }

    /** The highest epoch so far. */
    public synchronized long highest() {
        return highest;
    }

    /**
     * Whether a plan may be executed.
     *
     * @throws IOException if a new epoch cannot be recorded; the plan may not be executed then
     */
    public synchronized boolean accepts(long epoch) throws IOException {
        if (epoch < highest) {
            return false;
        }
        if (epoch > highest) {
            recorder.record(epoch);
            highest = epoch;
        }
        return true;
    }
}
