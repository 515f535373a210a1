package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.host.RequestedLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The start parameters of one node.
 *
 * @param folder the node's own folder, which contains {@code conf}, {@code data} and {@code node.log}
 * @param heapMiB heap size in MiB
 * @param cassandraYaml cassandra.yaml values that override the trainer's
 * @param jvmArguments further JVM arguments, such as {@code -javaagent:...}
 * @param limits limits of its resources
 */
public record NodeSpec(
        Path folder,
        int heapMiB,
        Map<String, Object> cassandraYaml,
        List<String> jvmArguments,
        RequestedLimits limits) {

    public NodeSpec {
        folder = folder.toAbsolutePath();
        cassandraYaml = Map.copyOf(cassandraYaml);
        jvmArguments = List.copyOf(jvmArguments);
    }

    /** A node with the release's defaults and without limits. */
    public static NodeSpec plain(Path folder, int heapMiB) {
        return new NodeSpec(folder, heapMiB, Map.of(), List.of(), RequestedLimits.NONE);
    }

    /** A copy with additional cassandra.yaml values. */
    public NodeSpec withYaml(Map<String, Object> lines) {
        Map<String, Object> all = new LinkedHashMap<>(cassandraYaml);
        all.putAll(lines);
        return new NodeSpec(folder, heapMiB, all, jvmArguments, limits);
    }

    /** A copy with additional JVM arguments. */
    public NodeSpec withArguments(List<String> more) {
        List<String> all = new ArrayList<>(jvmArguments);
        all.addAll(more);
        return new NodeSpec(folder, heapMiB, cassandraYaml, all, limits);
    }

    /** A copy with these limits. */
    public NodeSpec within(RequestedLimits asked) {
        return new NodeSpec(folder, heapMiB, cassandraYaml, jvmArguments, asked);
    }
}
