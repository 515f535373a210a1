package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.fasterxml.jackson.databind.JsonNode;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.NodeResources;
import io.rafiki.ycsb.RedisBinding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** Trials on real Redis servers. redis-cli and redis-benchmark check Rafiki from outside. */
class RedisIT {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final double SCAN_SHARE = 0.2;
    private static final int ROWS = 5_000;
    private static final int THREADS = 8;

    private static final String PLAN =
            """
            name: redis
            seed: 1
            trials: 0
            read_ratio: {min: 0.0, max: 1.0}
            defaults: {read_ratios: [0.5], scan_shares: [0.2], repeats: 1}
            data: {records: 5000, fields: 10, field_size: 50B}
            client: {threads: 8}
            node: {heap: 256MiB, memory: 256MiB}
            time: {warm_up: 1s, measurement: 6s}
            max_background_cpu: 1.0
            knobs:
              hz:
              hash_max_listpack_value:
            configurations:
              - {read_ratios: [0.5], scan_shares: [0.2], values: {hz: 50, hash_max_listpack_value: 16}}
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void redis() {
        Machine.REDIS.require();
    }

    /**
     * The parameters are set before the rows are loaded, so they decide how a row is stored. A collector that is killed before leaves
     * no server.
     */
    @Test
    @Execution(CONCURRENT)
    void theRecordedConfigurationIsThatOfTheServerAlsoAfterAKill() throws Exception {
        try (Collecting collecting = new Collecting(folder, PLAN, "--datastore", "redis")) {
            Process killed = collecting.start();
            await().atMost(PATIENCE).until(() -> Files.exists(collecting.out().resolve("work/trial/ycsb/series.csv")));
            killed.destroyForcibly().waitFor();
            assertThat(collecting.alive("redis-server")).hasSize(1);

            Map<String, String> seen = new TreeMap<>();
            Process collector = collecting.start();
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(200)).until(() -> {
                look(collecting, seen);
                return !collector.isAlive();
            });
            assertThat(collector.exitValue()).as(collecting.printed()).isZero();
            assertThat(seen).isEqualTo(Map.of("10", "64 listpack 5000", "50", "16 hashtable 5000"));

            assertMeasured(collecting);
            Map<String, String> recorded = new TreeMap<>();
            for (JsonNode trial : measured(collecting, 2)) {
                JsonNode effective = trial.get("effective");
                recorded.put(
                        effective.get("hz").asText(),
                        effective.get("hash_max_listpack_value").asText());
            }
            assertThat(recorded).isEqualTo(Map.of("10", "64", "50", "16"));
            assertThat(collecting.printed()).contains("ended what an earlier run left: process ");
            assertThat(collecting.alive("redis-server")).isEmpty();
        }
    }

    @Test
    @Execution(CONCURRENT)
    void everyKnobHasTheServersDefaultAndTakesItsWholeRange() throws Exception {
        KnobCatalogue catalogue =
                KnobCatalogue.read(Distribution.file("conf/knobs/redis-7.0.yaml"), new NodeResources(2, 256));
        try (Server server = new Server(folder)) {
            for (KnobDefinition knob : catalogue.entries()) {
                String parameter = knob.parameter().orElseThrow();
                double first = knob.knob().defaultCode();
                assertThat(server.cli().parameter(parameter))
                        .as(parameter)
                        .isEqualTo(knob.settings(first).get(parameter));
                List<Double> codes = new ArrayList<>(knob.knob().singles());
                knob.knob().range().ifPresent(range -> codes.addAll(List.of(range.min(), range.max())));
                for (double code : codes) {
                    String value = knob.settings(code).get(parameter);
                    assertThat(server.cli().call("CONFIG", "SET", parameter, value))
                            .as("%s %s", parameter, value)
                            .containsExactly("OK");
                    assertThat(server.cli().parameter(parameter)).as(parameter).isEqualTo(value);
                }
            }
        }
    }

    /**
     * The server has the parameters and the rows of the trial. redis-benchmark does less for each operation than YCSB in a JVM, so its
     * rate is greater, unless other tests slow it down. A rate in another unit is outside of the bounds.
     */
    @Test
    @Execution(CONCURRENT)
    void redisBenchmarkMeasuresARateOfTheSameOrder() throws Exception {
        String reads = PLAN.replaceFirst("(?m)^defaults: .*$", "defaults: {read_ratios: [], repeats: 0}")
                .replace("read_ratios: [0.5], scan_shares: [0.2]", "read_ratios: [1.0]");
        try (Collecting collecting = new Collecting(folder, reads, "--datastore", "redis")) {
            assertThat(collecting.run()).as(collecting.printed()).isZero();
            JsonNode trial = measured(collecting, 1).get(0);
            double rate = benchmarkReads(trial.get("effective"));
            assertThat(trial.at("/throughput/mean").asDouble())
                    .as("%s, redis-benchmark: %s/s", trial.get("effective"), rate)
                    .isBetween(rate / 50, 10 * rate);
        }
    }

    /** Reads per second of whole rows by redis-benchmark. */
    private double benchmarkReads(JsonNode effective) throws Exception {
        try (Server server = new Server(folder)) {
            String longest = effective.get("hash_max_listpack_value").asText();
            server.cli().call("CONFIG", "SET", "hz", effective.get("hz").asText());
            server.cli().call("CONFIG", "SET", "hash-max-listpack-value", longest);
            RedisBinding binding = binding(server);
            for (int row = 0; row < ROWS; row++) {
                List<String> fields = new ArrayList<>();
                for (int field = 0; field < 10; field++) {
                    fields.addAll(List.of("field" + field, "x".repeat(50)));
                }
                assertThat(binding.insert(
                                "usertable",
                                String.format(Locale.ROOT, "user%012d", row),
                                values(fields.toArray(String[]::new))))
                        .isEqualTo(Status.OK);
            }
            binding.cleanup();
            assertThat(server.cli().call("OBJECT", "ENCODING", "user000000000000"))
                    .containsExactly(Integer.parseInt(longest) < 50 ? "hashtable" : "listpack");
            return new RedisBenchmark(server.cli().port(), THREADS, ROWS).rate("HGETALL", "user__rand_int__");
        }
    }

    @Test
    @Execution(CONCURRENT)
    void theBindingStoresARecordAsAHash() throws Exception {
        try (Server server = new Server(folder)) {
            RedisBinding binding = binding(server);
            for (int i = 0; i < 9; i++) {
                assertThat(binding.insert("usertable", "user" + i, values("a", "first" + i, "b", "second")))
                        .isEqualTo(Status.OK);
            }
            assertThat(server.cli().call("HGET", "user4", "a")).containsExactly("first4");
            assertThat(binding.update("usertable", "user4", values("b", "changed")))
                    .isEqualTo(Status.OK);
            assertThat(server.cli().call("HMGET", "user4", "a", "b")).containsExactly("first4", "changed");

            assertThat(read(binding, "user4", null)).isEqualTo(Map.of("a", "first4", "b", "changed"));
            assertThat(read(binding, "user4", Set.of("b"))).isEqualTo(Map.of("b", "changed"));
            assertThat(binding.read("usertable", "user99", null, new HashMap<>()))
                    .isEqualTo(Status.NOT_FOUND);

            assertThat(binding.delete("usertable", "user5")).isEqualTo(Status.OK);
            assertThat(binding.delete("usertable", "user5")).isEqualTo(Status.NOT_FOUND);
            assertThat(scan(binding, "user3", 3)).containsExactly("first3", "first4", "first6");
            assertThat(scan(binding, "user8", 3)).containsExactly("first8");
            binding.cleanup();
        }
    }

    /** What the running servers have: hz to the limit of a field, the encoding of a row, and the number of rows. */
    private static void look(Collecting collecting, Map<String, String> seen) throws Exception {
        if (!Files.exists(collecting.out().resolve("work/trial/ycsb/series.csv"))) {
            return;
        }
        for (ProcessHandle process : collecting.alive("redis-server")) {
            Path line = Path.of("/proc/" + process.pid() + "/cmdline");
            Matcher address = Pattern.compile("127\\.0\\.0\\.1:(\\d+)")
                    .matcher(Files.exists(line) ? Files.readString(line, StandardCharsets.ISO_8859_1) : "");
            if (!address.find()) {
                continue;
            }
            RedisCli cli = new RedisCli(Integer.parseInt(address.group(1)));
            List<String> key = cli.call("ZRANGE", "rafiki:keys", "0", "0");
            List<String> rows = cli.call("ZCARD", "rafiki:keys");
            String hz = cli.parameter("hz");
            String longest = cli.parameter("hash-max-listpack-value");
            List<String> encoding = key.isEmpty() ? List.of() : cli.call("OBJECT", "ENCODING", key.get(0));
            if (!hz.isEmpty() && !longest.isEmpty() && !encoding.isEmpty() && !rows.isEmpty()) {
                seen.put(hz, longest + " " + encoding.get(0) + " " + rows.get(0));
            }
        }
    }

    /** The measured trials, of which there are so many. */
    private static List<JsonNode> measured(Collecting collecting, int expected) throws IOException {
        List<JsonNode> measured = collecting.trials().stream()
                .filter(trial -> trial.get("status").asText().equals("ok"))
                .toList();
        assertThat(measured).as(collecting.printed()).hasSize(expected);
        return measured;
    }

    private static void assertMeasured(Collecting collecting) throws IOException {
        assertThat(measured(collecting, 2)).allSatisfy(trial -> {
            assertThat(trial.get("effective")).isEqualTo(trial.get("proposed"));
            assertThat(trial.get("throughput").get("mean").asDouble()).isPositive();
            assertThat(trial.at("/environment/datastore").asText()).isEqualTo("redis");
            assertThat(trial.at("/environment/release").asText()).startsWith("Redis ");
            assertThat(trial.at("/environment/memoryLimit").asText()).isEqualTo("maxmemory");
            assertThat(trial.at("/environment/memoryMiB").asInt()).isEqualTo(256);
            double scans = trial.at("/latencies/scan/count").asDouble();
            double reads = trial.at("/latencies/read/count").asDouble();
            assertThat(scans / (scans + reads)).isCloseTo(SCAN_SHARE, within(0.1));
        });
    }

    private static RedisBinding binding(Server server) throws DBException {
        RedisBinding binding = new RedisBinding();
        Properties properties = new Properties();
        properties.setProperty("redis.port", Integer.toString(server.cli().port()));
        binding.setProperties(properties);
        binding.init();
        return binding;
    }

    private static Map<String, ByteIterator> values(String... pairs) {
        Map<String, ByteIterator> values = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            values.put(pairs[i], new StringByteIterator(pairs[i + 1]));
        }
        return values;
    }

    private static Map<String, String> read(RedisBinding binding, String key, Set<String> fields) {
        Map<String, ByteIterator> result = new HashMap<>();
        assertThat(binding.read("usertable", key, fields, result)).isEqualTo(Status.OK);
        return StringByteIterator.getStringMap(result);
    }

    /** The field {@code a} of each scanned record. */
    @SuppressWarnings({"JdkObsolete", "NonApiType"}) // YCSB's signature
    private static List<String> scan(RedisBinding binding, String from, int count) {
        Vector<HashMap<String, ByteIterator>> result = new Vector<>();
        assertThat(binding.scan("usertable", from, count, null, result)).isEqualTo(Status.OK);
        return result.stream().map(row -> row.get("a").toString()).toList();
    }

    /** A server with Redis's own defaults. */
    private static final class Server implements AutoCloseable {

        private final Process process;
        private final RedisCli cli;

        Server(Path folder) throws Exception {
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                cli = new RedisCli(free.getLocalPort());
            }
            process = new ProcessBuilder(
                            "redis-server",
                            "--port",
                            Integer.toString(cli.port()),
                            "--bind",
                            "127.0.0.1",
                            "--dir",
                            folder.toString(),
                            "--save",
                            "")
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("server.log").toFile())
                    .start();
            await().atMost(PATIENCE).until(() -> cli.call("PING").equals(List.of("PONG")));
        }

        RedisCli cli() {
            return cli;
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }
}
