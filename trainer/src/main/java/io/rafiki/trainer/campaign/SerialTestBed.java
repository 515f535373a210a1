package io.rafiki.trainer.campaign;

import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;

/** A test bed that measures one trial after the other. */
interface SerialTestBed extends TestBed {

    /**
     * Measures one trial.
     *
     * @param floor throughput that a sustained trial must be able to reach, or it ends early
     */
    Trial measure(PlannedTrial trial, OptionalDouble floor) throws IOException, InterruptedException;

    @Override
    default void measure(List<NextTrial> trials, Listener listener) throws IOException, InterruptedException {
        for (NextTrial next : trials) {
            listener.begins(next);
            listener.ended(next, measure(next.trial(), next.floor()));
        }
    }
}
