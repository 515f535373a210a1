package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.Range;
import io.rafiki.trainer.operator.ServedBeans;
import io.rafiki.trainer.plan.CampaignPlan;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The search space in a folder of {@code rafiki export --to}: its configurations are those that Rafiki accepts. */
class ExportedSpaceTest extends ExportCase {

    private static final String WIDE = "--knobs=" + PLANS.resolve("screen.yaml");
    private static final int DRAWS = 2_000;

    /** Replaces the modules of mlos-core, because few machines have them. */
    private static final String MLOS =
            """
            import sys, unittest.mock
            for name in ["ConfigSpace", "pandas", "mlos_core", "mlos_core.data_classes", "mlos_core.optimizers",
                         "mlos_core.spaces", "mlos_core.spaces.adapters"]:
                sys.modules[name] = unittest.mock.MagicMock()
            """;

    /** Name, switch, type, values, and the parameter of the condition. */
    private static final Pattern PARAMETER =
            Pattern.compile("(\\S+) \"--(\\S+)=\" (c|i|r|i,log|r,log) \\((.*?)\\)(?: \\| (\\S+) == \"number\")?");

    private static final Pattern CHOICE = Pattern.compile("\"('?)(.*?)\\1\"");
    private static final Pattern ARGUMENT = Pattern.compile("--(\\S+?)='?([^'\\s]+)'?");

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
        exportOfANode();
        assertThat(out.resolve("forbidden.txt"))
                .content()
                .endsWith("+ 320.0) > (800.0) & !(file_cache_size.kind == \"off\")\n");
    }

    @Test
    void theTrialsOnARemoteNodeHaveItsLogin() throws Exception {
        Path passwords = Files.writeString(folder.resolve("passwords"), "operator act\n");
        exportOfANode("-u", "operator", "-pwf", passwords.toString());
        List<String> command = new ArrayList<>();
        JSON.readTree(out.resolve("space.json").toFile()).get("command").forEach(word -> command.add(word.asText()));
        assertThat(command)
                .containsSequence(
                        "-u", "operator", "-pwf", passwords.toAbsolutePath().toString());
    }

    /** Other users can read the folder. */
    @Test
    void aPasswordIsNotWritten() {
        assertThat(tryExport("irace", "--datastore=remote:127.0.0.1:9042:1", "-u", "operator", "-pw", "act"))
                .isEqualTo(2);
        assertThat(err.toString()).startsWith("-pw: expected no password, ").contains("found one. Give -pwf FILE.");
        assertThat(out).doesNotExist();
    }

    private void exportOfANode(String... login) throws Exception {
        try (ServedBeans node = new ServedBeans()) {
            node.register(new Machine(), MachineMBean.class, "java.lang:type=OperatingSystem");
            node.register(new Heap(), HeapMBean.class, "java.lang:type=Memory");
            List<String> options = new ArrayList<>(List.of("--datastore=remote:127.0.0.1:9042:" + node.port()));
            options.addAll(List.of(login));
            export("irace", options.toArray(String[]::new));
        }
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

    /** LlamaTune has no KNOB.kind, so its default is the special value itself. */
    @Test
    void llamaTuneHasTheSpecialValueNextToTheOnlyNumber() throws Exception {
        export("mlos", "--plan=" + tightPlan(800, 64));
        ScriptProcess tuned = ScriptProcess.python(
                out,
                MLOS
                        + """
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
                        "file_cache_size ['64', 'off'] off");
    }

    /** The adapter of LlamaTune can refuse the result of a configuration that it did not suggest. */
    @ParameterizedTest
    @CsvSource({"--seed=1, None", "--llamatune=3, None", "--llamatune=3, ValueError"})
    void theFirstTrialOfMlosIsTheBaseline(String option, String refusal) throws Exception {
        export("mlos", WIDE);
        ScriptProcess tuned = ScriptProcess.python(
                out,
                MLOS
                        + """
                import json, trial
                from mlos_core.optimizers import SmacOptimizer
                line = json.dumps({"status": "ok", "rate": 4000.5, "seconds": 9.0})
                trial.SPACE["command"] = ["sh", "-c", 'echo "$0"', line]
                register = SmacOptimizer.return_value.register
                register.side_effect = %s
                import tune
                register.assert_called_once()
                """
                                .formatted(refusal),
                "--budget=1",
                option);
        assertThat(tuned.err()).isEmpty();
        Map<String, String> first = new LinkedHashMap<>();
        JSON.readTree(tuned.out().get(tuned.out().size() - 1))
                .get("best")
                .properties()
                .forEach(value -> first.put(value.getKey(), value.getValue().asText()));
        KnobSpace space = space();
        assertThat(space.configuration(first)).isEqualTo(space.defaults());
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

    /** The knobs of the exported plan, as {@code rafiki trial} reads them. */
    private KnobSpace space() throws Exception {
        CampaignPlan plan = CampaignPlan.read(out.resolve("plan.yaml"));
        return plan.space(KnobCatalogue.read(CATALOGUE, plan.conditions().resources()));
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
