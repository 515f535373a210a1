package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.rafiki.agent.console.ConsoleGauge;
import io.rafiki.agent.console.ConsoleGauges;
import io.rafiki.control.record.LoopTimings.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Exporter rules, dashboard and page name all the metrics that there are, and none that there are not. */
class DashboardsTest {

    private static final Path HOME = Path.of("..");
    private static final List<ConsoleGauge<?>> NUMBERS = Stream.<ConsoleGauge<?>>concat(
                    ConsoleGauges.of(List.of("concurrent_writes", "compaction"), () -> Instant.EPOCH).stream(),
                    ConsoleGauges.CLUSTER.stream())
            .toList();

    /** {@code mvn test -Dtest=DashboardsTest -Drafiki.golden=write} writes the rules and the table of the page. */
    private static final boolean WRITES = "write".equals(System.getProperty("rafiki.golden"));

    @Test
    void everyMetricHasItsRuleAndEveryRuleItsMetric() throws IOException {
        Path file = HOME.resolve("conf/dashboards/jmx-exporter.yaml");
        String text = Files.readString(file);
        String head = text.substring(0, text.indexOf("rules:\n"));
        assertGenerated(
                file,
                text,
                head + "rules:\n" + described().map(DashboardsTest::rule).collect(Collectors.joining())
                        + timerRule("Count", "steps", "Executions of the step of the control loop")
                        + timerRule(
                                "99thPercentile",
                                "step_duration_p99_micros",
                                "99th percentile of the duration of the step in µs"));
        List<JsonNode> rules = rules();
        for (ConsoleGauge<?> number : NUMBERS) {
            assertThat(rules.stream().filter(rule -> matcher(rule, number).matches()))
                    .as(exported(number))
                    .hasSize(1);
        }
        for (Step step : Step.values()) {
            String scope = step.name().toLowerCase(Locale.ROOT);
            for (String attribute : List.of("Count", "99thPercentile")) {
                String timer = "org.apache.cassandra.metrics<type=Rafiki, scope=" + scope + ", name=StepDuration><>"
                        + attribute + ": 5";
                assertThat(rules.stream().map(rule -> matcher(rule, timer)).filter(Matcher::matches))
                        .as(timer)
                        .singleElement()
                        .extracting(matcher -> matcher.group(1))
                        .isEqualTo(scope);
            }
        }
    }

    @Test
    void aKnobsNameBecomesALabel() throws IOException {
        ConsoleGauge<?> knob = NUMBERS.stream()
                .filter(number -> number.scope().equals("compaction"))
                .findFirst()
                .orElseThrow();
        JsonNode rule = rules().stream()
                .filter(candidate -> matcher(candidate, knob).matches())
                .findFirst()
                .orElseThrow();
        Matcher matcher = matcher(rule, knob);
        assertThat(matcher.matches()).isTrue();
        assertThat(rule.at("/labels/knob").asText()).isEqualTo("$1");
        assertThat(matcher.group(1)).isEqualTo("compaction");
    }

    @Test
    void theDashboardAsksForWhatTheRulesExport() throws IOException {
        JsonNode dashboard = new ObjectMapper()
                .readTree(HOME.resolve("conf/dashboards/grafana.json").toFile());
        Set<String> asked = new TreeSet<>();
        List<JsonNode> expressions = new ArrayList<>(dashboard.findValues("expr"));
        expressions.addAll(dashboard.findValues("definition"));
        for (JsonNode expression : expressions) {
            Pattern.compile("rafiki_\\w+")
                    .matcher(expression.asText())
                    .results()
                    .forEach(name -> asked.add(name.group()));
        }
        Set<String> exported =
                rules().stream().map(rule -> rule.get("name").asText()).collect(Collectors.toCollection(TreeSet::new));
        assertThat(exported).containsAll(asked);
        exported.removeAll(asked);
        assertThat(exported).as("exported and not shown").containsExactly("rafiki_last_decision");
    }

    @Test
    void thePageListsThem() throws IOException {
        Path file = HOME.resolve("docs/operate.md");
        String text = Files.readString(file);
        int begin = text.indexOf("| metric | meaning |");
        int end = text.indexOf("\n\n", begin) + 1;
        String table = described()
                .map(number -> "| `" + number.name() + "` | " + number.description() + " |\n")
                .collect(Collectors.joining("", "| metric | meaning |\n|---|---|\n", ""));
        assertGenerated(file, text, text.substring(0, begin) + table + text.substring(end));
    }

    @Test
    void thereAreAtMostSixtyHoweverManyKnobs() {
        List<String> knobs =
                IntStream.range(0, 200).mapToObj(number -> "knob_" + number).toList();
        assertThat(ConsoleGauges.of(knobs, () -> Instant.EPOCH))
                .hasSize(60 - Step.values().length - ConsoleGauges.CLUSTER.size());
    }

    /** One gauge for each name. */
    private static Stream<ConsoleGauge<?>> described() {
        Map<String, ConsoleGauge<?>> gauges = new LinkedHashMap<>();
        NUMBERS.forEach(number -> gauges.putIfAbsent(number.name(), number));
        return gauges.values().stream();
    }

    private static String rule(ConsoleGauge<?> number) {
        boolean isScoped = !number.scope().isEmpty();
        String label = number.name().startsWith("Knob") ? "knob" : "feature";
        return "  - pattern: 'org\\.apache\\.cassandra\\.metrics<type=Rafiki, " + (isScoped ? "scope=(\\w+), " : "")
                + "name="
                + number.name() + "><>Value'\n    name: rafiki"
                + number.name()
                        .replaceAll("([a-z0-9])([A-Z])|(^[A-Z])", "$1_$2$3")
                        .toLowerCase(Locale.ROOT)
                + "\n" + (isScoped ? "    labels: {" + label + ": \"$1\"}\n" : "")
                + "    type: GAUGE\n    help: '"
                + number.description().replace("'", "''").replace("`", "") + "'\n";
    }

    /** One number of the timer of each step. */
    private static String timerRule(String attribute, String name, String description) {
        return "  - pattern: 'org\\.apache\\.cassandra\\.metrics<type=Rafiki, scope=(\\w+), name=StepDuration><>"
                + attribute + "'\n    name: rafiki_" + name
                + "\n    labels: {step: \"$1\"}\n    type: GAUGE\n    help: '" + description + "'\n";
    }

    private static void assertGenerated(Path file, String actual, String expected) throws IOException {
        if (WRITES) {
            Files.writeString(file, expected);
        }
        assertThat(actual).as("%s", file).isEqualTo(expected);
    }

    private static List<JsonNode> rules() throws IOException {
        JsonNode file = new YAMLMapper()
                .readTree(HOME.resolve("conf/dashboards/jmx-exporter.yaml").toFile());
        List<JsonNode> rules = new ArrayList<>();
        file.get("rules").forEach(rules::add);
        return rules;
    }

    /** As jmx_exporter matches: the pattern may lie anywhere in the line. */
    private static Matcher matcher(JsonNode rule, ConsoleGauge<?> number) {
        return matcher(rule, exported(number));
    }

    private static Matcher matcher(JsonNode rule, String exported) {
        return Pattern.compile("^.*(?:" + rule.get("pattern").asText() + ").*$").matcher(exported);
    }

    /** The line that jmx_exporter makes of a bean's attribute. */
    private static String exported(ConsoleGauge<?> number) {
        String scope = number.scope().isEmpty() ? "" : ", scope=" + number.scope();
        return "org.apache.cassandra.metrics<type=Rafiki" + scope + ", name=" + number.name() + "><>Value: 0.5";
    }
}
