package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command in its own JVM, and a JVM whose JMX requires TLS, a client certificate and a password. */
class SecuredJmxTest {

    private static final String STORE_PASSWORD = "storepass";

    @TempDir
    private static Path shared;

    private static int port;
    private static Process node;

    @TempDir
    private Path home;

    private record Output(int exit, List<String> out, List<String> err) {}

    @BeforeAll
    static void start() throws Exception {
        for (String name : List.of("node", "client", "stranger")) {
            keyPair(name);
        }
        trustStore("clients", "client");
        trustStore("nodes", "node");
        trustStore("strangers", "stranger");
        Path passwords = Files.writeString(shared.resolve("passwords"), "monitor see\noperator act\n");
        Files.setPosixFilePermissions(passwords, PosixFilePermissions.fromString("rw-------"));
        Path access = Files.writeString(shared.resolve("access"), "monitor readonly\noperator readwrite\n");
        String jmx = "-Dcom.sun.management.jmxremote.";
        port = freePort();
        node = node(
                jmx + "port=" + port,
                jmx + "authenticate=true",
                jmx + "password.file=" + passwords,
                jmx + "access.file=" + access,
                jmx + "ssl=true",
                jmx + "registry.ssl=true",
                jmx + "ssl.need.client.auth=true",
                property("keyStore", "node"),
                property("trustStore", "clients"),
                "-Djavax.net.ssl.keyStorePassword=" + STORE_PASSWORD,
                "-Djavax.net.ssl.trustStorePassword=" + STORE_PASSWORD);
    }

