package io.rafiki.trainer.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checks before the driver starts, and the driver's answers. SparkIT starts it. */
class SparkDriverTest {

    @TempDir
    private Path folder;

    @Test
    void aMasterHasAHostAndAPort() {
        assertThat(SparkMaster.parse("spark://node1:7077")).isEqualTo(new SparkMaster("node1", 7077));
        assertThat(SparkMaster.parse("spark://[::1]:7077")).hasToString("spark://[::1]:7077");
        for (String wrong :
                new String[] {"spark", "spark://node1", "spark://node1:0", "spark://node1:70777", "http://node1:7077"
                }) {
            assertThatThrownBy(() -> SparkMaster.parse(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("expected local or spark://HOST:PORT, found " + wrong + ". Correct it.");
        }
    }

    @Test
    void sparkIsInstalledHere() throws IOException {
        assertRefused(Map.of(), "SPARK_HOME: expected the folder of a Spark 3.5 installation, found none. Set it.");
        Path jars = folder.resolve("jars");
        String noJars = jars + ": expected the jars of Spark 3.5, found no spark-core. Correct SPARK_HOME.";
        Map<String, String> environment = Map.of("SPARK_HOME", folder.toString());
        assertRefused(environment, noJars);
        Files.createFile(Files.createDirectories(jars).resolve("scala-library.jar"));
        assertRefused(environment, noJars);
    }

    @Test
    void theMasterAnswers() throws IOException {
        Files.createFile(Files.createDirectories(folder.resolve("jars")).resolve("spark-core_2.13-3.5.9.jar"));
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        SparkMaster none = new SparkMaster("127.0.0.1", port);
        assertThatThrownBy(() ->
                        SparkDriver.start(none, Map.of("SPARK_HOME", folder.toString()), folder, folder.resolve("out")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(none + ": expected a Spark master that answers within 10 s, found ")
                .hasMessageEndingWith(" Start it, or correct --engine.");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void onlyLinesOfJsonAreAnswers() throws IOException {
        String warning = "[0.1s][warning][os,thread] Failed to start thread";
        String output = warning + "\n\n{\"trial\": \"a\"}\nOpenJDK 64-Bit Server VM warning\n{\"trial\": \"b\"}\n";
        Path log = Files.writeString(folder.resolve("spark.log"), "started\n");
        Queue<JsonNode> answers = new ArrayDeque<>();
        SparkDriver.read(new BufferedReader(new StringReader(output)), log, answers);
        assertThat(answers.remove().get("trial").asText()).isEqualTo("a");
        assertThat(answers.remove().get("trial").asText()).isEqualTo("b");
        assertThat(answers.remove().isMissingNode()).as("the end").isTrue();
        assertThat(answers).isEmpty();
        assertThat(log).hasContent("started\n" + warning + "\n\nOpenJDK 64-Bit Server VM warning\n");
    }

    private void assertRefused(Map<String, String> environment, String line) {
        assertThatThrownBy(() ->
                        SparkDriver.start(new SparkMaster("127.0.0.1", 1), environment, folder, folder.resolve("out")))
                .isInstanceOf(IOException.class)
                .hasMessage(line);
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
