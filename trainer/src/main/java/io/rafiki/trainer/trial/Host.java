package io.rafiki.trainer.trial;

import io.rafiki.trainer.datastore.Cassandra;
import io.rafiki.trainer.datastore.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
