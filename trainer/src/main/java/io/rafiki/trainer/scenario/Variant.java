package io.rafiki.trainer.scenario;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.NamedValues;
import io.rafiki.trainer.cassandra.Layout;
import io.rafiki.trainer.trial.CpuPinning;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A node that follows a schedule: its configuration at the start.
 *
 * @param name in reports, and of its folder and log
 * @param configuration what differs from the baseline
 * @param layout of its data
 * @param cassandraYaml lines of its cassandra.yaml in addition to those of the campaign
 * @param agent the agent's settings; empty for a node without it
 * @param watched whether the tuner's events are followed over JMX, which costs the node a little
 * @param places the processors of node and client, at any moment; empty for those of the campaign
 */
public record Variant(
        String name,
        String configuration,
        Layout layout,
        Map<String, Object> cassandraYaml,
        Optional<AgentSettings> agent,
        boolean watched,
        Optional<Supplier<CpuPinning>> places) {

    /** The name of the node with the baseline configuration. */
    public static final String BASELINE = "baseline";

    public Variant {
        cassandraYaml = Map.copyOf(cassandraYaml);
    }

    /** A node without the agent. */
    public static Variant fixed(String name, String configuration, Layout layout, Map<String, Object> cassandraYaml) {
        return new Variant(name, configuration, layout, cassandraYaml, Optional.empty(), false, Optional.empty());
    }

    /** A node with the baseline configuration. */
    public static Variant baseline() {
        return fixed(BASELINE, BASELINE, Layout.USUAL, Map.of());
    }

    /** A node with the agent, whose tuner is followed. */
    public static Variant tuned(AgentSettings agent) {
        return with("tuned", agent, true);
    }

    /** A node that starts with the baseline configuration and the agent. */
    public static Variant with(String name, AgentSettings agent, boolean watched) {
        return new Variant(name, BASELINE, Layout.USUAL, Map.of(), Optional.of(agent), watched, Optional.empty());
    }

    /**
     * What differs from the baseline, as text.
     *
     * @param skipped knobs whose values are assumed; they are left out
     */
    public static String differences(Configuration configuration, Set<String> skipped) {
        Map<String, Object> values =
                NamedValues.differingFrom(configuration.space().defaults().toMap(), configuration.toMap());
        values.keySet().removeAll(skipped);
        return differences(values);
    }

    /** Values that differ from the baseline, as text; {@link #BASELINE} without one. */
    static String differences(Map<String, ?> values) {
        return values.isEmpty() ? BASELINE : NamedValues.text(values);
    }

    /** The same with another name. */
    Variant named(String other) {
        return new Variant(other, configuration, layout, cassandraYaml, agent, watched, places);
    }

    /** The same on other processors. */
    public Variant at(Supplier<CpuPinning> where) {
        return new Variant(name, configuration, layout, cassandraYaml, agent, watched, Optional.of(where));
    }
}
