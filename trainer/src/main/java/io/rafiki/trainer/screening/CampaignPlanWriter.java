package io.rafiki.trainer.screening;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.rafiki.trainer.trial.WorkloadFile;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The text of the campaign plan after a screening: its key knobs with their screened ranges, under the same conditions. */
final class CampaignPlanWriter {

    private static final int TRIALS = 200;
    private static final int REPEATS = 6;
    private static final List<Double> READ_RATIOS = List.of(0.1, 0.5, 0.9);

    /** Share of the trials without a further feature. */
    private static final double ABSENT = 0.75;

    private static final String DISTRIBUTION = "requestdistribution";

    /** Properties with a key of their own in a campaign plan. */
    private static final Set<String> KEPT =
            Set.of("readproportion", "updateproportion", "scanproportion", DISTRIBUTION, WorkloadFile.REUSE_MEAN);

    private static final YAMLMapper YAML = new YAMLMapper(YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .build());

    private CampaignPlanWriter() {}

    /** @param planFile plan of the screening */
    static String text(ScreeningResult screen, Path planFile) throws IOException {
        ObjectNode screening = (ObjectNode) YAML.readTree(planFile.toFile());
        ObjectNode plan = YAML.createObjectNode();
        plan.put("name", screen.plan() + "-campaign");
        plan.set("seed", screening.get("seed"));
        plan.put("trials", TRIALS);
        plan.putObject("read_ratio").put("min", 0.0).put("max", 1.0);
        writeWorkloads(screen.noise().stream().map(ScreeningNoise::workload).toList(), plan);
        for (String kept : List.of("protocol", "data", "client", "node", "time", "max_background_cpu")) {
            if (screening.has(kept)) {
                plan.set(kept, screening.get(kept));
            }
        }
        // they state the operations of the screening, but those of a campaign vary
        List<String> lost = List.of();
        if (plan.get("client") instanceof ObjectNode client
                && client.remove("properties") instanceof ObjectNode operations) {
            writeKeyDistribution(operations, client);
            lost = lost(operations);
        }
        ObjectNode knobs = plan.putObject("knobs");
        for (Map.Entry<String, JsonNode> range : screening.get("knobs").properties()) {
            if (screen.keys().contains(range.getKey())) {
                knobs.set(range.getKey(), range.getValue().isObject() ? range.getValue() : YAML.createObjectNode());
            }
        }
        return head(screen, lost) + YAML.writeValueAsString(plan);
    }

    /** The distribution of the screened keys. In YCSB's properties a reuse distance overrides another distribution. */
    private static void writeKeyDistribution(ObjectNode operations, ObjectNode client) {
        if (operations.has(WorkloadFile.REUSE_MEAN)) {
            client.put("reuse_distance", operations.get(WorkloadFile.REUSE_MEAN).asLong());
            client.remove("distribution");
        } else if (operations.has(DISTRIBUTION)) {
            client.set("distribution", operations.get(DISTRIBUTION));
            client.remove("reuse_distance");
        }
    }

    /** The properties of the operations that a campaign with drawn trials cannot have. */
    private static List<String> lost(ObjectNode operations) {
        return operations.properties().stream()
                .filter(property -> WorkloadFile.isOperation(property.getKey())
                        && !KEPT.contains(property.getKey())
                        && !isZero(property.getKey(), property.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    private static boolean isZero(String property, JsonNode value) {
        return property.endsWith("proportion") && value.asDouble() == 0;
    }

    /** The baseline at three read ratios; with the features of the screened workloads, the range of each and the baseline there. */
    private static void writeWorkloads(List<Workload> screened, ObjectNode plan) {
        Set<WorkloadFeature> features = new TreeSet<>();
        screened.forEach(workload -> features.addAll(workload.values().keySet()));
        features.removeIf(WorkloadFeature::isRequired);
        for (WorkloadFeature feature : features) {
            double largest = screened.stream()
                    .mapToDouble(workload -> workload.value(feature))
                    .max()
                    .orElseThrow();
            plan.putObject(feature.key())
                    .put("min", feature.min())
                    .put("max", largest)
                    .put("absent", ABSENT);
        }
        ObjectNode defaults = plan.putObject("defaults");
        if (features.isEmpty()) {
            ArrayNode ratios = defaults.putArray("read_ratios");
            READ_RATIOS.forEach(ratios::add);
        } else {
            ArrayNode workloads = defaults.putArray("workloads");
            Stream.concat(
                            READ_RATIOS.stream().map(Workload::ofReadRatio),
                            screened.stream()
                                    .filter(workload -> workload.values().size() > 1))
                    .forEach(workload -> {
                        ObjectNode listed = workloads.addObject();
                        workload.values().forEach((feature, value) -> listed.put(feature.key(), value));
                    });
        }
        defaults.put("repeats", REPEATS);
    }

    private static String head(ScreeningResult screen, List<String> lost) {
        List<String> atStart = screen.knobs().stream()
                .filter(knob -> knob.isKey() && !knob.live())
                .map(KnobResult::name)
                .toList();
        return "# The key knobs that rafiki screen found by " + screen.measured() + " trials of the plan "
                + screen.plan()
                + ". docs/trials.md documents every key.\n"
                + (lost.isEmpty()
                        ? ""
                        : "# Without these properties of the screening, which drawn trials cannot have: "
                                + String.join(", ", lost) + ".\n")
                + (atStart.isEmpty()
                        ? ""
                        : "# Set at start only: " + ScreeningResult.listed(atStart)
                                + ". For a model that the agent uses, remove them: it tunes running nodes.\n");
    }
}
