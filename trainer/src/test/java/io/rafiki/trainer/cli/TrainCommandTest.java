package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Metric;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** {@code rafiki train}: what it learns from trials, and which trials it refuses. */
class TrainCommandTest extends TrainedModelTest {

    @Test
    void trainsAndRecommends() throws Exception {
        List<String> lines = trials(60);
        lines.add(lines.get(3).replace("\"status\":\"ok\"", "\"status\":\"failed\""));
        lines.add(lines.get(4).replace("\"status\":\"ok\"", "\"status\":\"disturbed\""));
        train(lines);
        assertThat(out.toString())
                .contains("Trials: 60 ok, 1 failed, 1 disturbed; 60 of them have a valid rate and are used.")
                .contains("Noise: nothing was measured twice")
                .containsPattern("throughput +60 +4 of 4 +[0-9.]+ %")
                .contains("Held-out error: on configurations that the networks had not seen. It contains")
                .doesNotContain("readP99")
                .contains("sha256 " + ModelBundle.read(model()).hash());
        assertThat(ModelBundle.read(model()).provenance().environment())
                .containsEntry("cores", "2")
                .containsEntry("heapMiB", "1024")
                .containsEntry("release", "5.0.9")
                .containsEntry("system", "Linux 6 | Linux 7");

        assertThat(recommend("--read-ratio", "0.9")).isZero();
        assertThat(out.toString())
                .startsWith("Model of 60 trials, on Cassandra 5.0.9, 2 cores, heap 1024 MiB")
                .contains("Predicted gain")
                .contains("kappa 2.0")
                .contains("concurrent_reads: ")
                .contains("ALTER TABLE <keyspace>.<table> WITH compaction = {'class': ")
                .contains("nodetool ");
    }

    @Test
    void reportsThatTheHeldOutTrialsAreOfALearntConfiguration() throws Exception {
        List<String> trials = trials(40);
        List<String> lines = new ArrayList<>();
        for (String line : trials) {
            ObjectNode trial = (ObjectNode) JSON.readTree(line);
            double readRatio = trial.at("/workload/readRatio").asDouble();
            trial.set("proposed", JSON.readTree(trials.get(0)).path("proposed"));
            ((ObjectNode) trial.path("throughput")).put("mean", 40_000 * (1 + readRatio) + 100 * (lines.size() % 5));
            lines.add(trial.toString());
        }
        train(lines);
        assertThat(out.toString())
                .contains("Held-out error: on trials that the networks had not seen; they had seen other trials of the"
                        + " same configuration. It contains");
    }

