package io.rafiki.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import site.ycsb.DBException;

class CassandraBindingTest {

    private final Properties properties = new Properties();
    private final List<Integer> exits = new ArrayList<>();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private PrintStream stderr;

    @BeforeEach
    void catchStderr() {
        stderr = System.err;
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void giveStderrBack() {
        System.setErr(stderr);
    }

    @Test
    void endsTheProcessWithOneLineWhereNoNodeAnswers() throws Exception {
        properties.setProperty("cassandra.contactpoints", "127.0.0.1:" + closedPort());

        assertThatThrownBy(binding()::init).isInstanceOf(DBException.class);

        assertThat(exits).containsExactly(1);
        assertThat(lines("cassandra"))
                .singleElement()
                .asString()
                .startsWith("cassandra.contactpoints: expected a Cassandra node at one of [/127.0.0.1:")
                .contains("found none (ConnectionInitException")
                .endsWith("Start it, or correct the address.");
    }

    @Test
    void endsTheProcessWithOneLineOnABadProperty() {
        properties.setProperty("cassandra.consistency", "MOST");

        assertThatThrownBy(binding()::init).isInstanceOf(DBException.class);

        assertThat(exits).containsExactly(1);
        assertThat(lines("cassandra")).singleElement().asString().contains("LOCAL_ONE", "found MOST");
    }

    private CassandraBinding binding() {
        CassandraBinding binding =
                new CassandraBinding(new SharedSession<>("cassandra", ClientSession::open, exits::add));
        binding.setProperties(properties);
        return binding;
    }

    private List<String> lines(String beginning) {
        return printed.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith(beginning))
                .toList();
    }

    private static int closedPort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
