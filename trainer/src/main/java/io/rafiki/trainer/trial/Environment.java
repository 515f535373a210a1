package io.rafiki.trainer.trial;

import java.util.Objects;

/**
 * What a trial ran on.
 *
 * @param cores processors that the node's JVM saw at its start; ranges of knobs depend on it
 * @param heapMiB the node's heap; ranges of knobs depend on it
 * @param memoryMiB limit on the node's memory, page cache included; absent if there was none
 * @param memoryLimit how it was limited ({@code cgroup v1}, {@code cgroup v2}), or why it was not
 * @param reads limit on the node's reads from its disk, a second; absent if there was none
 * @param readLimit how they were limited, or why they were not; absent in old trials, where they were not
 * @param nodeProcessors on which the node ran, as {@code taskset} writes them; {@code all} if not pinned
 * @param clientProcessors on which YCSB ran
 * @param machineMiB memory of the machine
 * @param processor model name
 * @param system operating system and release
 * @param java version of the JVM of node and client
 * @param cassandra release
 * @param datastore where the node came from; absent in old trials, which were embedded
 * @param compiler whether the threads of the node's JVM that compile ran before all others ({@code first}), or why not; absent in old
 *     trials, where they did not
 */
public record Environment(
        int cores,
        long heapMiB,
        Integer memoryMiB,
        String memoryLimit,
        Integer reads,
        String readLimit,
        String nodeProcessors,
        String clientProcessors,
        long machineMiB,
        String processor,
        String system,
        String java,
        String cassandra,
        String datastore,
        String compiler) {

    /** Whether the other is of the same machine, as far as can be told. */
    public boolean sameMachine(Environment other) {
        return machine().equals(other.machine());
    }

    /** Whether the other's node had the same limits and the same threads before it. */
    public boolean sameLimits(Environment other) {
        return limits().equals(other.limits());
    }

    /** {@code memory 1000 MiB, reads 3000/s, compiler first}; {@code unlimited} where there is no limit. */
    public String limits() {
        return "memory " + (memoryMiB == null ? "unlimited" : memoryMiB + " MiB") + ", reads "
                + (reads == null ? "unlimited" : reads + "/s") + ", compiler "
                + (compiler == null ? "as others" : compiler);
    }

    /** {@code AMD EPYC, 24105 MiB, Linux 6.1}. */
    public String machine() {
        return processor + ", " + machineMiB + " MiB, " + system;
    }

    /** Whether one model can be trained on trials of both: ranges of knobs follow from cores, heap and memory. */
    public boolean sameSize(Environment other) {
        return cores == other.cores && heapMiB == other.heapMiB && Objects.equals(memoryMiB, other.memoryMiB);
    }

    /** {@code 2 cores, a heap of 400 MiB, memory 1000 MiB}. */
    public String size() {
        return cores + (cores == 1 ? " core" : " cores") + ", a heap of " + heapMiB + " MiB, memory "
                + (memoryMiB == null ? "without limit" : memoryMiB + " MiB");
    }

    /** The same, with this said of the threads that compile. */
    Environment withCompiler(String said) {
        return new Environment(
                cores,
                heapMiB,
                memoryMiB,
                memoryLimit,
                reads,
                readLimit,
                nodeProcessors,
                clientProcessors,
                machineMiB,
                processor,
                system,
                java,
                cassandra,
                datastore,
                said);
    }
}
