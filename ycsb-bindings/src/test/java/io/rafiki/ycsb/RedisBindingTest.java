package io.rafiki.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import site.ycsb.DBException;
import site.ycsb.Status;

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

    /** The server stalls for longer than the timeout, once. */
    @Test
    void aRequestThatTimedOutLeavesAUsableBinding() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
            Thread serving = new Thread(() -> serve(server), "server");
            serving.setDaemon(true);
            serving.start();
            properties.setProperty("redis.port", Integer.toString(server.getLocalPort()));
            properties.setProperty("redis.timeout.ms", "200");
            RedisBinding binding = binding();
            binding.init();
            assertThat(binding.read("t", "k", null, new HashMap<>()).isOk()).isFalse();
            assertThat(binding.read("t", "k", null, new HashMap<>())).isEqualTo(Status.NOT_FOUND);
            binding.cleanup();
        }
    }

    /** Each connection gets a thread. The first HGETALL of all gets no answer; the others find nothing. */
    private static void serve(ServerSocket server) {
        AtomicBoolean stalls = new AtomicBoolean(true);
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Thread connection = new Thread(() -> answer(client, stalls), "connection");
                connection.setDaemon(true);
                connection.start();
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void answer(Socket client, AtomicBoolean stalls) {
        try (client;
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII))) {
            for (String head = lines.readLine(); head != null; head = lines.readLine()) {
                String command = "";
                for (int words = Integer.parseInt(head.substring(1)); words > 0; words--) {
                    lines.readLine(); // length of the word
                    String word = lines.readLine();
                    command = command.isEmpty() ? word : command;
                }
                boolean isRead = command.equals("HGETALL");
                if (isRead && stalls.getAndSet(false)) {
                    continue;
                }
                client.getOutputStream().write((isRead ? "*0\r\n" : "+PONG\r\n").getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException gone) {
            // the binding has disconnected
        }
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
