package io.rafiki.trainer.campaign;

import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import java.io.IOException;
import java.util.List;

/** The test bed of a campaign. Closing it restores the original state, except for prepared data. */
interface TestBed extends AutoCloseable {

    /** Receives each trial at its begin and at its end, in the thread that measures. */
    interface Listener {

        /** The trial begins, or waits for a free machine. */
        void begins(NextTrial next);

        /**
         * The trial ended.
         *
         * @throws IOException with one line, if the campaign must stop
         * @throws InterruptedException if this JVM was asked to terminate
         */
        void ended(NextTrial next, Trial trial) throws IOException, InterruptedException;
    }

    /** The number of trials that it measures at the same time. */
    default int machines() {
        return 1;
    }

    /** The number of data sets to prepare before these trials. */
    int unprepared(List<PlannedTrial> trials) throws IOException;

    /** Prepares the data sets. */
    void prepare(List<PlannedTrial> trials) throws IOException, InterruptedException;

    /**
     * Measures each trial once. Every error of a trial becomes its status.
     *
     * @param listener receives the trials, in any order
     * @throws IOException with one line, if no further trial can be measured here
     */
    void measure(List<NextTrial> trials, Listener listener) throws IOException, InterruptedException;

    @Override
    void close() throws IOException;
}
