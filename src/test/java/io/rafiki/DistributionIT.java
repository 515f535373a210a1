package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What lies on a node's class path, and what lies beside it. */
class DistributionIT {

    @Test
    void theAgentsJarHoldsTheBootClassesOnly() throws IOException {
        assertThat(classes(Distribution.agentJar()))
                .isNotEmpty()
                .allMatch(name -> name.startsWith("io/rafiki/agent/boot/"));
    }

    @Test
    void theBootClassesLoadOnJava8() throws IOException {
        try (JarFile jar = new JarFile(Distribution.agentJar().toFile())) {
            for (String name : classes(Distribution.agentJar())) {
                try (DataInputStream bytes = new DataInputStream(jar.getInputStream(jar.getJarEntry(name)))) {
                    bytes.readInt();
                    bytes.readUnsignedShort();
                    assertThat(bytes.readUnsignedShort()).as(name).isEqualTo(52);
                }
            }
        }
    }

    /** The node's own logging and Cassandra's classes must be the only ones in the JVM. */
    @ParameterizedTest
    @ValueSource(strings = {"lib/core", "lib/agent", "lib/dl4j"})
    void theIsolatedClassPathHoldsNothingThatIsTheNodes(String folder) throws IOException {
        assertThat(Distribution.jars(folder)).isNotEmpty();
        for (Path jar : Distribution.jars(folder)) {
            assertThat(classes(jar))
                    .as(jar.toString())
                    .noneMatch(name -> name.startsWith("org/slf4j/")
                            || name.startsWith("ch/qos/logback/")
                            || name.startsWith("org/apache/cassandra/")
                            || name.startsWith("com/codahale/")
                            || name.startsWith("io/rafiki/agent/boot/"));
        }
    }

    @Test
    void theAgentWithoutDl4jIsSmall() throws IOException {
        long bytes = Files.size(Distribution.agentJar());
        for (String folder : List.of("lib/core", "lib/agent")) {
            for (Path jar : Distribution.jars(folder)) {
                bytes += Files.size(jar);
            }
        }
        assertThat(bytes).isLessThan(15L << 20);
    }

    private static List<String> classes(Path file) throws IOException {
        List<String> names = new ArrayList<>();
        try (JarFile jar = new JarFile(file.toFile())) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                String name = entries.nextElement().getName();
                if (name.endsWith(".class")) {
                    names.add(name);
                }
            }
        }
        return names;
    }
}