    @Test
    void refusesMoreNetworksThanAModelHoldsBeforeItTrains() throws Exception {
        List<String> lines = new ArrayList<>();
        for (String line : trials(40)) {
            ObjectNode trial = (ObjectNode) JSON.readTree(atRate(line, 3_990, latencyByReads(line)));
            double throughput = trial.at("/throughput/mean").asDouble();
            ObjectNode latencies = trial.putObject("latencies");
            latency(latencies.putObject("read"), 5_000, 8e8 / throughput);
            latency(latencies.putObject("update"), 5_000, 6e8 / throughput);
            lines.add(trial.toString());
        }
        Files.write(folder.resolve("trials.jsonl"), lines);
        String trials = folder.resolve("trials.jsonl").toString();
        String model = model().toString();
        String catalogue = CATALOGUE.toString();
        assertThat(rafiki("train", "--trials", trials, "--out", model, "--catalogue", catalogue, "--nets", "1000"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--nets: expected at most ").contains("(metrics: 4, inputs: ");
        assertThat(model()).doesNotExist();
    }

    @Test
    void learnsTheLatenciesThatEnoughTrialsMeasured() throws Exception {
        List<String> lines = new ArrayList<>();
        for (String line : trials(40)) {
            ObjectNode trial = (ObjectNode) JSON.readTree(line);
            double throughput = trial.at("/throughput/mean").asDouble();
            ObjectNode latencies = trial.putObject("latencies");
            latency(latencies.putObject("read"), lines.size() < 30 ? 5_000 : 499, 8e8 / throughput);
            latency(latencies.putObject("update"), lines.size() < 19 ? 5_000 : 0, 6e8 / throughput);
            lines.add(trial.toString());
        }
        train(lines);
        assertThat(out.toString())
                .containsPattern("throughput +40 +4 of 4 ")
                .containsPattern("read p99 +30 +4 of 4 ")
                .contains("writeP99 is not learnt: expected at least 20 trials that measured it over 500 operations,"
                        + " found 19.");
        ModelBundle model = ModelBundle.read(model());
        assertThat(model.ensemble(Metric.WRITE_P99)).as("19 trials are too few").isEmpty();
        assertThat(model.metrics().get(Metric.READ_P99).members())
                .allMatch(member -> member.target().logarithmic());
        assertThat(model.members()).anyMatch(member -> !member.target().logarithmic());
        double throughput = model.ensemble()
                .predict(Workload.ofReadRatio(0.5), model.space().defaults())
                .mean();
        assertThat(model.ensemble(Metric.READ_P99)
                        .orElseThrow()
                        .predict(Workload.ofReadRatio(0.5), model.space().defaults())
                        .mean())
                .isCloseTo(8e8 / throughput, Offset.offset(0.2 * 8e8 / throughput));
    }

    @Test
    void leavesOutALatencyThatNeverDiffers() throws Exception {
        List<String> lines = new ArrayList<>();
        for (String line : trials(30)) {
            ObjectNode trial = (ObjectNode) JSON.readTree(line);
            latency(trial.putObject("latencies").putObject("read"), 5_000, 1_000);
            lines.add(trial.toString());
        }
        train(lines);
        assertThat(out.toString()).contains("readP99 is not learnt: expected measurements that differ, found 1000.0");
        assertThat(ModelBundle.read(model()).metrics()).containsOnlyKeys(Metric.THROUGHPUT);
    }

    @Test
    void learnsTheLatencyAtTheRateFromTheTrialsThatCarriedIt() throws Exception {
        List<String> lines = new ArrayList<>();
        double notCarriedAt = 0;
        for (String line : trials(40)) {
            boolean carried = lines.size() < 30;
            double throughput = JSON.readTree(line).at("/throughput/mean").asDouble();
            notCarriedAt = carried ? 0 : Math.max(notCarriedAt, throughput);
            lines.add(carried ? atRate(line, 3_990, latencyByReads(line)) : atRate(line, 3_000, 9_000_000));
        }
        train(lines);
        assertThat(out.toString()).containsPattern("p99 at rate +30 +4 of 4 ");
        ModelBundle model = ModelBundle.read(model());
        assertThat(model.provenance().openLoopRate()).hasValue(4_000);
        assertThat(notCarriedAt).isGreaterThan(4_000);
        assertThat(model.provenance().notCarriedAt())
                .as("a mean over states above the rate does not show that each carries it")
                .hasValue(notCarriedAt);
        assertThat(model.ensemble(Metric.P99_AT_RATE)
                        .orElseThrow()
                        .predict(Workload.ofReadRatio(0.5), model.space().defaults())
                        .mean())
                .isCloseTo(1_640, Offset.offset(0.2 * 1_640));

        lines.set(0, atRate(lines.get(0), 3_919, latencyByReads(lines.get(0))));
        train(lines.subList(0, 20));
        assertThat(out.toString())
                .contains("p99AtRate is not learnt: expected at least 20 trials that carried the rate over 500"
                        + " operations, found 19.");
        assertThat(ModelBundle.read(model()).metrics()).containsOnlyKeys(Metric.THROUGHPUT);
        assertThat(ModelBundle.read(model()).provenance().openLoopRate()).isEmpty();
        assertThat(ModelBundle.read(model()).provenance().notCarriedAt()).isEmpty();

        lines.set(1, lines.get(1).replace("\"target\":4000", "\"target\":5000"));
        train(lines);
        assertThat(out.toString())
                .contains("p99AtRate is not learnt: expected trials at one open_loop_rate, found [4000.0, 5000.0].");
    }

    @Test
    void reportsAnomaliesOfTheTrials() throws Exception {
        List<String> lines = new ArrayList<>();
        for (String line : trials(60)) {
            lines.add(line.replaceAll("\"concurrent_writes\":[0-9]+", "\"concurrent_writes\":32"));
        }
        ObjectNode wild = (ObjectNode) JSON.readTree(lines.get(7));
        ((ObjectNode) wild.path("throughput"))
                .put("mean", 6 * wild.at("/throughput/mean").asDouble());
        lines.set(7, wild.toString());
        train(lines);
        assertThat(out.toString())
                .contains("concurrent_writes was 32 in all trials")
                .contains("Outlier: trial t7 measured throughput ");
    }

    @Test
    void refusesTrialsThatTeachNothing() throws Exception {
        refusedTrials(trials(19), "expected at least 20 trials with a valid rate, found 19. Collect more.");
        List<String> constant = new ArrayList<>();
        for (String line : trials(25)) {
            constant.add(line.replaceAll("\"mean\":[0-9.]+", "\"mean\":7000.0"));
        }
        refusedTrials(constant, "expected measurements that differ, found 7000.0 in all 25 trials.");
        List<String> beyond = trials(25);
        beyond.set(5, beyond.get(5).replaceAll("\"concurrent_reads\":[0-9]+", "\"concurrent_reads\":4096"));
        refusedTrials(beyond, "concurrent_reads: expected a whole number 8..128, found 4096");
        List<String> mixed = trials(25);
        mixed.set(5, mixed.get(5).replace("\"cores\":2", "\"cores\":8"));
        refusedTrials(mixed, "expected trials on nodes of one size");
        List<String> releases = trials(25);
        releases.set(5, releases.get(5).replaceAll("\"(release|cassandra)\":\"[^\"]*\"", "\"release\":\"4.1.3\""));
        refusedTrials(releases, "expected trials on nodes of one size");
        List<String> keys = trials(25);
        for (int i = 0; i < 2; i++) {
            keys.set(
                    i,
                    keys.get(i)
                            .replace(
                                    "\"reuseDistance\"",
                                    "\"distribution\":\"" + (i == 0 ? "zipfian" : "uniform") + "\",\"reuseDistance\""));
        }
        refusedTrials(keys, "expected trials with one distribution of keys, found uniform and zipfian.");
        keys.set(0, keys.get(0).replace("\"zipfian\",\"reuseDistance\":null", "\"uniform\",\"reuseDistance\":50.0"));
        refusedTrials(
                keys, "expected trials with one distribution of keys, found a reuse distance of 50.0 and uniform.");
        keys.set(1, keys.get(1).replace("\"reuseDistance\":null", "\"reuseDistance\":60.0"));
        refusedTrials(
                keys,
                "expected trials with one distribution of keys, found a reuse distance of 50.0 and a reuse distance of"
                        + " 60.0.");
    }

    /** What affects a trial and is no input of the model would look like noise. */
    @Test
    void refusesTrialsOfSeveralKinds() throws Exception {
        List<String> protocols = trials(25);
        protocols.set(
                5,
                Files.readAllLines(Path.of("../conf/campaigns/cassandra-5.0-2core-sustained/trials.jsonl"))
                        .get(0));
        refusedTrials(protocols, "expected trials with one protocol, found short and sustained.");
        List<String> clients = trials(25);
        clients.set(5, clients.get(5).replace("\"threads\":32", "\"threads\":8"));
        refusedTrials(
                clients,
                "expected trials with one shape of data and clients, found 1000 rows of 1000 bytes, 1.0 overwrites, 32"
                        + " threads and 1000 rows of 1000 bytes, 1.0 overwrites, 8 threads.");
        List<String> twice = trials(25);
        String timing = "\"timing\":{\"startedAt\":\"2026-01-01T00:00:00Z\",\"readySeconds\":4,\"warmUpSeconds\":2,"
                + "\"measuredSeconds\":5,\"totalSeconds\":20},\"environment\"";
        twice.set(4, twice.get(4).replace("\"environment\"", timing));
        twice.set(5, twice.get(4));
        refusedTrials(twice, "expected each trial once, found ");
    }

    @Test
    void refusesTrialsOutsideTheRangesOfTheirPlan() throws Exception {
        Path shipped = Path.of("../conf/campaigns/cassandra-5.0-2core/plan.yaml");
        List<String> plan = new ArrayList<>(Files.readAllLines(shipped));
        plan.removeIf(line -> line.contains("concurrent_reads:"));
        Files.write(folder.resolve("plan.yaml"), plan);
        refusedTrials(trials(25), "found concurrent_reads varied, too. Name their plan with --plan.");
        Files.copy(shipped, folder.resolve("plan.yaml"), StandardCopyOption.REPLACE_EXISTING);
        List<String> unknown = trials(25);
        unknown.set(5, unknown.get(5).replace("\"proposed\":{", "\"proposed\":{\"concurrent_red\":4,"));
        refusedTrials(unknown, "unknown knob concurrent_red.");
    }

    private void refusedTrials(List<String> lines, String message) throws IOException {
        Files.write(folder.resolve("trials.jsonl"), lines);
        assertThat(rafiki(
                        "train",
                        "--trials",
                        folder.resolve("trials.jsonl").toString(),
                        "--out",
                        model().toString(),
                        "--catalogue",
                        CATALOGUE.toString()))
                .isEqualTo(1);
        assertThat(err.toString())
                .startsWith("rafiki: " + folder.resolve("trials.jsonl") + ": ")
                .contains(message)
                .hasLineCount(1);
        assertThat(model()).doesNotExist();
    }
}
