package io.rafiki.trainer.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StatusServerTest {

    @Test
    void servesThePageAndShowsWhyThereIsNone() throws IOException {
        boolean[] isLost = {false};
        try (StatusServer server = StatusServer.start(0, () -> {
            if (isLost[0]) {
                throw new ConsoleException("10.0.0.1:7199: the connection was lost", null);
            }
            return "<p>the page</p>";
        })) {
            assertThat(request(server, "GET /", "127.0.0.1"))
                    .startsWith("HTTP/1.1 200")
                    .contains("Refresh: 5")
                    .endsWith("<p>the page</p>");
            isLost[0] = true;
            assertThat(request(server, "GET /", "localhost"))
                    .startsWith("HTTP/1.1 503")
                    .contains("Refresh: 5")
                    .endsWith("the connection was lost");
        }
    }

    /** A web site can give its own name the address 127.0.0.1. */
    @Test
    void refusesOtherHostsMethodsAndPaths() throws IOException {
        try (StatusServer server = StatusServer.start(0, () -> "secret")) {
            assertThat(request(server, "GET /", "rebound.example"))
                    .startsWith("HTTP/1.1 403")
                    .doesNotContain("secret");
            assertThat(request(server, "POST /", "127.0.0.1"))
                    .startsWith("HTTP/1.1 405")
                    .doesNotContain("secret");
            assertThat(request(server, "GET /other", "127.0.0.1"))
                    .startsWith("HTTP/1.1 404")
                    .doesNotContain("secret");
        }
    }

    @Test
    void aTakenPortIsOneLine() throws IOException {
        try (StatusServer server = StatusServer.start(0, () -> "")) {
            int taken = server.port();
            assertThatThrownBy(() -> StatusServer.start(taken, () -> ""))
                    .hasMessage("port " + taken + ": expected a free port, found it taken. Give another --listen.");
        }
    }

    private static String request(StatusServer server, String line, String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write((line + " HTTP/1.1\r\nHost: " + host + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .lines()
                    .collect(Collectors.joining("\n"));
        }
    }
}
