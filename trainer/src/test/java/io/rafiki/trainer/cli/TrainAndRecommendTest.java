package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.train.Surface;
import io.rafiki.trainer.train.TrainingData;
import io.rafiki.trainer.trial.TrialWorkload;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a file of trials to a recommendation, by the commands; the trials are made up. */
class TrainAndRecommendTest {

    private static final Path CATALOGUE = Path.of("../conf/knobs/cassandra-5.0.yaml");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void trainsAndRecommends() throws Exception {
        List<String> lines = trials(60);
        lines.add(lines.get(3).replace("\"status\":\"ok\"", "\"status\":\"failed\""));
        lines.add(lines.get(4).replace("\"status\":\"ok\"", "\"status\":\"disturbed\""));
        train(lines);
        assertThat(out.toString())
                .contains("Trials: 60 ok, 1 failed, 1 disturbed; trained on those that are ok.")
                .contains("Noise: nothing was measured twice")
                .containsPattern("throughput +60 +3 of 4 +[0-9.]+ %")
                .doesNotContain("readP99")
                .contains("sha256 " + ModelBundle.read(model()).hash());
        assertThat(ModelBundle.read(model()).provenance().environment())
                .containsEntry("cores", "2")
                .containsEntry("heapMiB", "1024")
                .containsEntry("release", "5.0.9")
                .containsEntry("records", "1000 | 2000");

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
                .containsPattern("throughput +40 +3 of 4 ")
                .containsPattern("read p99 +30 +3 of 4 ")
                .contains("writeP99 is not learnt: expected at least 20 trials that measured it over 500 operations,"
                        + " found 19.");
        ModelBundle model = ModelBundle.read(model());
        assertThat(model.ensemble(Metric.WRITE_P99)).as("19 trials are too few").isEmpty();
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
    void recommendsUnderALimitOnTheReadLatency() throws Exception {
        train(withReadLatency(60));
        JsonNode free = advice();
        double p99 = free.at("/latencies/readP99/predicted/mean").asDouble();
        double ofBase = free.at("/latencies/readP99/predictedBase/mean").asDouble();
        assertThat(p99)
                .as("more concurrent reads, more throughput, more latency")
                .isGreaterThan(ofBase);
        double limit = 0.7 * p99 + 0.3 * ofBase;

        JsonNode bounded = advice("--max-read-p99", String.valueOf(limit));
        JsonNode kept = bounded.at("/latencies/readP99/predicted");
        assertThat(kept.get("mean").asDouble() + kept.get("deviation").asDouble())
                .isLessThanOrEqualTo(limit);
        assertThat(bounded.at("/withinLimits").asBoolean()).isTrue();
        assertThat(bounded.at("/predicted/mean").asDouble())
                .isLessThan(free.at("/predicted/mean").asDouble());

        assertThat(recommend("--read-ratio", "0.5", "--kappa", "1", "--max-read-p99", "1"))
                .isZero();
        assertThat(out.toString())
                .contains("limit 0.001 ms: not kept")
                .contains("No configuration keeps read p99 at or below 0.001 ms with a margin of 1.0 deviations.")
                .doesNotContain("cassandra.yaml");
        assertThat(recommend("--read-ratio", "0.5", "--max-write-p99", "9000")).isEqualTo(2);
        assertThat(err.toString())
                .contains("writeP99: expected a model that has learnt it, found one of [throughput, readP99].");
        assertThat(recommend("--read-ratio", "0.5", "--max-read-p99", "-4")).isEqualTo(2);
        assertThat(err.toString()).contains("--max-read-p99: expected microseconds above 0, found -4.0.");
    }

    private JsonNode advice(String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--read-ratio", "0.5", "--kappa", "1", "-F", "json"));
        arguments.addAll(List.of(more));
        assertThat(recommend(arguments.toArray(String[]::new)))
                .as(err.toString())
                .isZero();
        return JSON.readTree(out.toString());
    }

    @Test
    void learnsTheLatencyAtTheRateFromTheTrialsThatCarriedIt() throws Exception {
        List<String> lines = new ArrayList<>();
        for (String line : trials(40)) {
            boolean carried = lines.size() < 30;
            lines.add(carried ? atRate(line, 3_990, latencyByReads(line)) : atRate(line, 3_000, 9_000_000));
        }
        train(lines);
        assertThat(out.toString()).containsPattern("p99 at rate +30 +3 of 4 ");
        ModelBundle model = ModelBundle.read(model());
        assertThat(model.provenance().openLoopRate()).hasValue(4_000);
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

        lines.set(1, lines.get(1).replace("\"target\":4000", "\"target\":5000"));
        train(lines);
        assertThat(out.toString())
                .contains("p99AtRate is not learnt: expected trials at one open_loop_rate, found [4000.0, 5000.0].");
    }

    @Test
    void minimisesTheLatencyAtTheRate() throws Exception {
        List<String> lines = new ArrayList<>();
        for (String line : trials(60)) {
            lines.add(atRate(line, 3_990, latencyByReads(line)));
        }
        train(lines);
        JsonNode advice = advice("--objective", "p99");
        double before = advice.at("/latencies/p99AtRate/predictedBase/mean").asDouble();
        double after = advice.at("/latencies/p99AtRate/predicted/mean").asDouble();
        assertThat(advice.at("/objective").asText()).isEqualTo("p99AtRate");
        assertThat(advice.at("/openLoopRate").asDouble()).isEqualTo(4_000);
        assertThat(advice.at("/configuration/concurrent_reads").asInt())
                .as("fewer concurrent reads, less latency")
                .isLessThan(advice.at("/base/concurrent_reads").asInt());
        assertThat(advice.at("/gain/mean").asDouble()).isPositive().isEqualTo(1 - after / before, Offset.offset(1e-9));
        assertThat(recommend("--read-ratio", "0.5", "--kappa", "1", "--objective", "p99"))
                .isZero();
        assertThat(out.toString())
                .containsPattern("Open-loop rate +4,000 ops/s: kept")
                .containsPattern("Predicted reduction +[0-9.]+ % \\+/- [0-9.]+ % of p99 at rate, at least [0-9.]+ % ")
                .contains("cassandra.yaml")
                .doesNotContain("Predicted gain");

        double limit = 0.5 * (before + after);
        assertThat(advice("--max-p99", String.valueOf(limit))
                        .at("/latencies/p99AtRate/kept")
                        .asBoolean())
                .isTrue();

        JsonNode rows = advice("--front").get("front");
        assertThat(rows).hasSizeBetween(1, 10);
        assertThat(rows.get(0).at("/throughput/lowerBound").asDouble()).isGreaterThanOrEqualTo(lowerBound(advice()));
        assertThat(rows.get(rows.size() - 1).at("/latency/upperBound").asDouble())
                .isLessThanOrEqualTo(after
                        + advice.at("/latencies/p99AtRate/predicted/deviation").asDouble());
        assertThat(recommend("--read-ratio", "0.5", "--front")).isZero();
        assertThat(out.toString())
                .containsPattern("Latency +p99 at rate")
                .containsPattern("Throughput +At least +Gain +Latency +At most +.*concurrent_reads")
                .contains("repeat with --max-p99 and a latency in microseconds.");
    }

    private static double lowerBound(JsonNode advice) {
        return advice.at("/predicted/mean").asDouble()
                - advice.at("/predicted/deviation").asDouble();
    }

    @Test
    void refusesObjectivesThatItCannotSearch() throws Exception {
        train(trials(30));
        assertThat(recommend("--read-ratio", "0.5", "--objective", "p99")).isEqualTo(2);
        assertThat(err.toString())
                .contains("p99AtRate: expected a model that has learnt it, found one of [throughput].");
        assertThat(recommend("--read-ratio", "0.5", "--front")).isEqualTo(2);
        assertThat(err.toString()).contains("readP99: expected a model that has learnt it, found one of [throughput].");
        assertThat(recommend("--read-ratio", "0.5", "--front", "--objective", "p99"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--front: expected neither --explain nor --objective, found one.");
        assertThat(recommend("--read-ratio", "0.5", "--explain", "--objective", "p99"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--explain: expected --objective throughput, found p99.");
        assertThat(recommend("--read-ratio", "0.5", "--objective", "speed")).isEqualTo(2);
        assertThat(err.toString()).contains("speed");
    }

    private static double latencyByReads(String line) throws IOException {
        return 1_000 + 20 * JSON.readTree(line).at("/proposed/concurrent_reads").asDouble();
    }

    /** The trial with an open loop at 4,000 operations per second. */
    private static String atRate(String line, double achieved, double p99) throws IOException {
        ObjectNode trial = (ObjectNode) JSON.readTree(line);
        ObjectNode sustained = trial.putObject("sustained");
        sustained
                .put("agedSeconds", 60)
                .put("turnover", 4)
                .put("from", 0)
                .put("change", 0)
                .put("debtChange", 0);
        sustained.putArray("p99PerSecond");
        sustained.putArray("debt");
        ObjectNode load = sustained.putArray("openLoops").addObject();
        load.put("target", 4_000).put("achieved", achieved).put("p99", Math.round(p99));
        latency(load.putObject("latencies").putObject("read"), 50_000, p99);
        return trial.toString();
    }

    /** Trials whose throughput and read latency both grow with the number of concurrent reads. */
    private static List<String> withReadLatency(int count) throws ConfigException, IOException {
        List<String> lines = new ArrayList<>();
        for (String line : trials(count)) {
            ObjectNode trial = (ObjectNode) JSON.readTree(line);
            double reads = trial.at("/proposed/concurrent_reads").asDouble();
            ((ObjectNode) trial.path("throughput")).put("mean", 5_000 + 30 * reads);
            latency(trial.putObject("latencies").putObject("read"), 5_000, 4_000 + 60 * reads);
            lines.add(trial.toString());
        }
        return lines;
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
    void refusesAModelOfOtherKnobs() throws Exception {
        train(trials(30));
        Path narrower = folder.resolve("narrower.yaml");
        Files.writeString(
                narrower, Files.readString(CATALOGUE).replace("  concurrent_reads:", "  concurrent_reading:"));
        assertThat(rafiki(
                        "recommend",
                        "--model",
                        model().toString(),
                        "--read-ratio",
                        "0.5",
                        "--catalogue",
                        narrower.toString()))
                .isEqualTo(1);
        assertThat(err.toString())
                .contains("expected a model of the catalogue's knobs, found one of others: concurrent_reads is unknown"
                        + " here.")
                .hasLineCount(1);
    }

    @Test
    void holdsKnobsAndComparesWithTheCurrentConfiguration() throws Exception {
        train(trials(40));
        assertThat(recommend(
                        "--read-ratio",
                        "0.4",
                        "--fix",
                        "compaction=Leveled,file_cache_size=off",
                        "--from",
                        "concurrent_reads=8",
                        "-F",
                        "json"))
                .isZero();
        JsonNode advice = JSON.readTree(out.toString());
        assertThat(advice.at("/configuration/compaction").asText()).isEqualTo("Leveled");
        assertThat(advice.at("/configuration/file_cache_size").asText()).isEqualTo("off");
        assertThat(advice.at("/cassandraYaml/file_cache_enabled").asBoolean(true))
                .isFalse();
        assertThat(advice.at("/base/concurrent_reads").asInt()).isEqualTo(8);
        assertThat(advice.at("/gain/mean").asDouble())
                .isEqualTo(
                        advice.at("/predicted/mean").asDouble()
                                        / advice.at("/predictedBase/mean").asDouble()
                                - 1,
                        Offset.offset(1e-9));
        assertThat(advice.at("/gain/lowerBound").asDouble())
                .isEqualTo(
                        advice.at("/gain/mean").asDouble()
                                - 2 * advice.at("/gain/deviation").asDouble(),
                        Offset.offset(1e-12));
    }

    @Test
    void explainsWhatItRecommends() throws Exception {
        train(trials(60));
        assertThat(recommend("--read-ratio", "0.9", "--explain")).isZero();
        assertThat(out.toString())
                .contains("Predicted gain")
                .containsPattern("(?m)^Why")
                .contains("Predicted ops/s over the tried values of each knob")
                .contains("Interactions: ");
        assertThat(recommend("--read-ratio", "0.9", "--explain", "--from", "concurrent_reads=8", "-F", "json"))
                .isZero();
        JsonNode advice = JSON.readTree(out.toString());
        JsonNode explanation = advice.get("explanation");
        double factor = 1;
        for (JsonNode step : explanation.get("path")) {
            assertThat(step.get("to"))
                    .isEqualTo(advice.get("configuration").get(step.get("knob").asText()));
            assertThat(step.get("from"))
                    .isEqualTo(advice.get("base").get(step.get("knob").asText()));
            factor *= 1 + step.at("/gain/mean").asDouble();
        }
        assertThat(factor - 1).isEqualTo(advice.at("/gain/mean").asDouble(), Offset.offset(1e-9));
        assertThat(explanation.get("knobs")).hasSize(7);
        assertThat(explanation.get("interactions")).hasSize(21);
        assertThat(explanation.get("sentences")).isNotEmpty();
        assertThat(recommend("--read-ratio", "0.9", "-F", "json")).isZero();
        assertThat(JSON.readTree(out.toString()).has("explanation")).isFalse();
    }

    @Test
    void reportsThatNothingIsBetter() throws Exception {
        train(trials(40));
        // a million deviations below the mean no configuration is better than the one it is compared with
        assertThat(recommend("--read-ratio", "0.5", "--kappa", "1000000")).isZero();
        assertThat(out.toString())
                .contains("No configuration is predicted to be better than the default beyond the possible error: keep"
                        + " it.")
                .doesNotContain("cassandra.yaml");
    }

    /** No trial had range reads, so their share lies outside of the training domain. */
    @Test
    void cautionsAgainstAFeatureThatNoTrialHad() throws Exception {
        train(trials(40));
        assertThat(recommend("--read-ratio", "0.5", "--workload", "scan_share=0.2"))
                .isZero();
        assertThat(out.toString())
                .contains("50.0 %, scan share 0.20")
                .contains("Caution: scan share 0.20, trained on 0.00");
        assertThat(recommend("--read-ratio", "0.5", "--workload", "scans=0.2")).isEqualTo(2);
        assertThat(err.toString()).startsWith("--workload: expected one of [scan_share], found scans.");
        assertThat(recommend("--read-ratio", "0.5", "--workload", "scan_share=2"))
                .isEqualTo(2);
        assertThat(err.toString()).startsWith("expected a scan share from 0.0 to 1.0, found 2.0");
    }

    @Test
    void refusesTrialsThatTeachNothing() throws Exception {
        refusedTrials(trials(19), "expected at least 20 trials with status ok, found 19. Collect more.");
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
        refusedTrials(mixed, "expected trials of one machine");
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

    @Test
    void refusesWhatItCannotRead() throws Exception {
        assertThat(rafiki("train", "--trials", folder.resolve("none.jsonl").toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("none.jsonl: expected a file of trials, found nothing.");
        assertThat(rafiki("train", "--trials", "x", "--nets", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("networks: expected 1..1000, found 0");
        assertThat(recommend("--read-ratio", "0.5")).isEqualTo(1);
        assertThat(err.toString()).contains("model.zip: expected a model bundle, found nothing.");
        train(trials(30));
        assertThat(recommend("--read-ratio", "1.5")).isEqualTo(2);
        assertThat(err.toString()).contains("--read-ratio: expected 0..1, found 1.5.");
        assertThat(recommend("--read-ratio", "0.5", "--fix", "concurrent_read=9"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("unknown knob concurrent_read: expected one of compaction");
        assertThat(err.toString().strip())
                .endsWith("Try 'rafiki recommend --help'.")
                .doesNotContain("Usage:");
        assertThat(recommend("--read-ratio", "0.5", "--from", "concurrent_reads=9000"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("concurrent_reads: expected a whole number 8..128, found 9000");
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

    private void train(List<String> lines) throws IOException {
        Files.write(folder.resolve("trials.jsonl"), lines);
        int exit = rafiki(
                "train",
                "--trials",
                folder.resolve("trials.jsonl").toString(),
                "--out",
                model().toString(),
                "--catalogue",
                CATALOGUE.toString(),
                "--nets",
                "4",
                "--threads",
                "1");
        assertThat(exit).as(err.toString()).isZero();
    }

    private int recommend(String... more) {
        out.getBuffer().setLength(0);
        List<String> arguments = new ArrayList<>(
                List.of("recommend", "--model", model().toString(), "--catalogue", CATALOGUE.toString()));
        arguments.addAll(List.of(more));
        return rafiki(arguments.toArray(String[]::new));
    }

    private int rafiki(String... arguments) {
        err.getBuffer().setLength(0);
        return Rafiki.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private Path model() {
        return folder.resolve("model.zip");
    }

    private static void latency(ObjectNode node, long count, double p99) {
        node.put("count", count)
                .put("mean", p99 / 4)
                .put("p50", 1)
                .put("p95", 1)
                .put("p99", Math.round(p99))
                .put("max", 1);
    }

    private static List<String> trials(int count) throws ConfigException {
        KnobSpace space = KnobCatalogue.read(CATALOGUE, new NodeResources(2, 1024))
                .space(List.of(
                        "compaction",
                        "concurrent_writes",
                        "concurrent_reads",
                        "file_cache_size",
                        "memtable_cleanup_threshold",
                        "concurrent_compactors",
                        "compaction_throughput"));
        List<String> lines = new ArrayList<>();
        for (TrainingData.Point point :
                new Surface(space, 1).samples(Math.max(20, count), 0.03, 3).points()) {
            ObjectNode trial = JSON.createObjectNode();
            trial.put("id", "t" + lines.size()).put("status", "ok");
            trial.set(
                    "workload",
                    JSON.valueToTree(new TrialWorkload(
                            point.workload(), lines.size() % 2 == 0 ? 1000 : 2000, 1000, 1, null, 32)));
            trial.set("proposed", JSON.valueToTree(point.configuration().toMap()));
            trial.putObject("environment").put("cores", 2).put("heapMiB", 1024).put("cassandra", "5.0.9");
            trial.putObject("throughput")
                    .put("mean", point.value())
                    .put("low", 1)
                    .put("high", 2)
                    .putArray("perSecond");
            lines.add(trial.toString());
        }
        return new ArrayList<>(lines.subList(0, count));
    }
}
