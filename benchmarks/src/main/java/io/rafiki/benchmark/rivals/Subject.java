package io.rafiki.benchmark.rivals;

import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import java.io.IOException;

/** What the trials of a tuner measure: a surface, or real nodes. */
public interface Subject {

    /**
     * Measures one trial.
     *
     * @return a measured or failed trial with its machine time
     * @throws IOException with one line, if no trial can be measured
     */
    Trial measure(PlannedTrial planned) throws IOException, InterruptedException;
}
