package io.rafiki.benchmark.rivals;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import java.io.IOException;
import java.util.Optional;

/** A method that chooses a configuration by trials. */
public interface Tuner {

    /** One word, as in the result. */
    String name();

    /** The least number of trials with which it can run. */
    default int fewestTrials() {
        return 1;
    }

    /** What it needs and this machine does not have, as one line; empty if it can run. */
    default Optional<String> missing() throws IOException, InterruptedException {
        return Optional.empty();
    }

    /** The values that it needs and the knobs do not have, as one line; empty if it can tune them. */
    default Optional<String> lacking(KnobSpace space) {
        return Optional.empty();
    }

    /**
     * Chooses a configuration. Equal seeds and equal results of trials give the same trials.
     *
     * @param trials runs each trial; their budget is the tuner's
     * @throws IOException with one line, if the tuner cannot run
     */
    Configuration tune(TunerTrials trials, long seed) throws IOException, InterruptedException;
}
