package io.rafiki.benchmark.rivals;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import java.util.Map;
import java.util.Optional;

/**
 * Best practice: a configuration without trials.
 *
 * @param name one word
 * @param values knob to value; other knobs have their default
 */
record FixedTuner(String name, Map<String, String> values) implements Tuner {

    @Override
    public Optional<String> lacking(KnobSpace space) {
        try {
            space.configuration(values);
            return Optional.empty();
        } catch (IllegalArgumentException invalid) {
            return Optional.of(name + ": " + invalid.getMessage() + ".");
        }
    }

    @Override
    public Configuration tune(TunerTrials trials, long seed) {
        return trials.space().configuration(values);
    }
}
