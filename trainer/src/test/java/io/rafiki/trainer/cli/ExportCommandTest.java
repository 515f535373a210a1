package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders of {@code rafiki export --to}: their scripts run, and wrong input is refused. */
class ExportCommandTest extends ExportCase {

    @ParameterizedTest
    @ValueSource(strings = {"irace", "mlos", "optuna"})
    void aFolderHasAPlanAScriptAndAReadmeOfThreeLines(String optimizer) throws Exception {
        export(optimizer);
        String script = optimizer.equals("irace") ? "target-runner" : "tune.py";
        assertThat(out.resolve("plan.yaml")).hasSameTextualContentAs(SUSTAINED);
        assertThat(Files.readAllLines(out.resolve("README.md"))).hasSize(3);
        assertThat(out.resolve(script)).isExecutable();
        ScriptProcess parsed = ScriptProcess.python(
                out,
                "import ast, sys\nfor file in sys.argv[1:]: ast.parse(open(file).read(), file)",
                "trial.py",
                script);
        assertThat(parsed.err()).isEmpty();
        assertThat(parsed.exit()).isZero();
    }

    @Test
    void aTuningContinuesFromItsResults() throws Exception {
        export("mlos", "--plan=" + tightPlan());
        Path results = out.resolve("results.jsonl");
        Files.writeString(
                results,
                """
                {"values": {"compaction": "Leveled", "file_cache_size": "off"}, "rate": 900.5, "seconds": 100.0}
                {"values": {"compaction": "SizeTiered", "file_cache_size": 64}, "rate": null, "seconds": 20.0}
                {"values": {"compaction": "Leveled", "file_cache_size": 64}, "rate": 800.0, "seconds": 100.0}
                """);
        String script =
                """
                import sys, trial
                asked = iter([("Leveled", "off"), ("Leveled", 128), ("SizeTiered", 64), ("Leveled", 64)])
                def ask():
                    compaction, size = next(asked)
                    return None, {"compaction": compaction, "file_cache_size": size}
                trial.tune(trial.arguments("").parse_args(), ask, lambda suggestion, cost: print("told", cost))
                """;
        ScriptProcess all = ScriptProcess.python(out, script, "--budget=3");
        assertThat(all.err()).isEmpty();
        assertThat(all.out().stream().filter(line -> line.startsWith("told")))
                .containsExactly("told -900.5", "told -225.125", "told -225.125", "told -800.0");
        JsonNode last = JSON.readTree(all.out().get(all.out().size() - 1));
        assertThat(last.get("best").get("compaction").asText()).isEqualTo("Leveled");
        assertThat(last.get("rate").asDouble()).isEqualTo(900.5);
        assertThat(last.get("seconds").asDouble()).isEqualTo(220);

        ScriptProcess shorter = ScriptProcess.python(out, script, "--machine-seconds=100");
        assertThat(shorter.out().stream().filter(line -> line.startsWith("told")))
                .containsExactly("told -900.5");

        ScriptProcess other =
                ScriptProcess.python(out, script.replace("[(\"Leveled\", \"off\")", "[(\"Leveled\", 65)"));
        assertThat(other.exit()).isEqualTo(2);
        assertThat(other.err())
                .singleElement()
                .asString()
                .startsWith(results.toRealPath() + ":1: expected the configuration {");

        Files.writeString(results, Files.readString(results).replace(", \"seconds\": 20.0", ""));
        ScriptProcess untimed = ScriptProcess.python(out, script);
        assertThat(untimed.exit()).isEqualTo(2);
        assertThat(untimed.err())
                .singleElement()
                .asString()
                .startsWith(results.toRealPath() + ":2: expected the seconds of the trial, found none.");
    }

    /**
     * A trial that did not carry the rate counts as four times the highest latency, before one is known as four timeouts. With a limit, it
     * counts as a failed one, like a trial that exceeds the limit.
     */
    @ParameterizedTest
    @CsvSource({
        "mlos, --objective=p99, told 40000000.0 told 9000 told 7000 told 36000",
        "optuna, --max-p99=8000, told 0.0 told 0.0 told -4100.5 told -1025.125"
    })
    void theLatencyAtTheRateIsAnObjectiveOrALimit(String optimizer, String option, String told) throws Exception {
        export(optimizer, "--plan=" + planWithARate(), option);
        List<String> printed = tuned();
        assertThat(String.join(" ", printed.subList(0, 4))).isEqualTo(told);
        JsonNode best = JSON.readTree(printed.get(4));
        assertThat(best.get("rate").asDouble()).isEqualTo(4100.5);
        assertThat(best.get("p99").asLong()).isEqualTo(7000);
    }

