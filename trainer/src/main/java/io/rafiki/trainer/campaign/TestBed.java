package io.rafiki.trainer.campaign;

import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;

/** The test bed of a campaign. Closing it restores the original state, except for prepared data. */
interface TestBed extends AutoCloseable {

    /** The number of data sets to prepare before these trials. */
    int unprepared(List<PlannedTrial> trials) throws IOException;

    /** Prepares the data sets. */
    void prepare(List<PlannedTrial> trials) throws IOException, InterruptedException;

    /**
     * Measures one trial. Every error becomes its status.
     *
     * @param floor throughput that a sustained trial must be able to reach, or it ends early
     * @throws IOException with one line, if no further trial can be measured here
     */
    Trial measure(PlannedTrial trial, OptionalDouble floor) throws IOException, InterruptedException;

    @Override
    void close() throws IOException;
}
