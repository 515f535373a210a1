package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The loaders of {@code conf/campaigns} agree with Rafiki's own reader of trials. */
class CampaignLoaderTest {

    private static final Path FOLDER =
            Path.of("../conf/campaigns").toAbsolutePath().normalize();
    private static final Path CAMPAIGN = FOLDER.resolve("cassandra-5.0-2core");
    private static final String TRIALS = CAMPAIGN.resolve("trials.jsonl").toString();
    private static final JsonMapper JSON = new JsonMapper();

    private static final String WORKLOAD = "{\"readRatio\": 0.1}";
    private static final String BASELINE =
            """
            {"compaction": "SizeTiered", "concurrent_writes": 32, "concurrent_reads": 32, "file_cache_size": "off",
             "memtable_cleanup_threshold": 0.333333, "concurrent_compactors": 2, "compaction_throughput": 64}""";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"trials.jsonl", "verification/trials.jsonl", "screening/trials.jsonl"})
    void theRowsAreTheMeasuredTrials(String file) throws Exception {
        Path trials = CAMPAIGN.resolve(file);
        List<JsonNode> expected = new ArrayList<>();
        for (Trial trial : Trials.read(trials)) {
            if (trial.isOk()) {
                expected.add(JSON.readTree(JSON.writeValueAsString(List.of(
                        trial.workload(), trial.effective(), trial.throughput().mean()))));
            }
        }
        assertThat(expected).hasSizeGreaterThan(200);
        assertThat(rows(java(trials.toString()))).isEqualTo(expected);
        assertThat(rows(python(trials.toString()))).isEqualTo(expected);
    }

    @Test
    void aLookUpIsTheMeanOfTheNearestTrials() throws Exception {
        JsonNode baseline = JSON.readTree(BASELINE);
        double mean = Trials.read(Path.of(TRIALS)).stream()
                .filter(trial ->
                        JSON.valueToTree(trial.workload()).get("readRatio").asDouble() == 0.1
                                && JSON.valueToTree(trial.effective())
                                        .toString()
                                        .equals(baseline.toString()))
                .mapToDouble(trial -> trial.throughput().mean())
                .average()
                .orElseThrow();
        assertThat(number(java(TRIALS, WORKLOAD, BASELINE))).isCloseTo(mean, within(1e-6));
        assertThat(number(python(TRIALS, WORKLOAD, BASELINE))).isCloseTo(mean, within(1e-6));

        Path scans = Files.writeString(
                folder.resolve("scans.jsonl"),
                """
                {"status": "ok", "workload": {"readRatio": 0.9}, "effective": {"hz": 1}, "throughput": {"mean": 100}}
                {"status": "ok", "workload": {"readRatio": 0.9, "scanShare": 0.2}, "effective": {"hz": 1}, "throughput": {"mean": 60}}
                """);
        assertThat(number(java(scans.toString(), "{\"scanShare\": 0}", "{\"hz\": 1}")))
                .isEqualTo(100);
        assertThat(number(python(scans.toString(), "{\"scanShare\": 0.2}", "{\"hz\": 1}")))
                .isEqualTo(60);

        String unseen = "{\"compaction\": \"Leveled\", \"file_cache_size\": 101, \"concurrent_reads\": 77}";
        assertThat(number(java(TRIALS, WORKLOAD, unseen)))
                .isEqualTo(number(python(TRIALS, WORKLOAD, unseen)), within(1e-6))
                .isNotCloseTo(mean, within(1.0));
    }

    private ScriptProcess java(String... arguments) throws Exception {
        return ScriptProcess.run(
                folder,
                Stream.concat(
                                ScriptProcess.java(FOLDER.resolve("Loader.java").toString()).stream(),
                                Stream.of(arguments))
                        .toList());
    }

    private ScriptProcess python(String... arguments) throws Exception {
        ScriptProcess.assumeRuns("python3", "--version");
        return ScriptProcess.run(
                folder,
                Stream.concat(Stream.of("python3", FOLDER.resolve("loader.py").toString()), Stream.of(arguments))
                        .toList());
    }

    private static List<JsonNode> rows(ScriptProcess loader) throws Exception {
        assertThat(loader.err()).isEmpty();
        List<JsonNode> rows = new ArrayList<>();
        for (String line : loader.out()) {
            rows.add(JSON.readTree(line));
        }
        return rows;
    }

    private static double number(ScriptProcess loader) {
        assertThat(loader.err()).isEmpty();
        return Double.parseDouble(loader.out().get(0));
    }
}