    @AfterAll
    static void stop() throws InterruptedException {
        if (node != null) {
            node.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }

    @BeforeEach
    void filesOfNodetool() throws IOException {
        stores("client", "nodes");
        Files.writeString(home.resolve("login"), "# nodetool -pwf\noperator act\nmonitor wrong\n");
    }

    @Test
    void passwordAndStoresComeFromFiles() throws Exception {
        Output output = mode(
                Map.of(),
                "--ssl",
                "-u",
                "operator",
                "-pwf",
                home.resolve("login").toString());
        assertThat(output).isEqualTo(new Output(0, List.of("advise"), List.of()));
    }

    @Test
    void passwordsComeFromTheEnvironmentAndStoresFromSystemProperties() throws Exception {
        Files.delete(home.resolve(".cassandra/nodetool-ssl.properties"));
        Output output = rafiki(
                List.of(property("keyStore", "client"), property("trustStore", "nodes")),
                Map.of(
                        "RAFIKI_JMX_USERNAME",
                        "operator",
                        "RAFIKI_JMX_PASSWORD",
                        "act",
                        "RAFIKI_JMX_KEYSTORE_PASSWORD",
                        STORE_PASSWORD,
                        "RAFIKI_JMX_TRUSTSTORE_PASSWORD",
                        STORE_PASSWORD),
                List.of("mode", "-p", Integer.toString(port), "--ssl"));
        assertThat(output).isEqualTo(new Output(0, List.of("advise"), List.of()));
    }

    @Test
    void aWrongPasswordIsRefused() throws Exception {
        isRefused(
                mode(
                        Map.of(),
                        "--ssl",
                        "-u",
                        "monitor",
                        "-pwf",
                        home.resolve("login").toString()),
                "JMX refused the login",
                "-pwf FILE");
    }

    @Test
    void aUserWhomTheFileLacksIsReportedBeforeTheConnection() throws Exception {
        isRefused(
                mode(
                        Map.of(),
                        "--ssl",
                        "-u",
                        "nobody",
                        "-pwf",
                        home.resolve("login").toString()),
                home.resolve("login").toString(),
                "nobody");
    }

    @Test
    void aCertificateThatTheNodeDoesNotTrustIsRefused() throws Exception {
        stores("stranger", "nodes");
        isRefused(asOperator(), "refuses this client's certificate", "javax.net.ssl.keyStore");
    }

    @Test
    void aNodeThatTheTrustStoreLacksIsRefused() throws Exception {
        stores("client", "strangers");
        isRefused(asOperator(), "certificate that the trust store confirms", "javax.net.ssl.trustStore");
    }

    @Test
    void aStoreWithAnotherPasswordIsReported() throws Exception {
        isRefused(
                mode(
                        Map.of("RAFIKI_JMX_PASSWORD", "act"),
                        List.of("-Djavax.net.ssl.keyStorePassword=guess"),
                        "--ssl",
                        "-u",
                        "operator"),
                shared.resolve("client").toString(),
                "a wrong password",
                "RAFIKI_JMX_KEYSTORE_PASSWORD");
    }

    @Test
    void aClientWithoutTlsIsToldSo() throws Exception {
        isRefused(
                mode(Map.of("RAFIKI_JMX_PASSWORD", "act"), "-u", "operator"),
                "found another protocol",
                "--ssl if JMX uses TLS");
    }

    @Test
    void aNodeWithoutTlsIsReported() throws Exception {
        int plain = freePort();
        // loopback only, without login
        Process other = node(
                "-Dcom.sun.management.jmxremote.port=" + plain,
                "-Dcom.sun.management.jmxremote.host=127.0.0.1",
                "-Dcom.sun.management.jmxremote.authenticate=false",
                "-Dcom.sun.management.jmxremote.ssl=false");
        try {
            isRefused(
                    rafiki(List.of(), Map.of(), List.of("mode", "--ssl", "-p", Integer.toString(plain))), "Omit --ssl");
        } finally {
            other.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }

    private Output asOperator() throws Exception {
        return mode(Map.of("RAFIKI_JMX_PASSWORD", "act"), "--ssl", "-u", "operator");
    }

    private static void isRefused(Output output, String... words) {
        assertThat(output.exit()).isEqualTo(1);
        assertThat(output.out()).isEmpty();
        assertThat(output.err()).hasSize(1);
        assertThat(output.err().get(0)).startsWith("rafiki").contains(words);
    }

    private Output mode(Map<String, String> environment, String... options) throws Exception {
        return mode(environment, List.of(), options);
    }

    private Output mode(Map<String, String> environment, List<String> jvm, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("mode", "-p", Integer.toString(port)));
        words.addAll(Arrays.asList(options));
        return rafiki(jvm, environment, words);
    }

    private Output rafiki(List<String> jvm, Map<String, String> environment, List<String> words) throws Exception {
        List<String> command = new ArrayList<>(List.of("-Duser.home=" + home, "-XX:TieredStopAtLevel=1"));
        command.addAll(jvm);
        command.add(Rafiki.class.getName());
        command.addAll(words);
        Path out = home.resolve("out");
        Path err = home.resolve("err");
        ProcessBuilder builder = java(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Output(process.exitValue(), Files.readAllLines(out), Files.readAllLines(err));
    }

    /** The file that nodetool --ssl reads. */
    private void stores(String keys, String trusted) throws IOException {
        Path folder = Files.createDirectories(home.resolve(".cassandra"));
        Files.writeString(
                folder.resolve("nodetool-ssl.properties"),
                property("keyStore", keys) + "\n-Djavax.net.ssl.keyStorePassword=" + STORE_PASSWORD + "\n"
                        + property("trustStore", trusted) + " -Djavax.net.ssl.trustStorePassword=" + STORE_PASSWORD
                        + "\n");
    }

    private static String property(String store, String file) {
        return "-Djavax.net.ssl." + store + "=" + shared.resolve(file);
    }

    private static Process node(String... options) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-Djava.rmi.server.hostname=127.0.0.1"));
        arguments.addAll(Arrays.asList(options));
        arguments.add(TunerServer.class.getName());
        Process process = java(arguments).redirectErrorStream(true).start();
        assertThat(process.inputReader().readLine()).isEqualTo("ready");
        return process;
    }

    private static ProcessBuilder java(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    private static void keyPair(String name) throws Exception {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        name,
                        "-dname",
                        "CN=" + name,
                        "-keyalg",
                        "EC",
                        "-validity",
                        "2",
                        "-keystore",
                        shared.resolve(name).toString(),
                        "-storepass",
                        STORE_PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(shared.resolve(name + ".log").toFile())
                .start();
        assertThat(keytool.waitFor()).as(name).isZero();
    }

    private static void trustStore(String name, String trusted) throws Exception {
        KeyStore keys = KeyStore.getInstance(shared.resolve(trusted).toFile(), STORE_PASSWORD.toCharArray());
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry(trusted, keys.getCertificate(trusted));
        try (var bytes = Files.newOutputStream(shared.resolve(name))) {
            store.store(bytes, STORE_PASSWORD.toCharArray());
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
