package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The alert rules ask for exported metrics, and fire when they should. */
class AlertsTest {

    private static final Path FOLDER = Path.of("../conf/dashboards");
    private static final Path RULES = FOLDER.resolve("alerts.yaml");

    @TempDir
    Path folder;

    @Test
    void asksForExportedMetricsOnly() throws IOException {
        List<String> exported = new YAMLMapper()
                .readTree(FOLDER.resolve("jmx-exporter.yaml").toFile())
                .findValuesAsText("name");
        JsonNode rules = new YAMLMapper().readTree(RULES.toFile()).at("/groups/0/rules");
        assertThat(rules).isNotEmpty().allSatisfy(rule -> {
            assertThat(rule.at("/annotations/command").asText()).isNotEmpty();
            assertThat(Pattern.compile("rafiki_\\w+")
                            .matcher(rule.get("expr").asText())
                            .results()
                            .map(MatchResult::group))
                    .isNotEmpty()
                    .isSubsetOf(exported);
        });
    }

    @Test
    void eachRuleHasATestInWhichItFires() throws IOException {
        List<String> rules =
                new YAMLMapper().readTree(RULES.toFile()).at("/groups/0/rules").findValuesAsText("alert");
        List<String> firing = new ArrayList<>();
        try (InputStream test = AlertsTest.class.getResourceAsStream("alerts-test.yaml")) {
            for (JsonNode group : new YAMLMapper().readTree(test).get("tests")) {
                for (JsonNode expected : group.get("alert_rule_test")) {
                    if (!expected.get("exp_alerts").isEmpty()) {
                        firing.add(expected.get("alertname").asText());
                    }
                }
            }
        }
        assertThat(firing).containsExactlyInAnyOrderElementsOf(rules);
    }

    /** Debian's package prometheus contains promtool. */
    @Test
    void firesWhenItShould() throws Exception {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(bin -> Files.isExecutable(Path.of(bin, "promtool"))),
                "promtool is not installed");
        Files.copy(RULES, folder.resolve("alerts.yaml"));
        try (InputStream test = AlertsTest.class.getResourceAsStream("alerts-test.yaml")) {
            Files.copy(test, folder.resolve("alerts-test.yaml"));
        }
        Process promtool = new ProcessBuilder("promtool", "test", "rules", "alerts-test.yaml")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(promtool.waitFor()).as(output).isZero();
    }
}
