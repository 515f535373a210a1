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
 * @param heapMiB size of its heap, in MiB
 * @param cassandraYaml lines of cassandra.yaml over the trainer's own, by key
 * @param jvmArguments further arguments of the JVM, such as {@code -javaagent:...}
 * @param memoryMiB limit on the node's memory, page cache included, in MiB
 * @param reads limit on its reads from the disk of its folder, a second
 */
public record NodeSpec(
        Path folder,
        int heapMiB,
        Map<String, Object> cassandraYaml,
        List<String> jvmArguments,
        Optional<Integer> memoryMiB,
        Optional<Integer> reads) {

    public NodeSpec {
        folder = folder.toAbsolutePath();
        cassandraYaml = Map.copyOf(cassandraYaml);
        jvmArguments = List.copyOf(jvmArguments);
    }

    /** A node with the release's own defaults and no limits. */
    public static NodeSpec plain(Path folder, int heapMiB) {
        return new NodeSpec(folder, heapMiB, Map.of(), List.of(), Optional.empty(), Optional.empty());
    }

    /** The same with these lines of cassandra.yaml in place. */
    public NodeSpec withYaml(Map<String, Object> lines) {
        Map<String, Object> all = new LinkedHashMap<>(cassandraYaml);
        all.putAll(lines);
        return new NodeSpec(folder, heapMiB, all, jvmArguments, memoryMiB, reads);
    }

    /** The same with these JVM arguments added. */
    public NodeSpec withArguments(List<String> more) {
        List<String> all = new ArrayList<>(jvmArguments);
        all.addAll(more);
        return new NodeSpec(folder, heapMiB, cassandraYaml, all, memoryMiB, reads);
    }

    /** The same within these limits. */
    public NodeSpec within(Optional<Integer> mebibytes, Optional<Integer> readsPerSecond) {
        return new NodeSpec(folder, heapMiB, cassandraYaml, jvmArguments, mebibytes, readsPerSecond);
    }
}
