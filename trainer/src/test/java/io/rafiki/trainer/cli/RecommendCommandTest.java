package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** {@code rafiki recommend} with a model of throughput. */
class RecommendCommandTest extends TrainedModelTest {

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
        // a million deviations below the mean no configuration gains more than 3 %
        assertThat(recommend("--read-ratio", "0.5", "--kappa", "1000000")).isZero();
        assertThat(out.toString())
                .contains("Keep the default: no predicted gain is certainly above 3.0 %. The best found gains ")
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
        assertThat(err.toString())
                .startsWith("--workload: expected a scan share from 0.0 to 1.0, found 2.0. Correct it.");
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
    void refusesWhatItCannotRead() throws Exception {
        assertThat(rafiki("train", "--trials", folder.resolve("none.jsonl").toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("none.jsonl: expected a file of trials, found nothing.");
        assertThat(rafiki("train", "--trials", "x", "--nets", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("--nets: expected 1 to 1000, found 0. Correct it.");
        assertThat(recommend("--read-ratio", "0.5")).isEqualTo(1);
        assertThat(err.toString()).contains("model.zip: expected a model bundle, found nothing.");
        train(trials(30));
        assertThat(recommend("--read-ratio", "1.5")).isEqualTo(2);
        assertThat(err.toString()).contains("--read-ratio: expected 0..1, found 1.5.");
        assertThat(recommend("--read-ratio", "0.5", "--fix", "concurrent_read=9"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--fix: unknown knob concurrent_read: expected one of compaction");
        assertThat(err.toString().strip())
                .endsWith("Try 'rafiki recommend --help'.")
                .doesNotContain("Usage:");
        assertThat(recommend("--read-ratio", "0.5", "--from", "concurrent_reads=9000"))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--from: concurrent_reads: expected a whole number 8..128, found 9000. Correct it.");
    }
}
