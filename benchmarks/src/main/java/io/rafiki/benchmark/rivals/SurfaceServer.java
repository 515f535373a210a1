package io.rafiki.benchmark.rivals;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.NamedValues;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Answers what other tuners take for {@code rafiki trial}, on the loopback interface. */
final class SurfaceServer implements AutoCloseable {

    private static final int OK = 200;
    private static final int REFUSED = 400;
    private static final JsonMapper JSON = new JsonMapper();

    /** The script that sends trials to the server. */
    static final String CLIENT = "surface_trial.py";

    private final HttpServer server;
    private final SurfaceTrials trials;
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();

    private SurfaceServer(HttpServer server, SurfaceTrials trials) {
        this.server = server;
        this.trials = trials;
    }

    static SurfaceServer start(SurfaceTrials trials) throws IOException {
        SurfaceServer started = new SurfaceServer(
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0), trials);
        started.server.createContext("/", started::answer);
        started.server.start();
        return started;
    }

    /** Writes the client. */
    static void writeClient(Path client) throws IOException {
        try (InputStream script = SurfaceServer.class.getResourceAsStream(CLIENT)) {
            Files.copy(script, client);
        }
    }

    /** The command that stands for {@code rafiki trial}. */
    List<String> command(Path client) {
        return List.of(
                "python3",
                client.toString(),
                "http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** @throws RuntimeException that a trial threw */
    void rethrow() {
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            int code = OK;
            byte[] body;
            try {
                List<String> arguments =
                        JSON.readValue(exchange.getRequestBody(), new TypeReference<List<String>>() {});
                body = JSON.writeValueAsBytes(Map.of("status", "ok", "rate", rate(arguments)));
            } catch (RuntimeException refused) {
                failure.set(refused);
                code = REFUSED;
                body = String.valueOf(refused.getMessage()).getBytes(StandardCharsets.UTF_8);
            }
            exchange.sendResponseHeaders(code, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private double rate(List<String> arguments) {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i + 1 < arguments.size(); i += 2) {
            options.put(arguments.get(i), arguments.get(i + 1));
        }
        Configuration configuration = trials.space().configuration(NamedValues.parse(options.get("--config")));
        return trials.measure(configuration, Long.parseLong(options.get("--seed")));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
