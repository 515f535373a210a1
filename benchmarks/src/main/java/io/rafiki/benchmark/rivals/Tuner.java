package io.rafiki.benchmark.rivals;

import io.rafiki.knob.Configuration;
import java.io.IOException;

/** A method that chooses a configuration by trials. */
public interface Tuner {

    /** One word, as in the result. */
    String name();

    /** The least number of trials with which it can run. */
    default int fewestTrials() {
        return 1;
    }

    /**
     * Chooses a configuration. Equal seeds and equal results of trials give the same trials.
     *
     * @param trials runs each trial; their budget is the tuner's
     * @throws IOException with one line, if the tuner cannot run
     */
    Configuration tune(TunerTrials trials, long seed) throws IOException, InterruptedException;
}
