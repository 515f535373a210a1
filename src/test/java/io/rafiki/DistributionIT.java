package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The files on a node's class path, and the other files of the distribution. */
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

    /** Each library is listed under a permissive licence, and the list has no other line. */
    @Test
    void everyLibraryIsListedWithItsLicence() throws IOException {
        List<String> listed = Pattern.compile(
                        "(?m)^\\| `([^`]+\\.jar)` \\| \\S+ \\| (?:Apache-2.0|BSD-2-Clause|BSD-3-Clause|CC0-1.0|EPL-1.0|MIT|Public-Domain) \\|$")
                .matcher(Files.readString(Distribution.file("THIRD-PARTY.md")))
                .results()
                .map(row -> row.group(1))
                .toList();
        Set<String> shipped = new TreeSet<>();
        for (String folder : List.of("lib/core", "lib/agent", "lib/dl4j", "lib/trainer", "lib/ycsb")) {
            for (Path jar : Distribution.jars(folder)) {
                shipped.add(jar.getFileName().toString());
            }
        }
        shipped.removeIf(jar -> jar.startsWith("rafiki-"));
        assertThat(listed).containsExactlyInAnyOrderElementsOf(shipped);
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

    @Test
    void theNodesClassPathHasNoSimulator() throws IOException {
        List<String> all = new ArrayList<>();
        for (String folder : List.of("lib/core", "lib/agent")) {
            for (Path jar : Distribution.jars(folder)) {
                all.addAll(classes(jar));
            }
        }
        assertThat(all)
                .contains("io/rafiki/control/ControlLoop.class", "io/rafiki/agent/AgentMain.class")
                .noneMatch(name -> name.startsWith("io/rafiki/")
                        && name.toLowerCase(Locale.ROOT).contains("simulat"));
    }

    @Test
    void neitherBenchmarksNorSparkAreDistributed() throws IOException {
        assertThat(Distribution.holds("io.rafiki.trainer.cli.Rafiki")).isTrue();
        assertThat(Distribution.holds("io.rafiki.benchmark.Benchmarks")).isFalse();
        assertThat(Distribution.holds("io.rafiki.spark.TrialDriver")).isTrue();
        assertThat(Distribution.holds("org.apache.spark.SparkContext")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"11.0.2, 11", "1.8.0_402, 8"})
    void anOlderJavaIsNamedInOneLine(String version, int release, @TempDir Path home) throws Exception {
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\nexit 0\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\n");
        Path said = home.resolve("said");
        ProcessBuilder launcher = new ProcessBuilder(Distribution.file("rafiki").toString(), "--version")
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        launcher.environment().put("JAVA_HOME", home.toString());
        assertThat(launcher.start().waitFor()).isEqualTo(2);
        assertThat(said)
                .hasContent("rafiki: expected a JDK 17, found Java " + release + " at " + java.toRealPath()
                        + ". Set JAVA_HOME to a JDK 17.");
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
