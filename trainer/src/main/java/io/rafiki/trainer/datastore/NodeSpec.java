package io.rafiki.trainer.datastore;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one node is started with.
 *
 * @param folder the node's own folder: {@code conf}, {@code data} and {@code node.log} lie in it
 * @param jars class path, as {@link CassandraJars} resolves it
 * @param heapMiB size of its heap, in MiB
 * @param cassandraYaml lines of cassandra.yaml over the trainer's own, by key
 * @param jvmArguments further arguments of the JVM, such as {@code -javaagent:...}
 * @param memory group that limits the node's memory, page cache included
 */
public record NodeSpec(
        Path folder,
        List<Path> jars,
        int heapMiB,
        Map<String, Object> cassandraYaml,
        List<String> jvmArguments,
        Optional<MemoryGroup> memory) {

    public NodeSpec {
        folder = folder.toAbsolutePath();
        jars = List.copyOf(jars);
        cassandraYaml = Map.copyOf(cassandraYaml);
        jvmArguments = List.copyOf(jvmArguments);
    }

    /** A node with the release's own defaults and no memory limit. */
    public static NodeSpec plain(Path folder, List<Path> jars, int heapMiB) {
        return new NodeSpec(folder, jars, heapMiB, Map.of(), List.of(), Optional.empty());
    }

    /** The same with these lines of cassandra.yaml in place. */
    public NodeSpec withYaml(Map<String, Object> lines) {
        Map<String, Object> all = new LinkedHashMap<>(cassandraYaml);
        all.putAll(lines);
        return new NodeSpec(folder, jars, heapMiB, all, jvmArguments, memory);
    }

    /** The same with these JVM arguments added. */
    public NodeSpec withArguments(List<String> more) {
        List<String> all = new ArrayList<>(jvmArguments);
        all.addAll(more);
        return new NodeSpec(folder, jars, heapMiB, cassandraYaml, all, memory);
    }

    /** The same inside of the memory group. */
    public NodeSpec within(Optional<MemoryGroup> group) {
        return new NodeSpec(folder, jars, heapMiB, cassandraYaml, jvmArguments, group);
    }
}
