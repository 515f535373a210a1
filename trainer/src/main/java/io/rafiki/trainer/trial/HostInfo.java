package io.rafiki.trainer.trial;

import io.rafiki.trainer.host.NodeLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The facts about this machine that a trial's environment records. */
public final class HostInfo {

    private HostInfo() {}

    /**
     * The environment of a node on this machine.
     *
     * @param readAheadKiB read-ahead of the disk with the data; empty if it is unknown or not used
     * @param java version of the JVM of node and client
     * @param release release of the node
     * @param origin origin of the node, in the syntax of {@code --datastore}
     */
    public static Environment environment(
            TrialConditions conditions,
            CpuPinning pinning,
            NodeLimits limits,
            Optional<Integer> readAheadKiB,
            String java,
            String release,
            String origin) {
        boolean isCpuLimited = limits.cpu().amount().isPresent();
        return new Environment(
                isCpuLimited ? conditions.processors() : Runtime.getRuntime().availableProcessors(),
                conditions.heapMiB(),
                limits.memory().amount().orElse(null),
                limits.memory().kind(),
                limits.reads().amount().orElse(null),
                limits.reads().kind(),
                readAheadKiB.orElse(null),
                limits.readAhead().kind(),
                limits.cpu().amount().orElse(null),
                limits.cpu().kind(),
                pinning.node().orElse("all"),
                pinning.client().orElse("all"),
                memoryMiB(),
                field("/proc/cpuinfo", "model name", "unknown"),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                java,
                release,
                origin,
                null);
    }

    /** The name of this machine. */
    static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException noSuchSystem) {
            return "unknown";
        }
    }

    /** The numbers of the processors that this process can use, as many as the JVM counts. */
    static List<Integer> processors() {
        return allowed().stream()
                .limit(Runtime.getRuntime().availableProcessors())
                .toList();
    }

    /** All processors in the process's affinity mask. There are more than the JVM counts if a CPU quota applies. */
    static List<Integer> allowed() {
        int count = Runtime.getRuntime().availableProcessors();
        return numbers(field("/proc/self/status", "Cpus_allowed_list", "0-" + (count - 1)));
    }

    /** Parses a list such as {@code 0-2,6}. */
    static List<Integer> numbers(String list) {
        return Arrays.stream(list.split(",", -1))
                .map(range -> range.split("-", -1))
                .flatMap(ends -> IntStream.rangeClosed(
                                Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                        .boxed())
                .toList();
    }

    private static long memoryMiB() {
        String kib = field("/proc/meminfo", "MemTotal", "0").replaceAll("\\D", "");
        return Long.parseLong(kib) / 1024;
    }

    private static String field(String file, String name, String fallback) {
        try {
            return Files.readAllLines(Path.of(file)).stream()
                    .filter(line -> line.startsWith(name) && line.contains(":"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(fallback);
        } catch (IOException noSuchSystem) {
            return fallback;
        }
    }
}
