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

class RedisBindingTest {

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
    void endsTheProcessWithOneLineWhereNoServerAnswers() throws Exception {
        int port = closedPort();
        properties.setProperty("redis.port", Integer.toString(port));

        assertThatThrownBy(binding()::init).isInstanceOf(DBException.class);

        assertThat(exits).containsExactly(1);
        assertThat(lines())
                .singleElement()
                .asString()
                .startsWith("redis.host: expected a Redis server at 127.0.0.1:" + port + ", found none (Jedis")
                .endsWith("Start it, or correct the address.");
    }

    @Test
    void endsTheProcessWithOneLineOnABadProperty() {
        properties.setProperty("redis.port", "70000");

        assertThatThrownBy(binding()::init).isInstanceOf(DBException.class);

        assertThat(exits).containsExactly(1);
        assertThat(lines()).containsExactly("redis.port: expected a whole number 1..65535, found 70000. Correct it.");
    }

    private RedisBinding binding() {
        RedisBinding binding = new RedisBinding(new SharedSession<>("redis", RedisBinding::open, exits::add));
        binding.setProperties(properties);
        return binding;
    }

    private List<String> lines() {
        return printed.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith("redis"))
                .toList();
    }

    private static int closedPort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
