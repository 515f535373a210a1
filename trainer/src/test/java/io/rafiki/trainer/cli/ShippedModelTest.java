package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.model.ModelBundle;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.train.TrainingConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The model that comes with Rafiki is the one that its trials and the default recipe give. */
class ShippedModelTest {

    private static final Path FOLDER = Path.of("../conf/models/cassandra-5.0-2core");
    private static final String CATALOGUE = "../conf/knobs/cassandra-5.0.yaml";
    private static final Path CAMPAIGN = Path.of("../conf/campaigns/cassandra-5.0-2core");

    @Test
    void wasTrainedOnTheCampaignOfItsNameByTheDefaultRecipe() throws Exception {
        ModelBundle model = ModelBundle.read(FOLDER.resolve("model.zip"));
        byte[] trials = Files.readAllBytes(CAMPAIGN.resolve("trials.jsonl"));
        assertThat(model.provenance().trialsHash())
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(trials)));
        assertThat(CampaignPlan.of(FOLDER.resolve("model.zip"))).exists().hasParent(CAMPAIGN.toRealPath());
        assertThat(model.provenance().recipe()).isEqualTo(TrainingConfig.DEFAULT.describe());
        assertThat(model.provenance().command())
                .isEqualTo("rafiki train --trials trials.jsonl --recipe default --nets 30 --seed 1");
    }

    /** If this fails, the training has changed: train the model again and update its page. */
    @Test
    void itsTrialsGiveTheSameBytesAgain(@TempDir Path folder) throws Exception {
        Path again = folder.resolve("model.zip");
        Path trials = CAMPAIGN.resolve("trials.jsonl");
        StringWriter out = new StringWriter();
        assertThat(Rafiki.commandLine()
                        .setOut(new PrintWriter(out, true))
                        .execute(
                                "train",
                                "--trials",
                                trials.toString(),
                                "--out",
                                again.toString(),
                                "--catalogue",
                                CATALOGUE))
                .isZero();
        assertThat(again).hasSameBinaryContentAs(FOLDER.resolve("model.zip"));
        Matcher rows = Pattern.compile("(?m)^\\| (throughput|read p99|write p99)[^|]*\\| (\\d+) \\| ([\\d.]+ %) \\|")
                .matcher(Files.readString(FOLDER.resolve("README.md")));
        assertThat(rows.results()).hasSize(3).allSatisfy(row -> assertThat(out.toString())
                .containsPattern(row.group(1) + " +" + row.group(2) + " .* " + Pattern.quote(row.group(3)) + " "));
    }

    @Test
    void recommendsUnderALimitOnTheReadLatency() throws Exception {
        double present = advice("--read-ratio", "0.9")
                .at("/latencies/readP99/predictedBase/mean")
                .asDouble();
        JsonNode bounded = advice("--read-ratio", "0.9", "--max-read-p99", String.valueOf(present));
        assertThat(bounded.at("/withinLimits").asBoolean()).isTrue();
        assertThat(bounded.at("/latencies/readP99/kept").asBoolean()).isTrue();
        assertThat(bounded.at("/latencies/writeP99").has("limit")).isFalse();
        assertThat(bounded.at("/predicted/mean").asDouble()).isBetween(1_000.0, 20_000.0);
    }

    @Test
    void showsAFrontWhoseEndsAreTheGreatestThroughputAndTheLowestReadLatency() throws Exception {
        JsonNode rows = advice("--read-ratio", "0.9", "--front").get("front");
        assertThat(rows).hasSizeBetween(1, 10);
        for (int i = 1; i < rows.size(); i++) {
            assertThat(rows.get(i).at("/throughput/lowerBound").asDouble())
                    .isLessThanOrEqualTo(
                            rows.get(i - 1).at("/throughput/lowerBound").asDouble());
            assertThat(rows.get(i).at("/latency/upperBound").asDouble())
                    .isLessThan(rows.get(i - 1).at("/latency/upperBound").asDouble());
        }
        JsonNode fastest = advice("--read-ratio", "0.9");
        assertThat(rows.get(0).at("/throughput/lowerBound").asDouble())
                .isGreaterThanOrEqualTo(fastest.at("/predicted/mean").asDouble()
                        - 2 * fastest.at("/predicted/deviation").asDouble());
        double lowest = rows.get(rows.size() - 1).at("/latency/upperBound").asDouble();
        assertThat(advice("--read-ratio", "0.9", "--max-read-p99", String.valueOf(0.97 * lowest))
                        .at("/withinLimits")
                        .asBoolean())
                .as("a read p99 below the lowest")
                .isFalse();
    }

    private static JsonNode advice(String... more) throws Exception {
        StringWriter out = new StringWriter();
        String[] arguments = {
            "recommend", "--model", FOLDER.resolve("model.zip").toString(), "--catalogue", CATALOGUE, "-F", "json"
        };
        String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        assertThat(Rafiki.commandLine().setOut(new PrintWriter(out, true)).execute(all))
                .isZero();
        return new ObjectMapper().readTree(out.toString());
    }
}
