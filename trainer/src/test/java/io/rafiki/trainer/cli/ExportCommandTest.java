package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.Range;
import io.rafiki.trainer.operator.ServedBeans;
import io.rafiki.trainer.plan.CampaignPlan;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders of {@code rafiki export --to}: Rafiki accepts what they describe, and their scripts run. */
class ExportCommandTest {

    private static final Path CATALOGUE = Path.of("../conf/knobs/cassandra-5.0.yaml");
    private static final Path PLANS = Path.of("../conf/plans");
    private static final Path SUSTAINED = PLANS.resolve("sustained.yaml");
    private static final String WIDE = "--knobs=" + PLANS.resolve("screen.yaml");
    private static final JsonMapper JSON = new JsonMapper();
    private static final int DRAWS = 2_000;

    /** Name, switch, type, values, and the parameter of the condition. */
    private static final Pattern PARAMETER =
            Pattern.compile("(\\S+) \"--(\\S+)=\" (c|i|r|i,log|r,log) \\((.*?)\\)(?: \\| (\\S+) == \"number\")?");

    private static final Pattern CHOICE = Pattern.compile("\"('?)(.*?)\\1\"");
    private static final Pattern ARGUMENT = Pattern.compile("--(\\S+?)='?([^'\\s]+)'?");

    @TempDir
    private Path folder;

    private Path out;
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void aNewFolder() {
        out = folder.resolve("out");
    }

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

