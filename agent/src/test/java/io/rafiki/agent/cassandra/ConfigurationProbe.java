package io.rafiki.agent.cassandra;

import java.util.Map;
import java.util.TreeMap;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.config.Properties;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.schema.TableParams;
import org.yaml.snakeyaml.introspector.Property;

/**
 * Reads cassandra.yaml as a node does at its start, and parses CREATE TABLE statements as it does; a JVM of its own, because Cassandra
 * reads its configuration once. Prints what it understood: {@code name=value} of each setting, as {@code system_views.settings} shows
 * it, and for each statement its compression, caching and compaction.
 */
final class ConfigurationProbe {

    private ConfigurationProbe() {}

    /**
     * Reads and prints.
     *
     * @param statements CREATE TABLE statements
     */
    public static void main(String[] statements) {
        DatabaseDescriptor.daemonInitialization();
        Config config = DatabaseDescriptor.getRawConfig();
        Map<String, Property> properties =
                new TreeMap<>(Properties.defaultLoader().flatten(Config.class));
        properties.forEach((name, property) -> System.out.println(name + "=" + property.get(config)));
        for (String statement : statements) {
            TableParams params = CreateTableStatement.parse(statement, "ks").build().params;
            System.out.println(statement + " => " + params.compression.asMap() + params.caching.asMap()
                    + params.compaction.asMap() + params.memtable.factory());
        }
        System.exit(0);
    }
}
