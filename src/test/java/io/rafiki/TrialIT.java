package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rafiki trial} with YCSB's workload F on a real node: ageing, closed loop, open loops, and one line of JSON. */
class TrialIT {

    private static final JsonMapper JSON = new JsonMapper();

    static final String PLAN =
            """
            name: tiny
            seed: 1
            trials: 0
            protocol: sustained
            read_ratio: {min: 0.0, max: 1.0}
            defaults: {read_ratios: [0.5], repeats: 0}
            data: {records: 20000, fields: 1, field_size: 1000B, update_fraction: 0.1}
            client: {threads: 8}
            node: {heap: 512MiB, memory: 1GiB, read_ahead: 64KiB}
            time: {ageing: {turnover: 1, max: 12s}, burn_in: 6s, measurement: 30s, open_loop: 2s}
            max_background_cpu: 1.0
            knobs:
              compaction:
              concurrent_reads:
            """;

    private static final String WORKLOAD_F =
            """
            recordcount=20000
            operationcount=1000
            workload=site.ycsb.workloads.CoreWorkload
            readallfields=true
            readproportion=0.5
            updateproportion=0
            readmodifywriteproportion=0.5
            requestdistribution=zipfian
            """;

    @TempDir
    Path folder;

    @Test
    void measuresOneConfigurationAndPrintsOneLine() throws Exception {
        // small memtables, so that the node flushes within seconds
        Path plan = Files.writeString(
                folder.resolve("plan.yaml"),
                PLAN.replace("turnover: 1, max: 12s", "turnover: 100, max: 8s")
                                .replace("measurement: 30s", "measurement: 30s, states: 2")
                                .replace("open_loop: 2s", "open_loop: 2s, open_loop_rate: 200")
                        + "  memtable_cleanup_threshold:\n");
        Path workload = Files.writeString(folder.resolve("workloadf"), WORKLOAD_F);
        Path out = folder.resolve("out");
        Path lines = folder.resolve("stdout");
        int code = new ProcessBuilder(QuickStart.onQuickNodes(TrainerProcess.onSharedData(
                        Distribution.file("rafiki").toString(),
                        "trial",
                        "--plan",
                        plan.toString(),
                        "--workload",
                        workload.toString(),
                        "--config",
                        "compaction=Leveled,concurrent_reads=16,memtable_cleanup_threshold=0.1",
                        "--seed",
                        "7",
                        "--out",
                        out.toString())))
                .redirectOutput(lines.toFile())
                .redirectError(folder.resolve("stderr").toFile())
                .start()
                .waitFor();

        assertThat(code).as(Files.readString(folder.resolve("stderr"))).isZero();
        assertThat(Files.readAllLines(lines)).hasSize(1);
        JsonNode printed = JSON.readTree(Files.readString(lines));
        assertThat(printed.get("status").asText()).isIn("ok", "not_stationary", "client_saturated");
        assertThat(printed.get("rate").asDouble())
                .isBetween(printed.get("low").asDouble(), printed.get("high").asDouble());
        assertThat(printed.get("rate").asDouble()).isPositive();
        assertThat(printed.get("debt").get("sstables").asLong()).isPositive();

        List<String> recorded = Files.readAllLines(out.resolve("trials.jsonl"));
        assertThat(recorded).singleElement().satisfies(line -> assertThat(line.length())
                .isLessThan(20_000));
        JsonNode trial = JSON.readTree(recorded.get(0));
        assertThat(trial.get("proposed").get("compaction").asText()).isEqualTo("Leveled");
        assertThat(trial.get("effective")).isEqualTo(trial.get("proposed"));
        assertThat(trial.get("seeds").get("plan").asLong()).isEqualTo(7);
        assertThat(trial.get("properties").get("readmodifywriteproportion").asText())
                .isEqualTo("0.5");
        assertThat(trial.get("workload").get("readRatio").asDouble()).isBetween(0.66, 0.67);
        assertThat(trial.get("latencies").fieldNames()).toIterable().contains("read", "update");
        assertThat(trial.get("throughput").get("perSecond")).hasSize(30);

        JsonNode environment = trial.get("environment");
        if (environment.get("readAheadLimit").asText().equals("disk")) {
            assertThat(environment.get("readAheadKiB").asInt()).isEqualTo(64);
        } else {
            assertThat(environment.get("readAheadLimit").asText()).startsWith("none: ");
        }

        JsonNode sustained = trial.get("sustained");
        assertThat(sustained.get("turnover").asDouble()).isPositive();
        assertThat(sustained.get("agedSeconds").asDouble()).isBetween(1.0, 60.0);
        assertThat(sustained.get("clientBusy").asDouble()).isBetween(0.0, 1.1);
        assertThat(sustained.get("p99PerSecond")).hasSize(30);
        JsonNode states = sustained.get("states");
        assertThat(states).hasSize(2);
        assertThat(states.get(1).get("begin").asInt()).isEqualTo(15);
        assertThat(states)
                .allSatisfy(state -> assertThat(state.get("liveMiB").asLong()).isPositive());
        // with so large a turnover both stand for more writes than they made, so the rate is the harmonic mean
        double slowness = 1 / states.get(0).get("rate").asDouble()
                + 1 / states.get(1).get("rate").asDouble();
        assertThat(printed.get("rate").asDouble()).isCloseTo(2 / slowness, within(1.0));
        assertThat(sustained.get("openLoops"))
                .hasSize(3)
                .allSatisfy(loop -> assertThat(loop.get("pauseP99").asLong()).isBetween(1L, 60_000_000L));
        for (int i = 0; i < 2; i++) {
            assertThat(sustained.get("openLoops").get(i).get("target").asDouble())
                    .isBetween(
                            0.7 * printed.get("rate").asDouble(),
                            printed.get("rate").asDouble());
        }
        for (String share : List.of("75", "95")) {
            JsonNode loop = sustained.get("openLoops").get(share.equals("75") ? 0 : 1);
            assertThat(printed.has("p99At" + share))
                    .as("only a rate that the node carried has a latency")
                    .isEqualTo(isCarried(loop));
        }
        JsonNode atRate = sustained.get("openLoops").get(2);
        assertThat(atRate.has("share")).as("its rate is that of the plan").isFalse();
        assertThat(atRate.get("target").asDouble()).isEqualTo(200);
        assertThat(printed.get("achievedAtRate")).isEqualTo(atRate.get("achieved"));
        assertThat(printed.has("p99AtRate"))
                .as("only a rate that the node carried has a latency")
                .isEqualTo(isCarried(atRate));
        assertThat(sustained.get("openLoops"))
                .allSatisfy(loop -> assertThat(loop.get("achieved").asDouble())
                        .as("a fixed rate, not the maximum")
                        .isBetween(
                                0.4 * loop.get("target").asDouble(),
                                1.1 * loop.get("target").asDouble()));
        assertThat(sustained.get("debt"))
                .extracting(sample -> sample.get("phase").asText())
                .containsSubsequence("AGEING", "MEASUREMENT", "AGEING", "MEASUREMENT", "OPEN_LOOP");
        assertThat(sustained.get("debt")).last().satisfies(sample -> {
            assertThat(sample.get("flushedMiB").asLong()).isPositive();
            assertThat(sample.get("liveMiB").asLong()).isPositive();
        });
        assertThat(out.resolve(sustained.get("series").asText())).isRegularFile();
        assertThat(out.resolve(trial.get("log").asText())).isRegularFile();
    }

    private static boolean isCarried(JsonNode loop) {
        return loop.get("achieved").asDouble() >= 0.98 * loop.get("target").asDouble();
    }
}
