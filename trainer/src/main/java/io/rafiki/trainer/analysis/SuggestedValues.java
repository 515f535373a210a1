package io.rafiki.trainer.analysis;

import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A file with values of knobs that others suggest, such as those of {@code cassandra_latest.yaml}. */
public final class SuggestedValues {

    private SuggestedValues() {}

    /**
     * Reads a file. A value outside of a knob's range is replaced by the nearest limit.
     *
     * @param knobs with the ranges of a machine
     * @return knob to value, in the order of the file
     * @throws ConfigException with one line, if a knob is unknown or a value is invalid
     */
    public static Map<String, Object> read(Path path, KnobCatalogue knobs) throws ConfigException {
        return of(YamlSection.read(path), knobs);
    }

    static Map<String, Object> of(YamlSection file, KnobCatalogue knobs) throws ConfigException {
        Map<String, Object> values = new LinkedHashMap<>();
        for (String name : file.keys()) {
            if (!knobs.names().contains(name)) {
                throw file.refused(
                        name, "expected a knob of the catalogue of " + knobs.release() + ", found none of that name.");
            }
            Knob knob = knobs.entry(name).knob();
            String text = file.text(name);
            try {
                values.put(name, knob.value(code(knob, text)));
            } catch (IllegalArgumentException refused) {
                throw file.refused(name, refused.getMessage() + ".");
            }
        }
        return values;
    }

    private static double code(Knob knob, String text) {
        boolean number = !(knob instanceof CategoricalKnob) && text.matches("-?[0-9.]+");
        return number ? knob.repair(Double.parseDouble(text)) : knob.code(text);
    }
}
