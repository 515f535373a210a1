package io.rafiki.agent.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.config.Properties;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.db.compaction.unified.Controller;
import org.apache.cassandra.schema.TableParams;
import org.yaml.snakeyaml.introspector.Property;

/**
 * Reads cassandra.yaml as a node does at its start, and parses CREATE TABLE statements as it does; a JVM of its own, because Cassandra
 * reads its configuration once. Prints what it understood: {@code name=value} of each setting, as {@code system_views.settings} shows
 * it, and for each statement its compression, caching and compaction. With {@code flush_size_override}, it prints the levels of the unified
 * strategy too.
 */
final class ConfigurationProbe {

    private static final int LEVELS = 5;

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
            if (params.compaction.options().containsKey("flush_size_override")) {
                System.out.println(levels(params.compaction.options()));
            }
        }
        System.exit(0);
    }

    /** Scaling parameter, size of a flush, number of files from which a level is compacted, and limits of the first levels. */
    private static String levels(Map<String, String> options) {
        Controller controller = Controller.fromOptions(null, options);
        List<Object> facts = new ArrayList<>(
                List.of(options.get("scaling_parameters"), controller.getFlushSizeBytes(), controller.getThreshold(0)));
        double limit = controller.getBaseSstableSize(controller.getFanout(0));
        for (int level = 0; level < LEVELS; level++) {
            limit = controller.getMaxLevelDensity(level, limit);
            facts.add((long) limit);
        }
        return "levels " + facts.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }
}
