package io.rafiki.trainer.trial;

import io.rafiki.knob.Configuration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A node during one trial. Each kind of datastore has its own, and everything else in a trial is the same. Closing it ends only
 * what belongs to the trial.
 */
public interface TrialNode extends AutoCloseable {

    /** Starts the node of a trial. */
    @FunctionalInterface
    interface Source {
        /**
         * Starts the node.
         *
         * @param folder folder of the trial, which need not exist
         */
        TrialNode start(Path folder) throws IOException, InterruptedException;
    }

    /** The environment of the node, including the limits that were applied. */
    Environment environment();

    /** Waits until the node serves clients with the trial's configuration. */
    void awaitReady() throws IOException, InterruptedException;

    /** Maps each knob to the proposed value if the node agrees, otherwise to the reported value. */
    Map<String, Object> effective(Configuration proposed) throws IOException;

    /** The load generator of the node. */
    LoadGenerator client();

    /** The process id of the node; empty if it can run on another machine. */
    OptionalLong pid();

    @Override
    void close() throws IOException;
}
