package io.rafiki.trainer.scenario;

import io.rafiki.trainer.cassandra.Layout;
import io.rafiki.trainer.trial.CpuPinning;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A node that is driven: what it starts with.
 *
 * @param name in reports, and of its folder and log
 * @param layout of its data
 * @param cassandraYaml lines of its cassandra.yaml beside the campaign's own
 * @param agent the agent's settings; empty for a node without it
 * @param watched whether what the tuner does is followed, over JMX, which costs the node a little
 * @param places the processors of node and client, at any moment; empty for those of the campaign
 */
public record Variant(
        String name,
        Layout layout,
        Map<String, Object> cassandraYaml,
        Optional<AgentSettings> agent,
        boolean watched,
        Optional<Supplier<CpuPinning>> places) {

    public Variant {
        cassandraYaml = Map.copyOf(cassandraYaml);
    }

    /** A node without the agent, left to itself. */
    public Variant(String name, Layout layout, Map<String, Object> cassandraYaml) {
        this(name, layout, cassandraYaml, Optional.empty(), false, Optional.empty());
    }

    /** A node at its defaults. */
    public static Variant standard() {
        return new Variant("default", Layout.USUAL, Map.of());
    }

    /** A node at its defaults with the agent in it, left to itself. */
    public static Variant unwatched(String name, AgentSettings agent) {
        return new Variant(name, Layout.USUAL, Map.of(), Optional.of(agent), false, Optional.empty());
    }

    /** A node at its defaults with the agent in it. */
    public static Variant with(String name, AgentSettings agent) {
        return new Variant(name, Layout.USUAL, Map.of(), Optional.of(agent), true, Optional.empty());
    }

    /** The same on other processors. */
    public Variant at(Supplier<CpuPinning> where) {
        return new Variant(name, layout, cassandraYaml, agent, watched, Optional.of(where));
    }
}
