package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.trainer.train.Surface;
import io.rafiki.trainer.train.TrainingData;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** From a file of trials to a model and a recommendation, by the commands; the trials are made up. */
abstract class TrainedModelTest {

    static final Path CATALOGUE = Path.of("../conf/knobs/cassandra-5.0.yaml");
    static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();

    void train(List<String> lines) throws IOException {
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

    int recommend(String... more) {
        out.getBuffer().setLength(0);
        List<String> arguments = new ArrayList<>(
                List.of("recommend", "--model", model().toString(), "--catalogue", CATALOGUE.toString()));
        arguments.addAll(List.of(more));
        return rafiki(arguments.toArray(String[]::new));
    }

    int rafiki(String... arguments) {
        err.getBuffer().setLength(0);
        return Rafiki.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    Path model() {
        return folder.resolve("model.zip");
    }

    static List<String> trials(int count) throws ConfigException {
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
            String system = "\"system\":\"Linux " + (6 + lines.size() % 2) + "\",\"cores\"";
            lines.add(TrialLines.of("t" + lines.size(), point, 1000).replace("\"cores\"", system));
        }
        return new ArrayList<>(lines.subList(0, count));
    }

    /** The trial with an open loop at 4,000 operations per second. */
    static String atRate(String line, double achieved, double p99) throws IOException {
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

    static double latencyByReads(String line) throws IOException {
        return 1_000 + 20 * JSON.readTree(line).at("/proposed/concurrent_reads").asDouble();
    }

    static void latency(ObjectNode node, long count, double p99) {
        node.put("count", count)
                .put("mean", p99 / 4)
                .put("p50", 1)
                .put("p95", 1)
                .put("p99", Math.round(p99))
                .put("max", 1);
    }
}
