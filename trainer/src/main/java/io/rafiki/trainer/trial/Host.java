package io.rafiki.trainer.trial;

import io.rafiki.trainer.datastore.Cassandra;
import io.rafiki.trainer.datastore.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** This machine, as far as a trial's environment names it. */
final class Host {

    private Host() {}

    static Environment environment(Conditions conditions, Pinning pinning, Limits limits, Cassandra cassandra) {
        return new Environment(
                Runtime.getRuntime().availableProcessors(),
                conditions.heapMiB(),
                limits.memory().amount().orElse(null),
                limits.memory().kind(),
                limits.reads().amount().orElse(null),
                limits.reads().kind(),
                pinning.node().orElse("all"),
                pinning.client().orElse("all"),
                memoryMiB(),
                field("/proc/cpuinfo", "model name", "unknown"),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                cassandra.java(),
                cassandra.version(),
                cassandra.origin(),
                null);
    }

    /** The kernel's numbers of the processors that this process may use, as many as the JVM counts. */
    static List<Integer> processors() {
        return allowed().stream()
                .limit(Runtime.getRuntime().availableProcessors())
                .toList();
    }

    /** All on which the kernel may put this process; more than the JVM counts where its time on them is limited. */
    static List<Integer> allowed() {
        int count = Runtime.getRuntime().availableProcessors();
        return numbers(field("/proc/self/status", "Cpus_allowed_list", "0-" + (count - 1)));
    }

    /** {@code 0-2,6} as the kernel writes it. */
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
