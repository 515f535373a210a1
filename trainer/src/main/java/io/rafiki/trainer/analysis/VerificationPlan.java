package io.rafiki.trainer.analysis;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NamedValues;
import io.rafiki.model.BundleException;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.format.WorkloadText;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.TrainedEnsemble;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.train.TrialSet;
import io.rafiki.trainer.trial.WorkloadFile;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The plan of a verification under a campaign's conditions: the model's choices, plain strategies and other suggestions, in blocks with the
 * baseline, so that all can be compared.
 *
 * @param campaign folder with trials.jsonl and plan.yaml
 * @param model model of the campaign
 * @param objective metric in which its choices are best
 * @param suggested file with suggested values of knobs; empty without one for the campaign's system
 * @param operations of a YCSB file; empty for those that the campaign's plan states, or three read ratios. Rows and threads stay those of
 *     the campaign
 * @param catalogue of the knobs
 */
public record VerificationPlan(
        Path campaign,
        Path model,
        Metric objective,
        Optional<Path> suggested,
        Optional<WorkloadFile> operations,
        Path catalogue) {

    private static final List<Workload> READ_RATIOS =
            Stream.of(0.9, 0.5, 0.1).map(Workload::ofReadRatio).toList();

    private static final String COMPACTION = "compaction";

    /** Compaction strategies that an operator would set alone. */
    private static final List<String> STRATEGIES = List.of("Leveled", "Unified(L10)", "Unified(T4)");

    /** Trials of each configuration at each workload; fewer than 10 rarely show a difference. */
    private static final int REPEATS = 10;

    /** The number of the campaign's configurations, nearest in workload, of which the best is measured again. */
    private static final int OTHERS = 24;

    /** The seed of the searches, the paper's training and the order. */
    static final int SEED = 1;

    private static final YAMLMapper YAML = new YAMLMapper(YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .build());

    /** Joins the labels of a configuration that several suggest. */
    static final String EQUAL = " = ";

    /** The end of the plan's name, after the name of the campaign's plan. */
    static final String SUFFIX = "-verification";

    /** The begin of the plan's first line, before the name of the campaign's folder. */
    static final String FIRST_WORDS = "# What the campaign ";

    private static final String LATEST = "cassandra_latest.yaml";

    /**
     * Selects the configurations and writes the plan.
     *
     * @return lines that list them, for each workload
     * @throws IOException with one line if the campaign cannot be read, did not measure the objective, or the plan cannot be written
     * @throws IllegalArgumentException with one line if the model has not learnt the objective
     */
    public List<String> write(Path plan) throws IOException, ConfigException, BundleException, InterruptedException {
        TrialData measured = TrialData.read(campaign, catalogue);
        if (!measured.set().measured().containsKey(objective)) {
            String why = measured.set()
                    .unlearnt()
                    .getOrDefault(objective, "expected trials that measured it, found none. Add it to the plan.");
            throw new IOException(campaign + ": " + objective.key() + ": " + why);
        }
        KnobCatalogue knobs = KnobCatalogue.read(catalogue, TrialSet.machine(measured.good()));
        Map<String, Map<String, Object>> suggestions = new LinkedHashMap<>();
        if (suggested.isPresent()) {
            YamlSection file = YamlSection.read(suggested.get());
            Map<String, Object> suggestion = suggestion(file, measured, knobs);
            suggestions.put(suggester(file, suggestion), suggestion);
        }
        if (measured.space().indexOf(COMPACTION) >= 0) {
            STRATEGIES.forEach(
                    strategy -> suggestions.put("plain " + strategy + " strategy", Map.of(COMPACTION, strategy)));
        }
        Candidates contenders = new Candidates(
                measured,
                ModelBundle.read(model),
                objective,
                objective.isLatency() ? Optional.empty() : Optional.of(paper(measured)),
                suggestions,
                OTHERS);
        List<Workload> workloads = workloads();
        ObjectNode text = conditions(workloads, suggestions.values());
        ArrayNode configurations = text.putArray("configurations");
        List<String> lines = new ArrayList<>();
        int trials = workloads.size();
        for (Workload workload : workloads) {
            lines.add(TrialData.percent(workload.readRatio()) + " reads" + WorkloadText.others(workload) + ":");
            Map<Map<String, Object>, List<String>> labels = new LinkedHashMap<>();
            contenders.at(workload, SEED).forEach((label, values) -> labels.computeIfAbsent(
                            NamedValues.differingFrom(
                                    measured.space().defaults().toMap(), values),
                            same -> new ArrayList<>())
                    .add(label));
            for (Map.Entry<Map<String, Object>, List<String>> contender : labels.entrySet()) {
                String label = String.join(EQUAL, contender.getValue());
                Map<String, Object> differences = contender.getKey();
                lines.add("  " + label + ": " + NamedValues.text(differences));
                trials += differences.isEmpty() ? 0 : 1;
                configurations.add(configuration(label, workload, differences));
            }
        }
        Files.createDirectories(plan.toAbsolutePath().getParent());
        Files.writeString(plan, head() + YAML.writeValueAsString(text));
        lines.add(trials * REPEATS + " trials, plan: " + plan);
        return lines;
    }

    private String head() {
        return firstWords(campaign) + " against the default in rounds: written by rafiki collect --verify."
                + " docs/trials.md documents every key.\n";
    }

    /** The begin of the plan's first line, with the name of the campaign's folder. */
    static String firstWords(Path campaign) {
        return FIRST_WORDS + campaign.toAbsolutePath().normalize().getFileName() + " leads to,";
    }

    private ModelBundle paper(TrialData measured) throws IOException, InterruptedException {
        TrainingConfig recipe = TrainingConfig.PAPER.with(
                TrainingConfig.PAPER.networks(), Runtime.getRuntime().availableProcessors(), SEED);
        TrainedEnsemble trained =
                new EnsembleTrainer(recipe, finished -> {}).train(measured.set().samples());
        return TrainedEnsemble.bundle(
                Map.of(Metric.THROUGHPUT, trained), measured.set().provenance("rafiki collect --verify", SEED));
    }

    /** The suggested values of the campaign's knobs. */
    private static Map<String, Object> suggestion(YamlSection file, TrialData measured, KnobCatalogue knobs)
            throws ConfigException {
        Map<String, Object> values = SuggestedValues.of(file, knobs);
        values.keySet().removeIf(name -> measured.space().indexOf(name) < 0);
        return values;
    }

    /** {@code cassandra_latest.yaml (concurrent_compactors 4 for 8)}: a value beyond the catalogue's range is replaced by its limit. */
    private String suggester(YamlSection file, Map<String, Object> values) throws ConfigException {
        List<String> other = new ArrayList<>();
        for (Map.Entry<String, Object> value : values.entrySet()) {
            String text = file.text(value.getKey());
            if (!String.valueOf(value.getValue()).equals(text)) {
                other.add(value.getKey() + " " + value.getValue() + " for " + text);
            }
        }
        return LATEST + (other.isEmpty() ? "" : " (" + String.join(", ", other) + ")");
    }

    /** Properties of YCSB in the campaign's plan state its operations. */
    private List<Workload> workloads() throws ConfigException {
        CampaignPlan own = CampaignPlan.read(campaign.resolve(CampaignPlan.FILE));
        return operations
                .map(WorkloadFile::workload)
                .or(own.conditions()::statedOperations)
                .map(List::of)
                .orElse(READ_RATIOS);
    }

    /** The campaign's plan without drawn trials, with ranges that include the suggestions. */
    private ObjectNode conditions(List<Workload> workloads, Collection<Map<String, Object>> suggestions)
            throws IOException {
        ObjectNode own =
                (ObjectNode) YAML.readTree(campaign.resolve(CampaignPlan.FILE).toFile());
        ObjectNode plan = YAML.createObjectNode();
        plan.put("name", own.get("name").asText() + SUFFIX);
        plan.put("seed", SEED);
        plan.put("trials", 0);
        plan.put("blocked", true);
        plan.putObject("read_ratio").put("min", 0.0).put("max", 1.0);
        ObjectNode defaults = plan.putObject("defaults");
        ArrayNode list = defaults.putArray("workloads");
        workloads.forEach(workload -> features(list.addObject(), workload));
        defaults.put("repeats", REPEATS);
        for (String kept : List.of("protocol", "data", "client", "node", "time", "max_background_cpu")) {
            if (own.has(kept)) {
                plan.set(kept, own.get(kept));
            }
        }
        operations.ifPresent(file -> {
            ObjectNode client = (ObjectNode) plan.get("client");
            client.remove(List.of("distribution", "reuse_distance"));
            ObjectNode properties = client.putObject("properties");
            new TreeMap<>(file.properties()).forEach((name, value) -> properties.put(name, value));
        });
        ObjectNode ranges = plan.putObject("knobs");
        own.get("knobs")
                .properties()
                .forEach(range -> ranges.set(
                        range.getKey(),
                        WidenedRange.of(
                                range.getValue(),
                                suggestions.stream()
                                        .map(suggestion -> suggestion.get(range.getKey()))
                                        .filter(Objects::nonNull)
                                        .toList())));
        return plan;
    }

    private ObjectNode configuration(String label, Workload workload, Map<String, Object> differences) {
        ObjectNode configuration = YAML.createObjectNode();
        configuration.put("label", label);
        features(configuration.putArray("workloads").addObject(), workload);
        configuration.put("repeats", REPEATS);
        ObjectNode values = configuration.putObject("values");
        differences.forEach((knob, value) -> values.put(knob, String.valueOf(value)));
        return configuration;
    }

    private static void features(ObjectNode section, Workload workload) {
        workload.values().forEach((feature, value) -> section.put(feature.key(), value));
    }
}
