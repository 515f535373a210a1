package io.rafiki.trainer.cassandra;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.rafiki.trainer.host.DatastoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An installed Cassandra distribution: {@code lib/*.jar} and, where present, cassandra.yaml and the JVM options in {@code conf}.
 *
 * <p>All lines of cassandra.yaml apply, except the node's address and its directories. All JVM options apply, except the heap size. The
 * shell scripts in {@code bin} and {@code conf} are not run, because they derive the heap size from the machine.
 */
final class InstalledCassandra {

    /** The distribution and Maven name the jar differently. */
    private static final Pattern RELEASE = Pattern.compile("(?:apache-cassandra|cassandra-all)-(\\d[\\w.+-]*)\\.jar");

    private static final List<String> OPTIONS = List.of("jvm-server.options", "jvm17-server.options");

    /** Keys that conflict with a single node on 127.0.0.1. */
    private static final List<String> ELSEWHERE = List.of(
            "listen_interface",
            "rpc_interface",
            "broadcast_address",
            "broadcast_rpc_address",
            "initial_token",
            "allocate_tokens_for_keyspace",
            "allocate_tokens_for_local_replication_factor",
            "local_system_data_file_directory");

    private InstalledCassandra() {}

    /**
     * Reads the distribution.
     *
     * @throws DatastoreException with one line, if the folder contains no Cassandra distribution
     */
    static LocalCassandra read(Path home) throws IOException {
        Path lib = home.toAbsolutePath().resolve("lib");
        List<Path> jars = List.of();
        if (Files.isDirectory(lib)) {
            try (Stream<Path> files = Files.list(lib)) {
                jars = files.filter(file -> file.toString().endsWith(".jar"))
                        .sorted()
                        .toList();
            }
        }
        String version = release(jars.stream().map(jar -> jar.getFileName().toString()))
                .orElseThrow(() -> new DatastoreException("home:" + home
                        + ": expected an installed Cassandra with apache-cassandra-VERSION.jar in its lib folder, found none."
                        + " Give its CASSANDRA_HOME."));
        Path conf = home.toAbsolutePath().resolve("conf");
        return new LocalCassandra("home:" + home, version, jars, flags(conf), yaml(conf.resolve("cassandra.yaml")));
    }

    /** The release number, taken from the names of the jars. */
    static Optional<String> release(Stream<String> jars) {
        return jars.map(RELEASE::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .findFirst();
    }

    private static List<String> flags(Path conf) throws IOException {
        List<String> flags = new ArrayList<>();
        for (String name : OPTIONS) {
            Path file = conf.resolve(name);
            if (!Files.exists(file)) {
                return JvmFlags.all();
            }
            Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(line -> line.startsWith("-") && !line.matches("-Xm[sxn].*"))
                    .forEach(flags::add);
        }
        return flags;
    }

    private static Map<String, Object> yaml(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Map.of();
        }
        try {
            Map<String, Object> lines = new LinkedHashMap<>();
            new YAMLMapper()
                    .readValue(file.toFile(), new TypeReference<LinkedHashMap<String, Object>>() {})
                    .forEach((key, value) -> {
                        if (value != null && !ELSEWHERE.contains(key)) {
                            lines.put(key, value);
                        }
                    });
            return lines;
        } catch (JacksonException damaged) {
            throw new DatastoreException(
                    file + ": expected Cassandra's settings, found " + damaged.getOriginalMessage() + ". Correct it.",
                    damaged);
        }
    }
}