    @ParameterizedTest
    @ValueSource(strings = {"sustained", "screen"})
    void everyDrawFromTheParametersOfIraceIsAConfiguration(String knobs) throws Exception {
        export("irace", "--knobs=" + PLANS.resolve(knobs + ".yaml"));
        KnobSpace space = space();
        List<Matcher> parameters = parameters();
        Map<String, Set<String>> seen = new HashMap<>();
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < DRAWS; i++) {
            Map<String, String> drawn = configuration(draw(parameters, random));
            assertThat(space.configuration(drawn)).as("seed %d", seed).isNotNull();
            drawn.forEach((knob, value) ->
                    seen.computeIfAbsent(knob, name -> new HashSet<>()).add(value));
        }
        assertThat(seen).hasSize(knobs.equals("screen") ? 20 : 7);
        for (Knob knob : space.knobs()) {
            List<String> names = knob.singles().stream()
                    .map(code -> String.valueOf(knob.value(code)))
                    .toList();
            assertThat(seen.get(knob.name())).as(knob.name()).containsAll(names);
            assertThat(parameters)
                    .as(knob.name())
                    .filteredOn(parameter -> parameter.group(1).equals(knob.name()))
                    .singleElement()
                    .satisfies(parameter -> assertThat(parameter.group(3).endsWith("log"))
                            .isEqualTo(knob.range().map(Range::isLogarithmic).orElse(false)));
        }
    }

    @Test
    void theDefaultOfIraceIsThatOfTheKnobs() throws Exception {
        export("irace", WIDE);
        List<String> lines = Files.readAllLines(out.resolve("default.txt"));
        String[] names = lines.get(0).split(" ", -1);
        String[] cells = lines.get(1).split(" ", -1);
        assertThat(cells).hasSameSizeAs(names);
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) {
            values.put(names[i], cells[i].replaceAll("^\"'?|'?\"$", ""));
        }
        assertThat(values).containsEntry("row_cache_size", "NA").containsEntry("row_cache_size.kind", "off");
        assertThat(space().configuration(configuration(values))).isEqualTo(space().defaults());
    }

    @Test
    void impossibleConfigurationsAreForbiddenForIrace() throws Exception {
        export("irace", "--plan=" + tightPlan());
        assertThat(out.resolve("forbidden.txt"))
                .content()
                .endsWith(
                        "(400.0 + 1.0 * ifelse(file_cache_size.kind == \"off\", 0, file_cache_size) + 320.0) > (800.0)"
                                + " & !(file_cache_size.kind == \"off\")\n");
        assertThat(out.resolve("scenario.txt")).content().endsWith("forbiddenFile = \"./forbidden.txt\"\n");
    }

    /** As those of {@code rafiki trial}: a node of 800 MiB, although the plan permits 1,000. */
    @Test
    void theRangesAreThoseOfTheRemoteNode() throws Exception {
        try (ServedBeans node = new ServedBeans()) {
            node.register(new Machine(), MachineMBean.class, "java.lang:type=OperatingSystem");
            node.register(new Heap(), HeapMBean.class, "java.lang:type=Memory");
            export("irace", "--datastore=remote:127.0.0.1:9042:" + node.port());
        }
        assertThat(out.resolve("forbidden.txt"))
                .content()
                .endsWith("+ 320.0) > (800.0) & !(file_cache_size.kind == \"off\")\n");
    }

    /** The part of a JVM's bean that states processors and memory. */
    public interface MachineMBean {
        int getAvailableProcessors();

        long getTotalPhysicalMemorySize();
    }

    private static final class Machine implements MachineMBean {

        @Override
        public int getAvailableProcessors() {
            return 2;
        }

        @Override
        public long getTotalPhysicalMemorySize() {
            return 800L << 20;
        }
    }

    /** The part of a JVM's bean that states the heap. */
    public interface HeapMBean {
        CompositeData getHeapMemoryUsage() throws OpenDataException;
    }

    private static final class Heap implements HeapMBean {

        private static final String MAX = "max";

        @Override
        public CompositeData getHeapMemoryUsage() throws OpenDataException {
            CompositeType type = new CompositeType(
                    "usage", "usage", new String[] {MAX}, new String[] {MAX}, new OpenType<?>[] {SimpleType.LONG});
            return new CompositeDataSupport(type, new String[] {MAX}, new Object[] {400L << 20});
        }
    }

    @Test
    void theOnlyNumberOfARangeIsANumberInTheConstraintsOfIrace() throws Exception {
        export("irace", "--plan=" + tightPlan(780, 64));
        assertThat(out.resolve("parameters.txt"))
                .content()
                .contains("file_cache_size \"--file_cache_size=\" c (\"64\") | file_cache_size.kind == \"number\"");
        assertThat(out.resolve("forbidden.txt"))
                .content()
                .contains("ifelse(file_cache_size.kind == \"off\", 0, as.numeric(as.character(file_cache_size)))");
    }

    /** LlamaTune has no KNOB.kind. The modules of mlos-core are replaced, because few machines have them. */
    @Test
    void llamaTuneHasTheSpecialValueNextToTheOnlyNumber() throws Exception {
        export("mlos", "--plan=" + tightPlan(800, 64));
        ScriptProcess tuned = ScriptProcess.python(
                out,
                """
                import sys, unittest.mock
                for name in ["ConfigSpace", "pandas", "mlos_core", "mlos_core.data_classes", "mlos_core.optimizers",
                             "mlos_core.spaces", "mlos_core.spaces.adapters"]:
                    sys.modules[name] = unittest.mock.MagicMock()
                import ConfigSpace, trial
                trial.tune = lambda options, ask, tell: None
                import tune
                for call in ConfigSpace.CategoricalHyperparameter.call_args_list:
                    print(*call.args, call.kwargs["default_value"])
                """,
                "--llamatune=3");
        assertThat(tuned.err()).isEmpty();
        assertThat(tuned.out())
                .containsExactlyInAnyOrder(
                        "compaction ['SizeTiered', 'Leveled', 'Unified(L10)'] SizeTiered",
                        "file_cache_size ['64', 'off'] 64");
    }

    /** irace itself reads the files, and Rafiki accepts the configurations that irace draws. */
    @Test
    void iraceDrawsConfigurationsFromItsFiles() throws Exception {
        ScriptProcess.assumeRuns("Rscript", "-e", "library(irace)");
        export("irace", "--plan=" + tightPlan(), WIDE);
        ScriptProcess drawn = ScriptProcess.run(
                out,
                List.of(
                        "Rscript",
                        "-e",
                        """
                        library(irace)
                        scenario <- checkScenario(readScenario("scenario.txt"))
                        parameters <- readParameters("parameters.txt", digits = scenario$digits)
                        invisible(irace:::readConfigurationsFile("default.txt", parameters))
                        set.seed(1)
                        drawn <- irace:::sampleUniform(parameters, 500, digits = scenario$digits,
                                                       forbidden = scenario$forbiddenExps, repair = NULL)
                        for (i in seq_len(nrow(drawn)))
                            cat("drawn", buildCommandLine(drawn[i, parameters$names], parameters$switches), "\\n")
                        """));
        assertThat(drawn.exit()).as(String.join("\n", drawn.err())).isZero();
        List<String> lines =
                drawn.out().stream().filter(line -> line.startsWith("drawn ")).toList();
        assertThat(lines).hasSize(500);
        KnobSpace space = space();
        for (String line : lines) {
            Map<String, String> values = new LinkedHashMap<>();
            ARGUMENT.matcher(line).results().forEach(found -> values.put(found.group(1), found.group(2)));
            assertThat(space.broken(space.configuration(configuration(values)).codes()))
                    .as(line)
                    .isEmpty();
        }
    }

    /** A chunk cache of 64 MiB next to the heap needs 784 MiB. A range of one value is a choice for the optimisers. */
    @ParameterizedTest
    @CsvSource({"800, 128", "780, 64"})
    void theScriptsRejectWhatTheConstraintsForbid(int memory, int largestCache) throws Exception {
        export("optuna", "--plan=" + tightPlan(memory, largestCache));
        ScriptProcess drawn = ScriptProcess.python(
                out,
                """
                import json, random, trial
                random.seed(1)
                def draw(each):
                    if each["type"] == "categorical":
                        return random.choice(each["choices"])
                    return (random.randint if each["type"] == "integer" else random.uniform)(each["min"], each["max"])
                for _ in range(500):
                    values = trial.configuration({each["name"]: draw(each) for each in trial.SPACE["parameters"]})
                    print(json.dumps({"values": values, "possible": trial.possible(values)}))
                """);
        assertThat(drawn.err()).isEmpty();
        KnobSpace space = space();
        Set<Boolean> outcomes = new HashSet<>();
        for (String line : drawn.out()) {
            Map<String, String> values = new LinkedHashMap<>();
            JSON.readTree(line)
                    .get("values")
                    .properties()
                    .forEach(
                            value -> values.put(value.getKey(), value.getValue().asText()));
            boolean isPossible = JSON.readTree(line).get("possible").asBoolean();
            assertThat(space.broken(space.configuration(values).codes()).isEmpty())
                    .as(line)
                    .isEqualTo(isPossible);
            outcomes.add(isPossible);
        }
        assertThat(outcomes).hasSize(2);
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

    /** A trial that did not carry the rate counts as four times the highest latency, before one is known as four timeouts. */
    @Test
    void theLatencyAtTheRateIsAnObjective() throws Exception {
        export("mlos", "--plan=" + planWithARate(), "--objective=p99");
        List<String> printed = tuned();
        assertThat(printed.subList(0, 4)).containsExactly("told 40000000.0", "told 9000", "told 7000", "told 36000");
        assertBest(printed.get(4));
    }

    /** A trial that exceeds the limit or did not carry the rate counts as a failed one. */
    @Test
    void theThroughputWithinALimitOfTheLatencyIsAnObjective() throws Exception {
        export("optuna", "--plan=" + planWithARate(), "--max-p99=8000");
        List<String> printed = tuned();
        assertThat(printed.subList(0, 4)).containsExactly("told 0.0", "told 0.0", "told -4100.5", "told -1025.125");
        assertBest(printed.get(4));
    }

    /** irace discards a configuration for good after Inf, but the p99 of its next trial can be below the limit. */
    @Test
    void aTrialAboveTheLimitIsNoFailureForIrace() throws Exception {
        ScriptProcess.assumeRuns("python3", "--version");
        export("irace", "--plan=" + planWithARate(), "--max-p99=8000");
        Path space = out.resolve("space.json");
        ObjectNode json = (ObjectNode) JSON.readTree(Files.readString(space));
        json.putArray("command")
                .add("sh")
                .add("-c")
                .add("echo '{\"status\": \"ok\", \"rate\": 4000.5, \"p99AtRate\": 9000, \"seconds\": 9.0}'");
        Files.writeString(space, json.toString());
        ScriptProcess runner = targetRunner("Leveled");
        assertThat(runner.err()).isEmpty();
        assertThat(runner.out()).containsExactly("0.0 9.0");
    }

    private static void assertBest(String line) throws Exception {
        JsonNode best = JSON.readTree(line);
        assertThat(best.get("rate").asDouble()).isEqualTo(4100.5);
        assertThat(best.get("p99").asLong()).isEqualTo(7000);
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

    private void export(String optimizer, String... more) {
        assertThat(tryExport(optimizer, more)).as(err.toString()).isZero();
    }

    private int tryExport(String optimizer, String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("export", "--to=" + optimizer, "--out=" + out, "--catalogue=" + CATALOGUE));
        arguments.addAll(List.of(more));
        if (arguments.stream().noneMatch(each -> each.startsWith("--workload"))) {
            arguments.add("--workload=0.5");
        }
        if (arguments.stream().noneMatch(each -> each.startsWith("--plan"))) {
            arguments.add("--plan=" + SUSTAINED);
        }
        return execute(arguments.toArray(String[]::new));
    }

    private int execute(String... arguments) {
        err.getBuffer().setLength(0);
        return Rafiki.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    /** The knobs of the exported plan, as {@code rafiki trial} reads them. */
    private KnobSpace space() throws Exception {
        CampaignPlan plan = CampaignPlan.read(out.resolve("plan.yaml"));
        return plan.space(KnobCatalogue.read(CATALOGUE, plan.conditions().resources()));
    }

    /** The plan with 80 MiB for a chunk cache. */
    private Path tightPlan() throws Exception {
        return tightPlan(800, 128);
    }

    /** The plan with a limit of the memory and an upper end of the chunk cache's range, in MiB. */
    private Path tightPlan(int memory, int largestCache) throws Exception {
        return Files.writeString(
                folder.resolve("tight.yaml"),
                Files.readString(SUSTAINED)
                        .replace("memory: 1000MiB", "memory: " + memory + "MiB")
                        .replace(
                                "file_cache_size: {min: 64, max: 128}",
                                "file_cache_size: {min: 64, max: " + largestCache + "}"));
    }

    private List<Matcher> parameters() throws Exception {
        List<Matcher> parameters = new ArrayList<>();
        for (String line : Files.readAllLines(out.resolve("parameters.txt"))) {
            if (!line.startsWith("#")) {
                Matcher parameter = PARAMETER.matcher(line);
                assertThat(parameter.matches()).as(line).isTrue();
                assertThat(parameter.group(2)).isEqualTo(parameter.group(1));
                parameters.add(parameter);
            }
        }
        return parameters;
    }

    private static Map<String, String> draw(List<Matcher> parameters, Random random) {
        Map<String, String> drawn = new LinkedHashMap<>();
        for (Matcher parameter : parameters) {
            String condition = parameter.group(5);
            if (condition == null || drawn.get(condition).equals("number")) {
                drawn.put(parameter.group(1), value(parameter.group(3), parameter.group(4), random));
            }
        }
        return drawn;
    }

    private static String value(String type, String values, Random random) {
        if (type.equals("c")) {
            List<String> choices = CHOICE.matcher(values)
                    .results()
                    .map(choice -> choice.group(2))
                    .toList();
            return choices.get(random.nextInt(choices.size()));
        }
        String[] ends = values.split(", ", -1);
        if (type.startsWith("i")) {
            return String.valueOf(random.nextInt(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]) + 1));
        }
        return String.valueOf(random.nextDouble(Double.parseDouble(ends[0]), Double.parseDouble(ends[1])));
    }

    /** Knob to value, from irace's parameters. */
    private static Map<String, String> configuration(Map<String, String> drawn) {
        Map<String, String> values = new LinkedHashMap<>();
        drawn.forEach((name, value) -> {
            if (!name.endsWith(".kind")) {
                values.putIfAbsent(name, value);
            } else if (!value.equals("number")) {
                values.put(name.replace(".kind", ""), value);
            }
        });
        return values;
    }
}
