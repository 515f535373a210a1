package io.rafiki.trainer.drive;

import io.rafiki.trainer.datastore.Layout;
import io.rafiki.trainer.trial.Pinning;
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
public record Contender(
        String name,
        Layout layout,
        Map<String, Object> cassandraYaml,
        Optional<AgentSettings> agent,
        boolean watched,
        Optional<Supplier<Pinning>> places) {

    public Contender {
        cassandraYaml = Map.copyOf(cassandraYaml);
    }

    /** A node without the agent, left to itself. */
    public Contender(String name, Layout layout, Map<String, Object> cassandraYaml) {
        this(name, layout, cassandraYaml, Optional.empty(), false, Optional.empty());
    }

    /** A node at its defaults. */
    public static Contender standard() {
        return new Contender("default", Layout.USUAL, Map.of());
    }

    /** A node at its defaults with the agent in it, left to itself. */
    public static Contender unwatched(String name, AgentSettings agent) {
        return new Contender(name, Layout.USUAL, Map.of(), Optional.of(agent), false, Optional.empty());
    }

    /** A node at its defaults with the agent in it. */
    public static Contender with(String name, AgentSettings agent) {
        return new Contender(name, Layout.USUAL, Map.of(), Optional.of(agent), true, Optional.empty());
    }

    /** The same on other processors. */
    public Contender at(Supplier<Pinning> where) {
        return new Contender(name, layout, cassandraYaml, agent, watched, Optional.of(where));
    }
}
