package io.rafiki.trainer.scenario;

import io.rafiki.knob.NamedValues;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a tuner has counted, and what it had the node run.
 *
 * @param decisions holds included
 * @param applied configurations that were applied
 * @param readBackFailures writes whose value was not read back
 * @param settings the node's configurations in order, the one of the start first
 */
public record TunerCounters(long decisions, long applied, long readBackFailures, List<Setting> settings) {

    /**
     * A configuration of the node.
     *
     * @param second from which on it held
     * @param knobs name to value, as the node says it
     */
    public record Setting(double second, Map<String, String> knobs) {
        public Setting {
            knobs = Map.copyOf(knobs);
        }
    }

    public TunerCounters {
        settings = List.copyOf(settings);
    }

    /** What the node runs in a second, as far as it differs from what it started with; {@code default} if it does not. */
    public String differing(double second) {
        Map<String, String> start = settings.get(0).knobs();
        Map<String, String> now = settings.stream()
                .filter(setting -> setting.second() <= second)
                .reduce((earlier, later) -> later)
                .orElse(settings.get(0))
                .knobs();
        return NamedValues.text(NamedValues.differingFrom(start, new TreeMap<>(now)));
    }
}
