package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Other optimisers drive real trials; each optimiser where it is installed. */
@EnabledIfSystemProperty(named = "rafiki.long", matches = "true")
class OptimizerIT {

    @TempDir
    Path folder;

    @Test
    void theTargetRunnerPrintsTheNegativeRateAndTheSecondsOfATrial() throws Exception {
        assumeRuns("python3 --version");
        Path out = export("irace");
        String printed = run(
                out.resolve("target-runner").toString(),
                "1",
                "1",
                "7",
                "0.5",
                "--compaction=Leveled",
                "--concurrent_reads=16");
        List<JsonNode> results = results(out);
        assertThat(results).hasSize(1);
        assertThat(results.get(0).get("rate").asDouble()).isPositive();
        assertThat(printed.strip())
                .isEqualTo(-results.get(0).get("rate").asDouble() + " "
                        + results.get(0).get("seconds").asDouble());
        JsonNode trial = Lines.of(out.resolve("trials/trials.jsonl")).get(0);
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
        String printed = run("sh", "-c", "cd '" + out + "' && " + irace + " --check --seed 1");
        assertThat(results(out)).as(printed).hasSizeGreaterThan(1);
    }

    /** A second call with one more trial repeats none. */
    @ParameterizedTest
    @CsvSource({"mlos, mlos_core", "optuna, optuna"})
    void aStoppedTuningContinues(String optimizer, String module) throws Exception {
        assumeRuns("python3 -c 'import " + module + "'");
        Path out = export(optimizer);
        String script = out.resolve("tune.py").toString();
        run(script, "--budget=2", "--machine-seconds=1");
        List<JsonNode> first = results(out);
        assertThat(first).hasSize(1);
        run(script, "--budget=2");
        assertThat(results(out)).hasSize(2).startsWith(first.get(0));
    }

    private Path export(String optimizer) throws Exception {
        Path out = folder.resolve("out");
        run(TrainerProcess.onSharedData(
                Distribution.file("rafiki").toString(),
                "export",
                "--to=" + optimizer,
                "--workload=0.5",
                "--plan=" + Files.writeString(folder.resolve("plan.yaml"), TrialIT.PLAN),
                "--out=" + out));
        return out;
    }

    private static void assumeRuns(String command) throws Exception {
        assumeTrue(Command.run("sh", "-c", command).exit() == 0, () -> "this machine does not run " + command);
    }

    /** What a command prints that succeeds. */
    private static String run(String... command) throws Exception {
        Command done = Command.run(command);
        assertThat(done.exit()).as(done.output()).isZero();
        return done.output();
    }

    private static List<JsonNode> results(Path out) throws Exception {
        return Lines.of(out.resolve("results.jsonl"));
    }
}
