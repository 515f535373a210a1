package io.rafiki.benchmark.rivals;

import io.rafiki.knob.Configuration;
import java.io.IOException;

/** A method that chooses a configuration by trials. */
public interface Tuner {

    /** One word, as in the result. */
    String name();

    /**
     * Chooses a configuration.
     *
     * @param trials runs each trial; their budget is the tuner's
     * @throws IOException with one line, if the tuner cannot run
     */
    Configuration tune(SurfaceTrials trials, long seed) throws IOException, InterruptedException;
}