    /** irace discards a configuration for good after Inf, but the p99 of its next trial can be below the limit. */
    @Test
    void aTrialAboveTheLimitIsNoFailureForIrace() throws Exception {
        ScriptProcess.assumeRuns("python3", "--version");
        export("irace", "--plan=" + planWithARate(), "--max-p99=8000");
        replaceTrial("echo '{\"status\": \"ok\", \"rate\": 4000.5, \"p99AtRate\": 9000, \"seconds\": 9.0}'");
        ScriptProcess runner = targetRunner("Leveled");
        assertThat(runner.err()).isEmpty();
        assertThat(runner.out()).containsExactly("0.0 9.0");
    }

    /** irace takes no time with Inf, so a failed trial would be free. */
    @Test
    void theNextTrialOfIraceHasTheSecondsOfAFailedOne() throws Exception {
        ScriptProcess.assumeRuns("python3", "--version");
        export("irace");
        replaceTrial(
                """
                if mkdir first 2>&-
                then echo '{"status": "failed", "seconds": 30.0, "cause": "node"}'
                else echo '{"status": "ok", "rate": 4000.5, "seconds": 40.0}'
                fi
                """);
        assertThat(targetRunner("Leveled").out()).containsExactly("Inf 0");
        assertThat(targetRunner("Leveled").out()).containsExactly("-4000.5 70.0");
        assertThat(targetRunner("Leveled").out()).containsExactly("-4000.5 40.0");
    }

    /** Replaces the command of the folder by a script. */
    private void replaceTrial(String script) throws Exception {
        Path space = out.resolve("space.json");
        ObjectNode json = (ObjectNode) JSON.readTree(Files.readString(space));
        json.putArray("command").add("sh").add("-c").add(script);
        Files.writeString(space, json.toString());
    }

