package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where there is no node to tune, the agent leaves no trace: same output, same exit code, no file, no thread, no port. */
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
    @Execution(CONCURRENT)
    void withoutAMainClass() throws IOException, InterruptedException {
        assertNoTrace(Command.JAVA, List.of());
    }

    @Test
    @Execution(CONCURRENT)
    void whenTheVersionIsAsked() throws IOException, InterruptedException {
        assertNoTrace(Command.JAVA, List.of("-version"));
    }

    @Test
    @Execution(CONCURRENT)
    void inNodetool() throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(OperatorTools.nodetoolArguments(folder));
        arguments.addAll(List.of("help", "status"));
        assertNoTrace(Command.JAVA, arguments);
    }

    @Test
    @Execution(CONCURRENT)
    void inAnyOtherProgram() throws IOException, InterruptedException {
        Path classes = Path.of("target", "test-classes").toAbsolutePath();
        assertNoTrace(Command.JAVA, List.of("-cp", classes.toString(), InertProgram.class.getName()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSTableExport",
                "BulkLoader",
                "SSTableMetadataViewer",
                "StandaloneScrubber",
                "StandaloneVerifier",
                "HashPassword"
            })
    @Execution(CONCURRENT)
    void inTheOtherToolsOfCassandra(String tool) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(OperatorTools.nodetoolArguments(folder));
        arguments.set(arguments.size() - 1, "org.apache.cassandra.tools." + tool);
        arguments.add("--help");
        assertNoTrace(Command.JAVA, arguments);
    }

    /** No tool and no other program waits for the agent. */
    @Test
    void endsAtOnce() throws IOException, InterruptedException {
        for (List<String> arguments : List.of(List.<String>of(), List.of("-version"))) {
            long start = System.nanoTime();
            Command.java(Command.JAVA, folder, withAgent(arguments));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 11, 21, 25})
    @Execution(CONCURRENT)
    void onAnotherJava(int release) throws IOException, InterruptedException {
        assertNoTrace(Machine.jdk(release), List.of("-version"));
    }

    /** Where Cassandra 5.0 does not run, it is to fail as it does without the agent, with one line of ours before. */
    @ParameterizedTest
    @ValueSource(ints = {8, 11, 21, 25})
    @Execution(CONCURRENT)
    void saysOneLineToANodeOnAnotherJava(int release) throws IOException, InterruptedException {
        Path java = Machine.jdk(release);
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
}
