package io.rafiki.trainer.screening;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes the plan of the campaign after a screening: its key knobs with their screened ranges, under the same conditions. */
final class CampaignPlanWriter {

    private static final int TRIALS = 200;
    private static final int REPEATS = 6;
    private static final YAMLMapper YAML = new YAMLMapper(YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .build());

    private CampaignPlanWriter() {}

    static void write(ScreeningResult screen, Path planFile, Path campaign) throws IOException {
        ObjectNode screening = (ObjectNode) YAML.readTree(planFile.toFile());
        ObjectNode plan = YAML.createObjectNode();
        plan.put("name", screen.plan() + "-campaign");
        plan.set("seed", screening.get("seed"));
        plan.put("trials", TRIALS);
        plan.putObject("read_ratio").put("min", 0.0).put("max", 1.0);
        ObjectNode defaults = plan.putObject("defaults");
        defaults.putArray("read_ratios").add(0.1).add(0.5).add(0.9);
        defaults.put("repeats", REPEATS);
        for (String kept : List.of("protocol", "data", "client", "node", "time", "max_background_cpu")) {
            if (screening.has(kept)) {
                plan.set(kept, screening.get(kept));
            }
        }
        ObjectNode knobs = plan.putObject("knobs");
        for (Map.Entry<String, JsonNode> range : screening.get("knobs").properties()) {
            if (screen.keys().contains(range.getKey())) {
                knobs.set(range.getKey(), range.getValue().isObject() ? range.getValue() : YAML.createObjectNode());
            }
        }
        Files.writeString(campaign, head(screen) + YAML.writeValueAsString(plan));
    }

    private static String head(ScreeningResult screen) {
        List<String> atStart = screen.knobs().stream()
                .filter(knob -> knob.isKey() && !knob.live())
                .map(KnobResult::name)
                .toList();
        return "# The key knobs that rafiki screen found by " + screen.measured() + " trials of the plan "
                + screen.plan()
                + ". docs/trials.md documents every key.\n"
                + (atStart.isEmpty()
                        ? ""
                        : "# Set at start only: " + ScreeningResult.listed(atStart)
                                + ". For a model that the agent uses, remove them: it tunes running nodes.\n");
    }
}