    @Test
    void theLatencyAtTheRateNeedsARate() throws Exception {
        assertThat(tryExport("irace", "--objective=p99")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--objective: expected a plan with open_loop_rate, found none in the plan sustained.");
        assertThat(tryExport("irace", "--max-p99=8000")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--max-p99: expected a plan with open_loop_rate, found none in the plan sustained.");
        assertThat(tryExport("irace", "--plan=" + planWithARate(), "--max-p99=0"))
                .isEqualTo(2);
        assertThat(err.toString()).startsWith("--max-p99: expected microseconds above 0, found 0.0.");
        assertThat(tryExport("irace", "--plan=" + planWithARate(), "--max-p99=8000", "--objective=p99"))
                .isEqualTo(2);
        assertThat(err.toString()).startsWith("--max-p99: expected --objective throughput, found p99.");
        assertThat(out).doesNotExist();
    }

    private Path planWithARate() throws Exception {
        return Files.writeString(
                folder.resolve("rate.yaml"),
                Files.readString(SUSTAINED).replace("open_loop: 20s", "open_loop: 20s, open_loop_rate: 4000"));
    }

    /** What a tuning prints that is told four trials: without a latency, with two latencies, and a failed one. */
    private List<String> tuned() throws Exception {
        Files.writeString(
                out.resolve("results.jsonl"),
                """
                {"values": {"compaction": "Leveled", "file_cache_size": "off"}, "rate": 3000.5, "p99": null, "seconds": 9.0}
                {"values": {"compaction": "Leveled", "file_cache_size": "off"}, "rate": 4500.5, "p99": 9000, "seconds": 9.0}
                {"values": {"compaction": "Leveled", "file_cache_size": "off"}, "rate": 4100.5, "p99": 7000, "seconds": 9.0}
                {"values": {"compaction": "Leveled", "file_cache_size": "off"}, "rate": null, "p99": null, "seconds": 9.0}
                """);
        ScriptProcess all = ScriptProcess.python(
                out,
                """
                import trial
                trial.tune(trial.arguments("").parse_args(),
                           lambda: (None, {"compaction": "Leveled", "file_cache_size": "off"}),
                           lambda suggestion, cost: print("told", cost))
                """,
                "--budget=4");
        assertThat(all.err()).isEmpty();
        List<String> told = new ArrayList<>(
                all.out().stream().filter(line -> line.startsWith("told")).toList());
        told.add(all.out().get(all.out().size() - 1));
        assertThat(told).hasSize(5);
        return told;
    }

    @Test
    void aWrongValueEndsTheTargetRunnerWithOneLine() throws Exception {
        ScriptProcess.assumeRuns("python3", "--version");
        export("irace");
        ScriptProcess runner = targetRunner("Levelled");
        assertThat(runner.err())
                .singleElement()
                .asString()
                .startsWith("--config: compaction: expected one of SizeTiered, Leveled, Unified(L10), found Levelled");
        assertThat(runner.exit()).isEqualTo(2);
        assertThat(runner.out()).isEmpty();
        assertThat(out.resolve("results.jsonl")).doesNotExist();
    }

    private ScriptProcess targetRunner(String compaction) throws Exception {
        return ScriptProcess.run(
                out,
                List.of(
                        out.resolve("target-runner").toString(),
                        "1",
                        "1",
                        "1234567",
                        "0.5",
                        "--compaction=" + compaction,
                        "--file_cache_size.kind=off"));
    }

    /** As systemd or {@code timeout} ends it. A trial that continued would keep the folder and the machine. */
    @Test
    void theEndOfAScriptEndsItsTrial() throws Exception {
        export("optuna");
        ScriptProcess ended = ScriptProcess.python(
                out,
                """
                import os, pathlib, signal, threading, time, trial
                trial.SPACE["command"] = ["sh", "-c", "trap 'echo > ended; exit 0' TERM; echo > begun; while :; do sleep 0.1; done"]
                def end():
                    while not pathlib.Path("begun").exists():
                        time.sleep(0.05)
                    os.kill(os.getpid(), signal.SIGTERM)
                threading.Thread(target=end).start()
                trial.run("0.5", {}, 1)
                """);
        assertThat(ended.exit()).as(String.join("\n", ended.err())).isEqualTo(143);
        assertThat(out.resolve("ended")).exists();
    }

    /** rafiki trial would refuse each of its trials. */
    @Test
    void theWorkloadIsThatOfThePlansProperties() throws Exception {
        Path stated = Files.writeString(
                folder.resolve("ycsb.yaml"),
                Files.readString(PLANS.resolve("protocol.yaml"))
                        .replaceAll("(?s)configurations:.*", "")
                        .replace("read_ratios: [0.1, 0.5, 0.9]", "read_ratios: [0.5]")
                        .replace("distribution: uniform", "properties: {readproportion: 0.5, updateproportion: 0.5}"));
        assertThat(tryExport("optuna", "--plan=" + stated, "--workload=0.9")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--workload: expected read_ratio=0.5, as the client.properties of " + stated
                        + " state, found read_ratio=0.9. Correct it, or use another plan.");
        assertThat(out).doesNotExist();
    }

    @Test
    void wrongInputIsOneLine() throws Exception {
        assertThat(execute("export", "--to=irace", "--workload=0.5")).isEqualTo(2);
        assertThat(err.toString()).startsWith("--to: expected --workload and --out with it, found no --out. Add it.");
        assertThat(execute("export", "--to=irace", "d42", "--workload=0.5", "--out=" + out))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--to: expected neither a decision's ID nor --as with it, found d42. Leave one out.");
        assertThat(execute("export", "d42")).isEqualTo(2);
        assertThat(err.toString()).startsWith("Missing required options: expected a decision's ID and --as, or --to");
        assertThat(execute("export", "--to=hill")).isEqualTo(2);
        assertThat(err.toString()).contains("irace, mlos, optuna").contains("hill");
        assertThat(out).doesNotExist();
        export("irace");
        assertThat(tryExport("irace")).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("rafiki: " + out + ": expected a new or empty folder, found files. Use another --out.");
        out = folder.resolve("other");
        assertThat(tryExport("irace", "--workload=2")).isEqualTo(2);
        assertThat(out).doesNotExist();
    }
}
