package io.rafiki;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The folder that an operator installs, as the build assembled it. */
final class Distribution {

    private static final Path HOME =
            Path.of(System.getProperty("rafiki.home")).toAbsolutePath().normalize();

    private Distribution() {}

    static Path file(String name) {
        return HOME.resolve(name);
    }

    static Path agentJar() {
        return file("rafiki-agent.jar");
    }

    /** The class path of the trainer. */
    static String classPath() {
        return Command.classPath(List.of(file("lib/trainer/*"), file("lib/core/*"), file("lib/dl4j/*")));
    }

    /** Whether one of its jars has the class. */
    static boolean holds(String className) throws IOException {
        String entry = className.replace('.', '/') + ".class";
        try (Stream<Path> files = Files.walk(HOME)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".jar")).toList()) {
                try (JarFile jar = new JarFile(file.toFile())) {
                    if (jar.getEntry(entry) != null) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    static List<Path> jars(String folder) throws IOException {
        try (Stream<Path> files = Files.list(file(folder))) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }
}
