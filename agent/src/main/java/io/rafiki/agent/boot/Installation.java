package io.rafiki.agent.boot;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The unpacked distribution: the boot jar, {@code lib/} and {@code conf/}. */
final class Installation {

    private static final String[] LIBRARIES = {"core", "agent", "dl4j"};

    private final Path home;
    private final Path settings;

    private Installation(Path home, Path settings) {
        this.home = home;
        this.settings = settings;
    }

    /**
     * Finds the folder of the jar that contains a class.
     *
     * @param settings path of rafiki.yaml from the operator; null or empty for the one in conf/, if it exists
     */
    static Installation locate(Class<?> boot, String settings) throws IOException, URISyntaxException {
        Path jar = Paths.get(
                        boot.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toRealPath();
        Path home = jar.getParent();
        if (settings != null && !settings.isEmpty()) {
            return new Installation(home, Paths.get(settings).toAbsolutePath());
        }
        Path own = home.resolve("conf").resolve("rafiki.yaml");
        return new Installation(home, Files.isRegularFile(own) ? own : null);
    }

    Path home() {
        return home;
    }

    /** Path of rafiki.yaml, which need not exist; null if none was given and conf/ has none. */
    Path settings() {
        return settings;
    }

    String settingsText() {
        return settings == null ? "built in" : settings.toString();
    }

    /**
     * The jars of the isolated class path, in a fixed order. {@code lib/dl4j} is optional.
     *
     * @throws IOException if {@code lib/core} or {@code lib/agent} contains no jar
     */
    URL[] jars() throws IOException {
        List<URL> jars = new ArrayList<>();
        for (String library : LIBRARIES) {
            List<Path> found = jarsIn(home.resolve("lib").resolve(library));
            if (found.isEmpty() && !library.equals("dl4j")) {
                throw new IOException("expected jars in " + home.resolve("lib").resolve(library)
                        + ", found none. Install the whole folder, not the agent's jar alone");
            }
            for (Path jar : found) {
                jars.add(url(jar));
            }
        }
        return jars.toArray(new URL[0]);
    }

    private static List<Path> jarsIn(Path folder) throws IOException {
        List<Path> jars = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "*.jar")) {
                for (Path entry : entries) {
                    jars.add(entry);
                }
            }
        }
        Collections.sort(jars);
        return jars;
    }

    private static URL url(Path jar) throws MalformedURLException {
        return jar.toUri().toURL();
    }
}
