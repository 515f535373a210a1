package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where there is no node to tune, the agent leaves no trace: same output, same exit code, no file, no thread. */
class InertAgentIT {

    private static final String AGENT = "-javaagent:" + Distribution.agentJar();

    private static String cassandra;

    @TempDir
    Path folder;

    @BeforeAll
    static void resolve() throws IOException, InterruptedException {
        cassandra = Command.classPath(RealNode.jars());
    }

    @Test
    void withoutAMainClass() throws IOException, InterruptedException {
        assertNoTrace(Command.JAVA, List.of());
    }

    @Test
    void whenTheVersionIsAsked() throws IOException, InterruptedException {
        assertNoTrace(Command.JAVA, List.of("-version"));
    }

    @Test
    void inNodetool() throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(RealNode.nodetoolArguments(folder));
        arguments.addAll(List.of("help", "status"));
        assertNoTrace(Command.JAVA, arguments);
    }

    @Test
    void inAnyOtherProgram() throws IOException, InterruptedException {
        Path classes = Path.of("target", "test-classes").toAbsolutePath();
        assertNoTrace(Command.JAVA, List.of("-cp", classes.toString(), ThreadNames.class.getName()));
    }

    @Test
    void onAnotherJava() throws IOException, InterruptedException {
        assertNoTrace(otherJava(), List.of("-version"));
    }

    /** Cassandra 5.0 does not run on newer Javas; it is to fail as it does without the agent, with one line of ours before. */
    @Test
    void saysOneLineToANodeOnAnotherJava() throws IOException, InterruptedException {
        Path java = otherJava();
        List<String> node = List.of("-cp", cassandra, "org.apache.cassandra.service.CassandraDaemon");
        Command without = Command.java(java, folder, node);
        Command with = Command.java(java, folder, withAgent(node));
        assertThat(with.exit()).isEqualTo(without.exit());
        assertThat(with.output().lines().filter(line -> line.contains("rafiki")))
                .singleElement()
                .asString()
                .startsWith("rafiki expected Java 17, found Java ")
                .endsWith("The node starts without the tuner.");
    }

    private void assertNoTrace(Path java, List<String> arguments) throws IOException, InterruptedException {
        Command without = Command.java(java, folder, arguments);
        List<Path> before = files();
        Command with = Command.java(java, folder, withAgent(arguments));
        assertThat(with).isEqualTo(without);
        assertThat(files()).isEqualTo(before);
    }

    private static List<String> withAgent(List<String> arguments) {
        List<String> all = new ArrayList<>(List.of(AGENT));
        all.addAll(arguments);
        return all;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted().toList();
        }
    }

    /** A JDK of another release than the one that runs the tests. */
    private static Path otherJava() throws IOException {
        try (Stream<Path> beside = Files.list(Command.JAVA.toRealPath().getParent())) {
            Optional<Path> other = beside.filter(InertAgentIT::isOtherRelease).findFirst();
            assumeThat(other).as("a JDK of another release").isPresent();
            return other.orElseThrow();
        }
    }

    private static boolean isOtherRelease(Path home) {
        try {
            Path release = home.resolve("release");
            return Files.isExecutable(home.resolve("bin").resolve("java"))
                    && Files.isRegularFile(release)
                    && !Files.readString(release).contains("JAVA_VERSION=\"17");
        } catch (IOException unreadable) {
            return false;
        }
    }
}
