package io.rafiki.trainer.trial;

import io.rafiki.knob.Configuration;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A node while one trial measures it. Closing it ends what belongs to that trial. */
interface TrialNode extends AutoCloseable {

    /** Makes one for a trial. */
    @FunctionalInterface
    interface Source {
        /**
         * Makes it.
         *
         * @param folder the trial's own, which need not exist
         */
        TrialNode start(Path folder) throws IOException, InterruptedException;
    }

    /** What it runs on, the limits that were got included. */
    Environment environment();

    /** Waits until clients can be served in the trial's configuration. */
    void awaitReady() throws IOException, InterruptedException;

    /** Knob to the proposed value where the node agrees, else to what the node says instead. */
    Map<String, Object> effective(Configuration proposed) throws IOException;

    /** Begins to watch what others use of the node's processors; empty where nobody can see it. */
    Optional<OtherLoad> others() throws IOException;

    /**
     * Runs YCSB against the node: a warm-up, then the measured part.
     *
     * @param folder for YCSB's files
     * @throws IOException with one line, if YCSB fails, or the node ends meanwhile
     */
    Driven drive(Ycsb ycsb, double readRatio, WarmUp warmUp, Duration measured, Path folder)
            throws IOException, InterruptedException;

    @Override
    void close() throws IOException;
}
