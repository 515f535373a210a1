package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.rafiki.agent.console.ConsoleGauge;
import io.rafiki.agent.console.ConsoleGauges;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Exporter rules, dashboard and page name all the metrics that there are, and none that there are not. */
class DashboardsTest {

    private static final Path HOME = Path.of("..");
    private static final List<ConsoleGauge> NUMBERS =
            ConsoleGauges.of(List.of("concurrent_writes", "compaction"), () -> Instant.EPOCH);

    @Test
    void everyMetricHasItsRuleAndEveryRuleItsMetric() throws IOException {
        List<JsonNode> rules = rules();
        for (ConsoleGauge number : NUMBERS) {
            assertThat(rules.stream().filter(rule -> matcher(rule, number).matches()))
                    .as(exported(number))
                    .hasSize(1);
        }
        for (JsonNode rule : rules) {
            assertThat(NUMBERS).as(rule.toString()).anyMatch(number -> matcher(rule, number)
                    .matches());
        }
    }

    @Test
    void aKnobsNameBecomesALabel() throws IOException {
        ConsoleGauge knob = NUMBERS.get(NUMBERS.size() - 1);
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
        String page = Files.readString(HOME.resolve("docs/operate.md"));
        String section = page.split("(?m)^## Metrics$", 2)[1].split("(?m)^## ", 2)[0];
        Set<String> listed = Pattern.compile("(?m)^\\| (`[^|]*) \\|")
                .matcher(section)
                .results()
                .flatMap(
                        row -> Pattern.compile("`(\\w+)`").matcher(row.group(1)).results())
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(listed)
                .isEqualTo(NUMBERS.stream().map(ConsoleGauge::name).collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void thereAreAtMostSixtyHoweverManyKnobs() {
        List<String> knobs =
                IntStream.range(0, 200).mapToObj(number -> "knob_" + number).toList();
        assertThat(ConsoleGauges.of(knobs, () -> Instant.EPOCH)).hasSize(60);
    }

    private static List<JsonNode> rules() throws IOException {
        JsonNode file = new YAMLMapper()
                .readTree(HOME.resolve("conf/dashboards/jmx-exporter.yaml").toFile());
        List<JsonNode> rules = new ArrayList<>();
        file.get("rules").forEach(rules::add);
        return rules;
    }

    /** As jmx_exporter matches: the pattern may lie anywhere in the line. */
    private static Matcher matcher(JsonNode rule, ConsoleGauge number) {
        return Pattern.compile("^.*(?:" + rule.get("pattern").asText() + ").*$").matcher(exported(number));
    }

    /** The line that jmx_exporter makes of a bean's attribute. */
    private static String exported(ConsoleGauge number) {
        String scope = number.scope().isEmpty() ? "" : ", scope=" + number.scope();
        return "org.apache.cassandra.metrics<type=Rafiki" + scope + ", name=" + number.name() + "><>Value: 0.5";
    }
}
