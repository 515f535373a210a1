package io.rafiki.benchmark.rivals;

import io.rafiki.knob.Configuration;
import java.util.Map;

/**
 * Best practice: a configuration without trials.
 *
 * @param name one word
 * @param values knob to value; other knobs have their default
 */
record FixedTuner(String name, Map<String, String> values) implements Tuner {

    @Override
    public Configuration tune(TunerTrials trials, long seed) {
        return trials.space().configuration(values);
    }
}
