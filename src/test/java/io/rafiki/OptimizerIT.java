package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Other optimisers drive real trials; each optimiser where it is installed. */
@EnabledIfSystemProperty(named = "rafiki.long", matches = "true")
class OptimizerIT {

    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    Path folder;

    @Test
    void theTargetRunnerPrintsTheNegativeRateAndTheSecondsOfATrial() throws Exception {
        assumeRuns("python3 --version");
        Path out = export("irace");
        assertThat(run(List.of(
                        out.resolve("target-runner").toString(),
                        "1",
                        "1",
                        "7",
                        "0.5",
                        "--compaction=Leveled",
                        "--concurrent_reads=16")))
                .as(printed())
                .isZero();
        List<JsonNode> results = results(out);
        assertThat(results).hasSize(1);
        assertThat(results.get(0).get("rate").asDouble()).isPositive();
        assertThat(printed().strip())
                .isEqualTo(-results.get(0).get("rate").asDouble() + " "
                        + results.get(0).get("seconds").asDouble());
        JsonNode trial = JSON.readTree(Files.readString(out.resolve("trials/trials.jsonl")));
        assertThat(trial.get("effective").get("compaction").asText()).isEqualTo("Leveled");
        assertThat(trial.get("effective").get("concurrent_reads").asInt()).isEqualTo(16);
        assertThat(trial.get("seeds").get("plan").asLong()).isEqualTo(7);
    }

    @Test
    void iraceChecksItsScenarioByTrials() throws Exception {
        assumeRuns("Rscript -e 'library(irace)'");
        Path out = export("irace");
        String irace = "\"$(Rscript -e 'cat(system.file(\"bin/irace\", package = \"irace\"))')\"";
        assertThat(Files.readString(out.resolve("README.md"))).contains(irace);
        assertThat(run(List.of("sh", "-c", "cd '" + out + "' && " + irace + " --check --seed 1")))
                .as(printed())
                .isZero();
        assertThat(results(out)).as(printed()).hasSizeGreaterThan(1);
    }

    /** A second call with one more trial repeats none. */
    @ParameterizedTest
    @CsvSource({"mlos, mlos_core", "optuna, optuna"})
    void aStoppedTuningContinues(String optimizer, String module) throws Exception {
        assumeRuns("python3 -c 'import " + module + "'");
        Path out = export(optimizer);
        String script = out.resolve("tune.py").toString();
        assertThat(run(List.of(script, "--budget=2", "--machine-seconds=1")))
                .as(printed())
                .isZero();
        List<JsonNode> first = results(out);
        assertThat(first).hasSize(1);
        assertThat(run(List.of(script, "--budget=2"))).as(printed()).isZero();
        assertThat(results(out)).hasSize(2).startsWith(first.get(0));
    }

    private Path export(String optimizer) throws Exception {
        Path out = folder.resolve("out");
        List<String> command = new ArrayList<>(List.of(
                Distribution.file("rafiki").toString(), "export", "--to", optimizer, "--workload", "0.5", "--plan"));
        command.add(Files.writeString(folder.resolve("plan.yaml"), TrialIT.PLAN).toString());
        command.addAll(List.of("--out", out.toString()));
        assertThat(run(List.of(TrainerProcess.onSharedData(command.toArray(String[]::new)))))
                .as(printed())
                .isZero();
        return out;
    }

    private void assumeRuns(String command) throws Exception {
        assumeTrue(run(List.of("sh", "-c", command)) == 0, () -> "this machine does not run " + command);
    }

    private int run(List<String> command) throws Exception {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("printed").toFile())
                .start()
                .waitFor();
    }

    private String printed() throws Exception {
        return Files.readString(folder.resolve("printed"));
    }

    private static List<JsonNode> results(Path out) throws Exception {
        List<JsonNode> results = new ArrayList<>();
        for (String line : Files.readAllLines(out.resolve("results.jsonl"))) {
            results.add(JSON.readTree(line));
        }
        return results;
    }
}
