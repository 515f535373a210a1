package io.rafiki.trainer.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A headless Chromium with one tab, driven by its DevTools protocol on the loopback address. */
final class Chromium implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> PROGRAMS =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
    private static final int TIMEOUT_SECONDS = 60;

    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger lastId = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
    private final List<JsonNode> events = new CopyOnWriteArrayList<>();

    /** Collects the parts of each message. */
    private final class Messages implements WebSocket.Listener {

        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
            message.append(part);
            if (isLast) {
                received(message.toString());
                message.setLength(0);
            }
            from.request(1);
            return null;
        }

        private void received(String text) {
            try {
                JsonNode node = JSON.readTree(text);
                if (node.has("id")) {
                    calls.remove(node.get("id").asInt()).complete(node);
                } else {
                    events.add(node);
                }
            } catch (IOException e) {
                throw new IllegalStateException(text, e);
            }
        }
    }

    private Chromium(Process process, URI tab, HttpClient http) {
        this.process = process;
        this.socket = http.newWebSocketBuilder()
                .buildAsync(tab, new Messages())
                .orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    /** The browser's program, if this machine has one. */
    static Optional<Path> program() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder -> PROGRAMS.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** @param profile an empty folder */
    static Chromium start(Path program, Path profile) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--disable-dev-shm-usage",
                        "--user-data-dir=" + profile,
                        "--remote-debugging-port=0",
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("chromium.log").toFile())
                .start();
        try {
            Path portFile = profile.resolve("DevToolsActivePort");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(TIMEOUT_SECONDS))
                    .until(() -> Files.exists(portFile) && Files.size(portFile) > 0);
            String port = Files.readAllLines(portFile).get(0);
            HttpClient http =
                    HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build();
            HttpRequest newTab = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/new"))
                    .PUT(HttpRequest.BodyPublishers.noBody())
                    .timeout(Duration.ofSeconds(TIMEOUT_SECONDS))
                    .build();
            JsonNode tab = JSON.readTree(
                    http.send(newTab, HttpResponse.BodyHandlers.ofString()).body());
            Chromium browser = new Chromium(
                    process, URI.create(tab.get("webSocketDebuggerUrl").asText()), http);
            for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
                browser.call(domain + ".enable", Map.of());
            }
            return browser;
        } catch (IOException | InterruptedException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** Opens a page in a window of this width and waits until it is drawn. */
    void open(Path page, int width, boolean isDark) {
        events.clear();
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 800, "deviceScaleFactor", 1, "mobile", false));
        media("", isDark);
        call("Page.navigate", Map.of("url", page.toUri().toString()));
        Awaitility.await()
                .atMost(Duration.ofSeconds(TIMEOUT_SECONDS))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> events.stream()
                        .anyMatch(event -> event.get("method").asText().equals("Page.loadEventFired")));
        settle();
    }

    /** Shows the open page as paper of this width, as printing does. */
    void print(int width) {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 1000, "deviceScaleFactor", 1, "mobile", false));
        media("print", true);
        evaluate("window.dispatchEvent(new Event('beforeprint'))");
        settle();
    }

    private void media(String media, boolean isDark) {
        call(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "media",
                        media,
                        "features",
                        List.of(Map.of("name", "prefers-color-scheme", "value", isDark ? "dark" : "light"))));
    }

    private void settle() {
        evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))");
    }

    /** Value of an expression in the open page. A promise is awaited. */
    JsonNode evaluate(String expression) {
        JsonNode result =
                call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(result.get("exceptionDetails").toString());
        }
        return result.at("/result/value");
    }

    /** Errors since the page was opened: exceptions, messages of the console, refused requests. */
    List<String> errors() {
        return events.stream()
                .filter(event -> switch (event.get("method").asText()) {
                    case "Runtime.exceptionThrown" -> true;
                    case "Runtime.consoleAPICalled" ->
                        event.at("/params/type").asText().equals("error");
                    case "Log.entryAdded" ->
                        event.at("/params/entry/level").asText().equals("error");
                    default -> false;
                })
                .map(JsonNode::toString)
                .toList();
    }

    /** Addresses that the page requested, with its own. */
    List<String> requests() {
        return events.stream()
                .filter(event -> event.get("method").asText().equals("Network.requestWillBeSent"))
                .map(event -> event.at("/params/request/url").asText())
                .toList();
    }

    /** The whole open page as a picture. */
    byte[] screenshot() throws IOException {
        return call("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true))
                .get("data")
                .binaryValue();
    }

    /** The open page on A4. */
    byte[] pdf() throws IOException {
        return call("Page.printToPDF", Map.of("paperWidth", 8.27, "paperHeight", 11.69))
                .get("data")
                .binaryValue();
    }

    private JsonNode call(String method, Map<String, ?> params) {
        int id = lastId.incrementAndGet();
        ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
        message.set("params", JSON.valueToTree(params));
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        calls.put(id, answer);
        socket.sendText(message.toString(), true).join();
        JsonNode result = answer.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
        if (result.has("error")) {
            throw new IllegalStateException(method + ": " + result.get("error"));
        }
        return result.get("result");
    }

    @Override
    public void close() {
        // it leaves no lock in its folder then
        call("Browser.close", Map.of());
        process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
        process.destroyForcibly().onExit().join();
    }
}
