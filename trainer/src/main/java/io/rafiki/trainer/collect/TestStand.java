package io.rafiki.trainer.collect;

import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import java.io.IOException;
import java.util.List;

/** Where trials are measured. Closing it leaves everything as it was found, but for prepared data. */
interface TestStand extends AutoCloseable {

    /** How many data sets must be made before these trials can be measured. */
    int unprepared(List<PlannedTrial> trials) throws IOException;

    /** Makes them. */
    void prepare(List<PlannedTrial> trials) throws IOException, InterruptedException;

    /**
     * Measures one trial; whatever goes wrong with it is its status.
     *
     * @throws IOException with one line, if no trial can be measured here any more
     */
    Trial measure(PlannedTrial trial) throws IOException, InterruptedException;

    @Override
    void close() throws IOException;
}
