package io.rafiki.benchmark.rivals;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.NamedValues;
import io.rafiki.trainer.trial.TrialSummary;
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

/**
 * Answers what other tuners take for {@code rafiki trial}, on the loopback interface: one trial after the other, until the budget is used.
 */
final class TrialServer implements AutoCloseable {

    private static final int OK = 200;
    private static final int REFUSED = 400;
    private static final JsonMapper JSON = new JsonMapper();

    /** The script that sends trials to the server. */
    static final String CLIENT = "trial_client.py";

    private final HttpServer server;
    private final TunerTrials trials;
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    private TrialServer(HttpServer server, TunerTrials trials) {
        this.server = server;
        this.trials = trials;
    }

    static TrialServer start(TunerTrials trials) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        TrialServer started = new TrialServer(server, trials);
        server.createContext("/", started::answer);
        server.start();
        return started;
    }

    /** Writes the client. */
    static void writeClient(Path client) throws IOException {
        try (InputStream script = TrialServer.class.getResourceAsStream(CLIENT)) {
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

    /** Throws what ended a trial. A trial beyond the budget is refused, but is no failure. */
    void rethrow() throws IOException, InterruptedException {
        Exception found = failure.get();
        if (found instanceof IOException unmeasured) {
            throw unmeasured;
        }
        if (found instanceof InterruptedException stopped) {
            throw stopped;
        }
        if (found instanceof RuntimeException refused) {
            throw refused;
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            int code = OK;
            String body;
            if (trials.left() == 0) {
                code = REFUSED;
                body = "the budget of " + trials.budget() + " is used";
            } else {
                try {
                    body = line(JSON.readValue(exchange.getRequestBody(), new TypeReference<List<String>>() {}));
                } catch (IOException | InterruptedException | RuntimeException ended) {
                    failure.compareAndSet(null, ended);
                    code = REFUSED;
                    body = String.valueOf(ended.getMessage());
                }
            }
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(code, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** The line that {@code rafiki trial} prints with these arguments. */
    private String line(List<String> arguments) throws IOException, InterruptedException {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i + 1 < arguments.size(); i += 2) {
            options.put(arguments.get(i), arguments.get(i + 1));
        }
        Configuration configuration = trials.space().configuration(NamedValues.parse(options.get("--config")));
        return TrialSummary.of(trials.measure(configuration, Long.parseLong(options.get("--seed"))))
                .line();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
