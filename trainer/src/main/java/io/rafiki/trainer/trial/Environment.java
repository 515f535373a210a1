package io.rafiki.trainer.trial;

import com.fasterxml.jackson.annotation.JsonAlias;
import io.rafiki.trainer.host.AppliedLimit;
import java.util.List;

/**
 * The environment of a trial.
 *
 * @param cores processors that the node's JVM detected at start; knob ranges depend on it
 * @param heapMiB heap of the node; knob ranges depend on it
 * @param memoryMiB memory limit of the node, including page cache; absent without a limit
 * @param memoryLimit mechanism of the limit ({@code cgroup v1}, {@code cgroup v2}), or the reason why there is none
 * @param reads limit of the node's disk reads per second; absent without a limit
 * @param readLimit mechanism of the limit, or the reason why there is none; absent in old trials, which had no limit
 * @param readAheadKiB read-ahead of the disk with the data; absent in old trials, and if it is unknown
 * @param readAheadLimit {@code disk} if the trial set it, or the reason why not; absent in old trials, which did not
 * @param cpuPercent limit of the node's processor time, in percent of one processor; absent without a limit
 * @param cpuLimit mechanism of the limit, or the reason why there is none; absent in old trials, which had no limit
 * @param nodeProcessors processors of the node in the syntax of {@code taskset}; {@code all} if not pinned
 * @param clientProcessors processors of YCSB
 * @param machineMiB memory of the machine
 * @param processor model name
 * @param system operating system and release
 * @param java JVM version of node and client
 * @param release release of Cassandra, such as {@code 5.0.9}, or of another system with its name, such as {@code Redis 7.0.15};
 *     {@code cassandra} in old trials
 * @param datastore origin of the node; absent in old trials, which were embedded
 * @param compiler {@code first} if the JIT compiler threads had a higher priority, otherwise the reason; absent in old trials, where they
 *     had not
 */
public record Environment(
        int cores,
        long heapMiB,
        Integer memoryMiB,
        String memoryLimit,
        Integer reads,
        String readLimit,
        Integer readAheadKiB,
        String readAheadLimit,
        Integer cpuPercent,
        String cpuLimit,
        String nodeProcessors,
        String clientProcessors,
        long machineMiB,
        String processor,
        String system,
        String java,
        @JsonAlias("cassandra") String release,
        String datastore,
        String compiler) {

    /** A line for each limit of the node that was requested and refused. */
    public List<String> refusedLimits() {
        return AppliedLimit.refusals(memoryLimit, readLimit, cpuLimit, readAheadLimit);
    }

    /** Whether both environments describe the same machine, as far as this can be detected. */
    public boolean sameMachine(Environment other) {
        return machine().equals(other.machine());
    }

    /** Whether both nodes had the same limits and the same thread priorities. */
    public boolean sameLimits(Environment other) {
        return limits().equals(other.limits());
    }

    /** {@code memory 1000 MiB, reads 3000/s, compiler first}; {@code unlimited} where there is no limit. */
    public String limits() {
        return "memory " + (memoryMiB == null ? "unlimited" : memoryMiB + " MiB") + ", reads "
                + (reads == null ? "unlimited" : reads + "/s")
                + (readAheadKiB == null ? "" : ", read-ahead " + readAheadKiB + " KiB")
                + (cpuPercent == null ? "" : ", processor time " + cpuPercent + " %") + ", compiler "
                + (compiler == null ? "as others" : compiler);
    }

    /** {@code AMD EPYC, 24105 MiB, Linux 6.1}. */
    public String machine() {
        return processor + ", " + machineMiB + " MiB, " + system;
    }

    /**
     * Whether one model can be trained on trials of both. Cores, heap and memory determine the knob ranges. Baselines do not correct for
     * other limits of disk reads or processor time, for another release, or for an installation with its own settings.
     */
    public boolean sameSize(Environment other) {
        return size().equals(other.size());
    }

    /** {@code 2 cores, a heap of 400 MiB, memory 1000 MiB, 3000 disk reads/s, release 5.0}. */
    public String size() {
        return cores + (cores == 1 ? " core" : " cores") + ", a heap of " + heapMiB + " MiB, memory "
                + (memoryMiB == null ? "without limit" : memoryMiB + " MiB")
                + (reads == null ? "" : ", " + reads + " disk reads/s")
                + (cpuPercent == null ? "" : ", " + cpuPercent + " % of a processor")
                + ", release " + line(String.valueOf(release))
                + (datastore == null || !datastore.contains(":")
                        ? ""
                        : ", datastore " + datastore.replaceFirst(":.*", ""));
    }

    /** A release without its last number. */
    private static String line(String release) {
        return release.replaceFirst("(\\d+\\.\\d+)\\.\\S*$", "$1");
    }

    /** A copy with this status of the compiler threads. */
    public Environment withCompiler(String said) {
        return new Environment(
                cores,
                heapMiB,
                memoryMiB,
                memoryLimit,
                reads,
                readLimit,
                readAheadKiB,
                readAheadLimit,
                cpuPercent,
                cpuLimit,
                nodeProcessors,
                clientProcessors,
                machineMiB,
                processor,
                system,
                java,
                release,
                datastore,
                said);
    }
}
