package io.rafiki.trainer.trial;

/**
 * What a trial ran on.
 *
 * @param cores processors that the node's JVM saw at its start; ranges of knobs depend on it
 * @param heapMiB the node's heap; ranges of knobs depend on it
 * @param memoryMiB limit on the node's memory, page cache included; absent if there was none
 * @param memoryLimit how it was limited ({@code cgroup v1}, {@code cgroup v2}), or why it was not
 * @param nodeProcessors on which the node ran, as {@code taskset} writes them; {@code all} if not pinned
 * @param clientProcessors on which YCSB ran
 * @param machineMiB memory of the machine
 * @param processor model name
 * @param system operating system and release
 * @param java version of the JVM of node and client
 * @param cassandra release
 * @param datastore where the node came from; absent in old trials, which were embedded
 */
public record Environment(
        int cores,
        long heapMiB,
        Integer memoryMiB,
        String memoryLimit,
        String nodeProcessors,
        String clientProcessors,
        long machineMiB,
        String processor,
        String system,
        String java,
        String cassandra,
        String datastore) {}
