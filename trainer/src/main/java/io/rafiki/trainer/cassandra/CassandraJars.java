package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.host.FileTrees;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The class path of a Cassandra node. Maven resolves it from the single dependency {@code cassandra-all}; a file caches the result.
 *
 * <p>Maven first runs offline, so a warm repository is enough.
 */
public final class CassandraJars {

    /** The default release of plans. */
    public static final String DEFAULT_VERSION = "5.0.9";

    private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";
    private static final long PATIENCE_MINUTES = 10;

    private final Path cache;

    /** @param cache folder of the cached class path; created if missing */
    public CassandraJars(Path cache) {
        this.cache = cache;
    }

    /**
     * Resolves the jars. All of them exist.
     *
     * @throws DatastoreException with Maven's last error line, if resolution fails
     */
    public List<Path> resolve(String version) throws IOException, InterruptedException {
        Files.createDirectories(cache);
        Path remembered = cached(version);
        Optional<List<Path>> jars = read(remembered);
        if (jars.isPresent()) {
            return jars.get();
        }
        Path folder = Files.createTempDirectory(cache, "resolve");
        try {
            Path pom = folder.resolve("pom.xml");
            Files.writeString(pom, pom(version));
            Path found = folder.resolve("classpath");
            Path log = cache.resolve("cassandra-" + version + ".log");
            if (!maven(pom, found, log, true) && !maven(pom, found, log, false)) {
                throw new DatastoreException(
                        "cassandra-all " + version + ": expected Maven to resolve its jars, found: " + lastError(log)
                                + " Check the network or Maven's settings; all of its output is in " + log + ".");
            }
            Files.move(found, remembered, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            FileTrees.delete(folder);
        }
        return read(remembered)
                .orElseThrow(() -> new DatastoreException("cassandra-all " + version + ": expected existing jars in "
                        + remembered + ", found missing ones. Delete it and try again."));
    }

    /** Whether the cached class path is complete, so that Maven is not needed. */
    public boolean areResolved(String version) throws IOException {
        return read(cached(version)).isPresent();
    }

    private Path cached(String version) {
        return cache.resolve("cassandra-" + version + ".classpath");
    }

    /** The jamm jar. A node loads it as an agent to measure its memtables. */
    static Optional<Path> jamm(List<Path> jars) {
        return jars.stream()
                .filter(jar -> jar.getFileName().toString().startsWith("jamm-"))
                .findFirst();
    }

    private static Optional<List<Path>> read(Path remembered) throws IOException {
        if (!Files.exists(remembered)) {
            return Optional.empty();
        }
        List<Path> jars = new ArrayList<>();
        for (String jar : Files.readString(remembered).strip().split(File.pathSeparator, -1)) {
            jars.add(Path.of(jar));
        }
        boolean whole = jars.stream().allMatch(Files::isRegularFile)
                && jars.stream().anyMatch(jar -> jar.getFileName().toString().startsWith("cassandra-all-"));
        return whole ? Optional.of(jars) : Optional.empty();
    }

    private static boolean maven(Path pom, Path output, Path log, boolean offline)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-q", "-f", pom.toString()));
        if (offline) {
            command.add("-o");
        }
        command.add(PLUGIN);
        command.add("-Dmdep.outputFile=" + output);
        Process maven;
        try {
            maven = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException noMaven) {
            throw new DatastoreException(
                    "mvn: expected Maven 3.8 or newer on the PATH to fetch Cassandra's jars, found none. Install it.",
                    noMaven);
        }
        if (!maven.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
            maven.destroyForcibly();
            return false;
        }
        return maven.exitValue() == 0 && Files.exists(output);
    }

    private static String lastError(Path log) throws IOException {
        return Files.readAllLines(log, StandardCharsets.UTF_8).stream()
                .filter(line -> line.startsWith("[ERROR]"))
                .findFirst()
                .orElse("nothing in its output");
    }

    private static String pom(String version) throws IOException {
        try (InputStream template = CassandraJars.class.getResourceAsStream("cassandra.xml")) {
            return new String(template.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("<version>VERSION<", "<version>" + version + "<");
        }
    }
}
