package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import io.rafiki.trainer.cassandra.JmxLogin;
import io.rafiki.trainer.operator.ConsoleException;
import io.rafiki.trainer.operator.TunerConsole;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import javax.management.remote.JMXConnector;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node with JMX authentication and access control, the agents of jmx_exporter and OpenTelemetry, and Rafiki's agent named three times. The tests share the
 * node.
 */
class SecuredIT {

    private static final String TEXT = String.class.getName();

    @TempDir
    private static Path folder;

    private static Path journal;
    private static int exporterPort;
    private static RealNode node;

    @BeforeAll
    static void start() throws Exception {
        journal = folder.resolve("journal.jsonl");
        Path settings = Files.writeString(
                folder.resolve("rafiki.yaml"), "mode: approve\nwindow: 2s\njournal: " + journal + "\n");
        Path passwords = Files.writeString(folder.resolve("passwords"), "viewer see\noperator act\nnobody none\n");
        Files.setPosixFilePermissions(passwords, PosixFilePermissions.fromString("rw-------"));
        Path access = Files.writeString(folder.resolve("access"), "viewer readonly\noperator readwrite\n");
        Path copy = Files.createDirectories(folder.resolve("copy")).resolve("rafiki-agent.jar");
        Files.copy(Distribution.agentJar(), copy);
        exporterPort = freePort();
        node = RealNode.start(
                folder,
                Map.of(JMXConnector.CREDENTIALS, new String[] {"operator", "act"}),
                // Cassandra's file-based login reaches into the JDK
                "--add-exports=java.management/com.sun.jmx.remote.security=ALL-UNNAMED",
                "-Dcom.sun.management.jmxremote.authenticate=true",
                "-Dcom.sun.management.jmxremote.password.file=" + passwords,
                "-Dcom.sun.management.jmxremote.access.file=" + access,
                "-javaagent:" + jar("opentelemetry-javaagent"),
                "-Dotel.metrics.exporter=none",
                "-Dotel.logs.exporter=none",
                "-Dotel.traces.exporter=console",
                "-Dotel.instrumentation.methods.include=org.apache.cassandra.service.StorageService[getOperationMode]",
                "-javaagent:" + jar("jmx_prometheus_javaagent") + "=127.0.0.1:" + exporterPort + ":"
                        + Distribution.file("conf/dashboards/jmx-exporter.yaml"),
                RealNode.agent(settings),
                RealNode.agent(settings),
                "-javaagent:" + copy + "=" + settings);
        node.awaitTuner();
    }

    @AfterAll
    static void stop() throws IOException {
        if (node != null) {
            node.close();
        }
    }

    @Test
    void aClientWithoutCredentialsIsRefused() {
        assertThatThrownBy(() -> TunerConsole.connect("127.0.0.1", node.jmxPort(), JmxLogin.NONE))
                .isInstanceOf(ConsoleException.class)
                .hasMessageContaining("JMX refused the login");
    }

    @Test
    void aWrongPasswordIsRefused() {
        assertThatThrownBy(() -> connect("operator", "guess"))
                .isInstanceOf(ConsoleException.class)
                .hasMessageContaining("JMX refused the login");
    }

    @Test
    void aUserWithoutARoleReadsNoAttribute() {
        assertThatThrownBy(() -> {
                    try (TunerConsole tuner = connect("nobody", "none")) {
                        tuner.get("Status");
                    }
                })
                .hasMessageContaining("Access denied");
    }

    @Test
    void aReadOnlyRoleReadsTheStatusAndInvokesNoOperation() {
        try (TunerConsole tuner = connect("viewer", "see")) {
            assertThat(tuner.get("Status")).asString().startsWith("approve: ");
            for (String verb : new String[] {"propose", "rollback", "resume", "stop"}) {
                assertThatThrownBy(() -> tuner.invoke(verb, new Object[0], new String[0]))
                        .as(verb)
                        .isInstanceOf(ConsoleException.class)
                        .hasMessageContaining("JMX does not allow this to this user");
            }
            for (String verb : new String[] {"apply", "pause", "setMode", "reloadModel"}) {
                assertThatThrownBy(() -> tuner.invoke(verb, new Object[] {"auto"}, new String[] {TEXT}))
                        .as(verb)
                        .isInstanceOf(ConsoleException.class)
                        .hasMessageContaining("JMX does not allow this to this user");
            }
            assertThat(tuner.get("Mode")).isEqualTo("approve");
        }
    }

    @Test
    void anOperatorsCommandsAreRecordedWithTheUserName() throws IOException {
        try (TunerConsole tuner = connect("operator", "act")) {
            tuner.invoke("pause", new Object[] {"backup"}, new String[] {TEXT});
            assertThat(tuner.invoke("stop", new Object[0], new String[0])).isEqualTo("stopped; no change is in place");
            assertThat(JournalScan.entries(journal).stream()
                            .filter(entry -> entry.kind() == RecordType.VERB)
                            .map(JournalRecord::content))
                    .extracting(content -> content.get("verb") + " by " + content.get("by"))
                    .containsExactly("pause by operator", "stop by operator");
        }
        assertThat(node.log()).contains("pause backup (by operator)");
    }

    @Test
    void anAgentNamedThreeTimesStartsOneTuner() throws IOException {
        assertThat(node.log().lines().filter(line -> line.startsWith("rafiki ")))
                .hasSize(3)
                .filteredOn(line -> line.equals("rafiki is in this JVM already; named twice, it starts once."))
                .hasSize(2);
        assertThat(node.log().lines().filter(line -> line.contains("tuner started in mode")))
                .hasSize(1);
    }

    @Test
    void jmxExporterExportsTheMetrics() throws IOException, InterruptedException {
        HttpResponse<String> scraped = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + exporterPort + "/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(scraped.statusCode()).isEqualTo(200);
        assertThat(scraped.body().lines())
                .as("approve is mode 2")
                .contains("rafiki_mode 2.0")
                .anyMatch(line -> line.matches("rafiki_knob_value\\{knob=\"concurrent_reads\",?\\} 32.0"))
                .anyMatch(line -> line.matches("rafiki_steps\\{step=\"tick\",?\\} [1-9].*"))
                .anyMatch(line -> line.startsWith("rafiki_step_duration_p99_micros{step=\"tick\""));
    }

    /** Its console prints a span for each call of a method of Cassandra's. */
    @Test
    void openTelemetryInstrumentsTheNode() {
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
            node.attribute("org.apache.cassandra.db:type=StorageService", "OperationMode");
            return node.log().contains("'StorageService.getOperationMode'");
        });
    }

    private static TunerConsole connect(String user, String password) {
        return TunerConsole.connect("127.0.0.1", node.jmxPort(), JmxLogin.of(user, password));
    }

    /** The jar of another agent, a dependency of these tests. */
    private static String jar(String name) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.contains(name))
                .findFirst()
                .orElseThrow();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
