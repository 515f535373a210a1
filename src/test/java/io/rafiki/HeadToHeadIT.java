package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** {@code rafiki bench head-to-head} on real nodes, with machine time for a few short trials. */
@EnabledIfSystemProperty(named = "rafiki.long", matches = "true")
class HeadToHeadIT {

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
        assertThat(bench(plan, out))
                .contains("Workload 0.5: verified in rounds.")
                .containsPattern("0\\.5: rafiki against cassandra_latest\\.yaml: not shown to differ");
        Map<String, JsonNode> runs = new TreeMap<>();
        for (JsonNode line : Lines.of(out.resolve("live/head-to-head.jsonl"))) {
            runs.put(line.get("tuner").asText(), line);
        }
        assertThat(runs).containsOnlyKeys("rafiki", "random");
        JsonNode steps = runs.get("random").get("steps");
        assertThat(steps.size()).isPositive();
        for (int i = 0; i + 1 < steps.size(); i++) {
            assertThat(steps.get(i).get("end").asDouble()).isLessThan(3600 * HOURS);
        }
        assertThat(steps.get(steps.size() - 1).get("end").asDouble()).isGreaterThanOrEqualTo(3600 * HOURS);
        assertThat(Lines.of(out.resolve("live/0.5/random-1/trials.jsonl"))).hasSize(steps.size());
        List<JsonNode> verified = Lines.of(out.resolve("live/0.5/verification/trials.jsonl"));
        assertThat(verified)
                .extracting(trial -> trial.get("effective").get("compaction").asText())
                .contains("SizeTiered", "Leveled", "Unified(N)", "Unified(T4)");
        assertThat(Files.readString(out.resolve("live/0.5.svg"))).contains(">random</text>");

        List<String> results = Files.readAllLines(out.resolve("live/head-to-head.jsonl"));
        Files.delete(out.resolve("live/head-to-head.jsonl"));
        bench(plan, out);
        assertThat(Files.readAllLines(out.resolve("live/head-to-head.jsonl"))).isEqualTo(results);
        assertThat(Lines.of(out.resolve("live/0.5/random-1/trials.jsonl"))).hasSize(steps.size());
        assertThat(Lines.of(out.resolve("live/0.5/verification/trials.jsonl"))).isEqualTo(verified);
    }

    /** Benchmarks are in the checkout, and use the distribution. */
    private static String bench(Path plan, Path out) throws Exception {
        Path benchmarks = Path.of("../../benchmarks/target/classes").toAbsolutePath();
        Command bench = Command.run(QuickStart.onQuickNodes(
                Command.JAVA.resolve("bin/java").toString(),
                QuickStart.JIT,
                "-Drafiki.home=" + Distribution.file("."),
                "-cp",
                benchmarks + File.pathSeparator + Distribution.classPath(),
                "io.rafiki.benchmark.Benchmarks",
                "head-to-head",
                "--tuners=rafiki,random",
                "--workload=0.5",
                "--hours=" + HOURS,
                "--rounds=1",
                "--plan=" + plan,
                "--out=" + out));
        assertThat(bench.exit()).as(bench.output()).isZero();
        return bench.output();
    }
}
