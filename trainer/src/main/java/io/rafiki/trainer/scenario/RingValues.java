package io.rafiki.trainer.scenario;

import io.rafiki.knob.NamedValues;
import io.rafiki.trainer.cassandra.JmxLogin;
import io.rafiki.trainer.cassandra.LocalRing;
import io.rafiki.trainer.cassandra.Reconnection;
import io.rafiki.trainer.operator.TunerConsole;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The present values of the knobs in a ring, as the tuners read them from their nodes.
 *
 * @param byNode value of each knob by the address of its node
 */
record RingValues(Map<String, Map<String, String>> byNode) {

    /** Asks all nodes. */
    static RingValues of(LocalRing ring) {
        Map<String, Map<String, String>> values = new LinkedHashMap<>();
        for (int number = 1; number <= ring.nodes().size(); number++) {
            Map<String, String> knobs = new LinkedHashMap<>();
            try (TunerConsole tuner = TunerConsole.connect(
                    "127.0.0.1", ring.nodes().get(number - 1).jmxPort(), JmxLogin.NONE, Reconnection.LONG)) {
                for (Object row : (List<?>) tuner.get("Knobs")) {
                    Map<?, ?> knob = (Map<?, ?>) row;
                    knobs.put(String.valueOf(knob.get("knob")), String.valueOf(knob.get("live")));
                }
            }
            values.put(LocalRing.address(number), knobs);
        }
        return new RingValues(values);
    }

    /** Whether each node has the values of a change. */
    boolean contain(String change) {
        Map<String, String> wanted = NamedValues.parse(change);
        return byNode.values().stream().allMatch(knobs -> wanted.entrySet().stream()
                .allMatch(value -> value.getValue().equals(knobs.get(value.getKey()))));
    }
}
