package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.trial.CompactionSource;
import io.rafiki.trainer.trial.LoadTarget;
import io.rafiki.trainer.trial.NodeActivity;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A Cassandra node under load. Its table exists.
 *
 * @param node node under load
 */
record CassandraTarget(Node node) implements LoadTarget {

    @Override
    public Optional<String> end() {
        return node.end();
    }

    @Override
    public Map<String, String> properties() throws IOException {
        Map<String, String> properties = new LinkedHashMap<>(DataLoader.client(node));
        properties.put("cassandra.create", "false");
        return properties;
    }

    @Override
    public NodeActivity activity() throws IOException {
        return node.activity();
    }

    @Override
    public CompactionSource compactions() throws IOException {
        return new JmxCompactions(node.management());
    }
}
