package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A campaign on a Spark cluster of this machine, whose processes are killed: each planned trial is recorded once. */
class SparkIT {

    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int TRIALS = 3;
    private static final String DRIVER = "io.rafiki.spark.TrialDriver";

    /** Two nodes share the machine with Spark: with this length a pause of a few seconds is no stall. */
    static final int MEASURED = 12;

    private static final String PLAN = Collecting.plan("read_ratios: [0.1, 0.9]", "read_ratios: [0.1, 0.5, 0.9]")
            .replace("measurement: 5s", "measurement: " + MEASURED + "s");

    @TempDir
    Path folder;

    @BeforeAll
    static void twoProcessorsAreThere() {
        Machine.TASKSET.require();
        assertThat(Runtime.getRuntime().availableProcessors()).isGreaterThan(1);
    }

    @Test
    void eachTrialIsRecordedOnceAlthoughAMachineAndTheDriverAreLost() throws Exception {
        try (SparkMachines machines = new SparkMachines(folder);
                Collecting collecting = collecting(machines, folder)) {
            Process first = machines.worker(0);
            machines.worker(1);
            Process collector = collecting.start();
            awaitLoad(collecting, 0);
            SparkMachines.kill(first);
            await().atMost(PATIENCE).until(() -> !Files.exists(series(collecting, 0)));
            assertThat(collector.isAlive()).as(collecting.printed()).isTrue();

            machines.worker(0);
            awaitLoad(collecting, 0);
            driver(collector).destroyForcibly();
            assertThat(collector.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(collector.exitValue()).isEqualTo(1);
            assertThat(collecting.printed().lines().toList())
                    .last()
                    .asString()
                    .startsWith("rafiki: Spark driver: ")
                    .endsWith("Continue with: " + collecting.command());

            assertThat(collecting.run()).as(collecting.printed()).isZero();
            assertEachIsRecordedOnce(collecting);
            assertThat(collecting.run()).isZero();
            assertThat(collecting.printed()).contains(TRIALS + " trials planned, " + TRIALS + " measured, none to run");
            assertThat(collecting.trials().stream().map(SparkIT::place).distinct())
                    .as("both workers took trials")
                    .hasSize(2);
        }
    }

    static Collecting collecting(SparkMachines machines, Path folder) throws Exception {
        Collecting collecting = new Collecting(
                folder, PLAN, QuickStart.onQuickNodes(TrainerProcess.onSharedData("--engine", machines.url())));
        collecting.with(SparkMachines.environment());
        return collecting;
    }

    static void assertEachIsRecordedOnce(Collecting collecting) throws IOException {
        List<JsonNode> trials = collecting.trials();
        assertThat(trials).as(collecting.printed()).allSatisfy(trial -> {
            assertThat(trial.get("status").asText()).isEqualTo("ok");
            assertThat(trial.get("throughput").get("perSecond")).hasSize(MEASURED);
            assertThat(trial.get("seeds").get("plan").asLong()).isEqualTo(1);
            assertThat(trial.get("host").asText()).isEqualTo(host());
            assertThat(trial.get("environment").get("cores").asInt()).isEqualTo(1);
            assertThat(collecting.out().resolve(trial.get("log").asText())).isNotEmptyFile();
        });
        assertThat(trials.stream().map(trial -> trial.get("id").asText()))
                .doesNotHaveDuplicates()
                .hasSize(TRIALS);
        assertThat(trials.stream()
                        .map(trial -> trial.get("workload").get("readRatio").asDouble()))
                .containsExactlyInAnyOrder(0.1, 0.5, 0.9);
    }

    /** The folder of the worker that ran the trial. */
    private static Path place(JsonNode trial) {
        return Path.of(trial.get("log").asText()).subpath(0, 3);
    }

    private static void awaitLoad(Collecting collecting, int processor) {
        await().atMost(PATIENCE).until(() -> Files.exists(series(collecting, processor)));
    }

    /** What the load generator of a worker's trial writes while it runs. */
    private static Path series(Collecting collecting, int processor) throws IOException {
        return collecting
                .out()
                .resolve("machines")
                .resolve(host())
                .resolve(Integer.toString(processor))
                .resolve("work/trial/ycsb/series.csv");
    }

    private static ProcessHandle driver(Process collector) {
        return collector.descendants().filter(SparkIT::isDriver).findFirst().orElseThrow();
    }

    static boolean isDriver(ProcessHandle process) {
        return process.info().commandLine().orElse("").contains(DRIVER);
    }

    private static String host() throws IOException {
        return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    }
}
