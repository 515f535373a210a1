package io.rafiki.trainer.operator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Serves one read-only page on the loopback interface of the operator's machine. The browser loads it again every few seconds. Requests for
 * another host are refused, so that no web site can read it through the operator's browser.
 */
public final class StatusServer implements AutoCloseable {

    private static final int REFRESH_SECONDS = 5;
    private static final int OK = 200;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;

    private final HttpServer server;

    private StatusServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Starts a server.
     *
     * @param port 0 for a free one
     * @param page the page; a {@link ConsoleException} is shown instead of it
     * @throws ConsoleException if the port is taken
     */
    public static StatusServer start(int port, Supplier<String> page) throws IOException {
        HttpServer server;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (BindException taken) {
            throw new ConsoleException(
                    "port " + port + ": expected a free port, found it taken. Give another --listen.", taken);
        }
        server.createContext("/", exchange -> answer(exchange, page));
        server.start();
        return new StatusServer(server);
    }

    /** Port of the server. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** The address of the page. */
    public String address() {
        return "http://127.0.0.1:" + port() + "/";
    }

    private static void answer(HttpExchange exchange, Supplier<String> page) throws IOException {
        try (exchange) {
            String host = String.valueOf(exchange.getRequestHeaders().getFirst("Host"))
                    .replaceAll(":\\d+$", "");
            if (!Set.of("127.0.0.1", "localhost", "[::1]").contains(host)) {
                send(exchange, FORBIDDEN, "text/plain", "expected the host 127.0.0.1");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                send(exchange, NOT_ALLOWED, "text/plain", "expected GET");
            } else if (!exchange.getRequestURI().getPath().equals("/")) {
                send(exchange, NOT_FOUND, "text/plain", "expected /");
            } else {
                exchange.getResponseHeaders().set("Refresh", Integer.toString(REFRESH_SECONDS));
                sendPage(exchange, page);
            }
        }
    }

    private static void sendPage(HttpExchange exchange, Supplier<String> page) throws IOException {
        String html;
        try {
            html = page.get();
        } catch (ConsoleException lost) {
            send(exchange, UNAVAILABLE, "text/plain", lost.getMessage());
            return;
        }
        send(exchange, OK, "text/html", html);
    }

    private static void send(HttpExchange exchange, int code, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.getResponseHeaders().set("X-Frame-Options", "DENY");
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Ends the server at once. */
    @Override
    public void close() {
        server.stop(0);
    }
}
