package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The smallest screening on real nodes, from its plan to its report: a knob that is set at start only, in nested lines of
 * cassandra.yaml.
 */
class ScreenIT {

    static final String PLAN =
            """
            name: smallest
            seed: 1
            defaults: {read_ratios: [0.5], repeats: 2}
            screen: {read_ratios: [0.5], values: 2, repeats: 2, two_level: none}
            data: {records: 20000, fields: 1, field_size: 1000B, update_fraction: 0.1}
            client: {threads: 8}
            node: {heap: 512MiB, memory: 1GiB}
            time: {warm_up: 1s, measurement: 5s}
            max_background_cpu: 1.0
            knobs:
              memtable:
            """;

    @TempDir
    Path folder;

    @Test
    void measuresAnalysesAndContinuesWithNothingWhenDone() throws Exception {
        Path plan = Files.writeString(folder.resolve("plan.yaml"), PLAN);
        try (TrainerProcess screen = new TrainerProcess(
                folder,
                List.of(QuickStart.onQuickNodes(TrainerProcess.onSharedData("screen", "--plan", plan.toString()))))) {
            assertThat(screen.run()).as(screen.printed()).isZero();

            List<JsonNode> trials = Lines.of(screen.out().resolve("trials.jsonl"));
            assertThat(trials).hasSize(4).allSatisfy(trial -> {
                assertThat(trial.get("status").asText())
                        .as(trial.path("cause").asText())
                        .isEqualTo("ok");
                assertThat(trial.get("effective")).isEqualTo(trial.get("proposed"));
            });
            assertThat(trials.stream()
                            .map(trial -> trial.get("effective").get("memtable").asText()))
                    .containsExactlyInAnyOrder("skiplist", "skiplist", "trie", "trie");

            JsonNode result = new JsonMapper()
                    .readTree(screen.out().resolve("screen.json").toFile());
            JsonNode alone = result.get("knobs").get(0).get("alone").get(0);
            assertThat(alone.get("f").asDouble()).isNotNegative();
            assertThat(alone.get("p").asDouble()).isBetween(0.0, 1.0);
            String page = Files.readString(screen.out().resolve("screen.html"));
            assertThat(page).contains("uPlot", "memtable", "trie");
            assertThat(page.replaceAll("(?s)<script.*?</script>", "")).doesNotContain("NaN", "Infinity");
            assertThat(screen.printed())
                    .contains("4 trials planned, 0 measured, 4 to run now")
                    .contains("noise of the machine (")
                    .contains("Screening smallest: 4 of 4 trials measured, 1 knobs.")
                    .contains("Key in the paper, not screened here: ");

            assertThat(screen.run()).isZero();
            assertThat(screen.printed()).contains("4 trials planned, 4 measured, none to run");
            assertThat(Lines.of(screen.out().resolve("trials.jsonl"))).hasSize(4);
        }
    }
}
