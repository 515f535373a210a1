package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.model.ModelBundle;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.train.Surface;
import io.rafiki.trainer.train.TrainingData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The commands after a campaign on Redis, without the option of a catalogue. The trials are made up: more {@code hz}, less latency. */
class RedisCampaignTest {

    private static final Path PLAN = Path.of("../conf/plans/redis.yaml");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    @RegisterExtension
    final CheckoutCommand rafiki = new CheckoutCommand();

    @Test
    void theCommandsFindTheCatalogueByTheTrialsAndByTheModel() throws Exception {
        campaign();
        assertThat(ModelBundle.read(model()).provenance().environment()).containsEntry("datastore", "redis");

        JsonNode advice = JSON.readTree(
                rafiki.run("recommend", "--model=" + model(), "--read-ratio=0.5", "--objective=p99", "-F", "json"));
        int hz = advice.at("/configuration/hz").asInt();
        assertThat(hz).isGreaterThan(100);
        assertThat(texts(advice.get("live"))).contains("redis-cli CONFIG SET hz " + hz);
        assertThat(rafiki.run("recommend", "--model=" + model(), "--read-ratio=0.5", "--objective=p99"))
                .contains("  redis-cli CONFIG SET hz " + hz)
                .doesNotContain("cassandra.yaml", "Table options");

        assertThat(rafiki.run("report", "--campaign", folder.toString(), "--repeats", "1", "--nets", "2"))
                .contains("Report: " + folder.resolve("report.html"))
                .doesNotContain("cassandra.yaml");
    }

    /** The default of {@code hz} is 10. Only one in twenty random values is above 150, so the best of others can be below. */
    @Test
    void aVerificationComparesTheChoiceOfTheLeastLatencyWithTheDefaultsOfRedis() throws Exception {
        campaign();
        Path verification = folder.resolve("verification");
        rafiki.run(verify(verification, "--datastore", "redis", "--objective", "p99"));

        CampaignPlan plan = CampaignPlan.read(verification.resolve(CampaignPlan.FILE));
        assertThat(plan.conditions().sustained().orElseThrow().openLoopRate()).contains(8000.0);
        KnobSpace space = space(plan);
        assertThat(plan.trials(space)).hasSize(90);
        assertThat(plan.named()).hasSize(6).allSatisfy(named -> {
            assertThat(named.label()).matches("p99 of Rafiki|best of \\d+ others");
            assertThat(named.repeats()).isEqualTo(10);
            assertThat(((Number) space.configuration(named.values()).get("hz")).intValue())
                    .isGreaterThan(30);
        });
    }

    @Test
    void aVerificationRunsOnTheSystemOfItsCampaign() throws Exception {
        Files.write(trials(), lines());
        assertThat(rafiki.refused(verify(folder.resolve("verification"))))
                .startsWith("--datastore: expected one of Redis, as in " + folder + ", found embedded. Correct it.");
    }

    @Test
    void anotherOptimiserRunsTrialsOnRedis() throws Exception {
        Path exported = folder.resolve("exported");
        rafiki.run("export", "--to=optuna", "--datastore=redis", "--workload=0.5", "--out=" + exported);
        assertThat(exported.resolve("plan.yaml")).hasSameTextualContentAs(PLAN);
        JsonNode description = JSON.readTree(exported.resolve("space.json").toFile());
        assertThat(texts(description.get("command")))
                .containsSequence("--datastore", "redis")
                .doesNotContain("--catalogue");
        assertThat(description.get("parameters").findValuesAsText("name")).contains("hz", "hash_max_listpack_value");
    }

    /** Trials, their plan and a model. */
    private void campaign() throws Exception {
        Files.copy(PLAN, folder.resolve(CampaignPlan.FILE));
        Files.write(trials(), lines());
        rafiki.run("train", "--trials=" + trials(), "--out=" + model(), "--nets", "4", "--threads", "1");
    }

    private static List<String> lines() throws Exception {
        List<String> lines = new ArrayList<>();
        KnobSpace space = space(CampaignPlan.read(PLAN));
        for (TrainingData.Point point :
                new Surface(space, 1).samples(60, 0.03, 3).points()) {
            ObjectNode trial = (ObjectNode) JSON.readTree(TrialLines.of("t" + lines.size(), point, 100_000));
            trial.putObject("environment")
                    .put("cores", 2)
                    .put("heapMiB", 256)
                    .put("memoryMiB", 512)
                    .put("cassandra", "Redis 7.0.15")
                    .put("datastore", "redis");
            ((ObjectNode) trial.get("throughput")).put("mean", 40_000 + point.value());
            ObjectNode sustained = trial.putObject("sustained");
            sustained.putArray("p99PerSecond");
            sustained.putArray("debt");
            ObjectNode load = sustained.putArray("openLoops").addObject();
            long p99 = 4_400 - 20 * trial.at("/proposed/hz").asLong();
            load.put("target", 5_000).put("achieved", 5_000).put("p99", p99);
            load.putObject("latencies").putObject("read").put("count", 50_000).put("p99", p99);
            lines.add(trial.toString());
        }
        return lines;
    }

    private static KnobSpace space(CampaignPlan plan) throws Exception {
        return plan.space(
                KnobCatalogue.read(Path.of("../conf/knobs/redis-7.0.yaml"), new NodeResources(2, 256).memory(512)));
    }

    private static List<String> texts(JsonNode list) {
        return JSON.convertValue(list, new TypeReference<List<String>>() {});
    }

    private String[] verify(Path verification, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "collect", "--verify", folder.toString(), "--out", verification.toString(), "--max-trials", "0"));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private Path trials() {
        return folder.resolve("trials.jsonl");
    }

    private Path model() {
        return folder.resolve("model.zip");
    }
}
