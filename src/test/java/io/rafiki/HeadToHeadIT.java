package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** {@code rafiki bench head-to-head} on real nodes, with machine time for a few short trials. */
@EnabledIfSystemProperty(named = "rafiki.long", matches = "true")
class HeadToHeadIT {

    private static final JsonMapper JSON = new JsonMapper();
    private static final double HOURS = 0.01;

    private static final String PLAN =
            """
            name: tiny
            seed: 1
            trials: 0
            read_ratio: {min: 0.0, max: 1.0}
            defaults: {read_ratios: [0.5], repeats: 0}
            data: {records: 5000, fields: 1, field_size: 200B}
            client: {threads: 8}
            node: {heap: 512MiB, memory: 1GiB}
            time: {warm_up: 1s, measurement: 5s}
            max_background_cpu: 1.0
            knobs:
              compaction: {choices: [SizeTiered, Leveled]}
              concurrent_reads:
            """;

    @TempDir
    Path folder;

    /** A second call without the results repeats no trial: the lines of the trials are enough. */
    @Test
    void tunersHaveTheSameMachineTimeAndTheirChoicesAreVerified() throws Exception {
        Path plan = Files.writeString(folder.resolve("plan.yaml"), PLAN);
        Path out = folder.resolve("out");
        assertThat(bench(plan, out)).as(printed()).isZero();
        assertThat(printed())
                .contains("Workload 0.5: verified in rounds.")
                .containsPattern("0\\.5: rafiki against cassandra_latest\\.yaml: not shown to differ");
        Map<String, JsonNode> runs = new TreeMap<>();
        for (JsonNode line : lines(out.resolve("head-to-head.jsonl"))) {
            runs.put(line.get("tuner").asText(), line);
        }
        assertThat(runs).containsOnlyKeys("rafiki", "random");
        JsonNode steps = runs.get("random").get("steps");
        assertThat(steps.size()).isPositive();
        for (int i = 0; i + 1 < steps.size(); i++) {
            assertThat(steps.get(i).get("end").asDouble()).isLessThan(3600 * HOURS);
        }
        assertThat(steps.get(steps.size() - 1).get("end").asDouble()).isGreaterThanOrEqualTo(3600 * HOURS);
        assertThat(lines(out.resolve("live/0.5/random-1/trials.jsonl"))).hasSize(steps.size());
        List<JsonNode> verified = lines(out.resolve("live/0.5/verification/trials.jsonl"));
        assertThat(verified)
                .extracting(trial -> trial.get("effective").get("compaction").asText())
                .contains("SizeTiered", "Leveled", "Unified(N)", "Unified(T4)");
        assertThat(Files.readString(out.resolve("live/0.5.svg"))).contains(">random</text>");

        List<String> results = Files.readAllLines(out.resolve("head-to-head.jsonl"));
        Files.delete(out.resolve("head-to-head.jsonl"));
        assertThat(bench(plan, out)).as(printed()).isZero();
        assertThat(Files.readAllLines(out.resolve("head-to-head.jsonl"))).isEqualTo(results);
        assertThat(lines(out.resolve("live/0.5/random-1/trials.jsonl"))).hasSize(steps.size());
        assertThat(lines(out.resolve("live/0.5/verification/trials.jsonl"))).isEqualTo(verified);
    }

    /** Benchmarks are in the checkout, and use the distribution. */
    private int bench(Path plan, Path out) throws Exception {
        String classes = Stream.of("trainer", "core", "dl4j")
                .map(part -> Distribution.file("lib/" + part) + "/*")
                .reduce(
                        Path.of("../../benchmarks/target/classes")
                                .toAbsolutePath()
                                .toString(),
                        (a, b) -> a + ":" + b);
        List<String> command = new ArrayList<>(List.of(
                Command.JAVA.resolve("bin/java").toString(),
                QuickStart.JIT,
                "-Drafiki.home=" + Distribution.file("."),
                "-cp",
                classes,
                "io.rafiki.benchmark.Benchmarks",
                "head-to-head",
                "--tuners=rafiki,random",
                "--workload=0.5",
                "--hours=" + HOURS,
                "--rounds=1",
                "--plan=" + plan,
                "--out=" + out));
        return new ProcessBuilder(QuickStart.onQuickNodes(command.toArray(String[]::new)))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("printed").toFile())
                .start()
                .waitFor();
    }

    private String printed() throws Exception {
        return Files.readString(folder.resolve("printed"));
    }

    private static List<JsonNode> lines(Path file) throws Exception {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            lines.add(JSON.readTree(line));
        }
        return lines;
    }
}
