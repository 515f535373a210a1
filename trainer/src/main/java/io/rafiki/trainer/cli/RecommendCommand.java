package io.rafiki.trainer.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.model.BundleException;
import io.rafiki.model.ModelBundle;
import io.rafiki.model.Provenance;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.analysis.ApplyInstructions;
import io.rafiki.trainer.analysis.Explanation;
import io.rafiki.trainer.analysis.ModelSearch;
import io.rafiki.trainer.analysis.ParetoFront;
import io.rafiki.trainer.analysis.Recommendation;
import io.rafiki.trainer.report.text.ExplanationFormatter;
import io.rafiki.trainer.report.text.ParetoFrontFormatter;
import io.rafiki.trainer.report.text.RecommendationFormatter;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import io.rafiki.workload.WorkloadSensors;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints the recommended configuration for a read ratio. */
@Command(
        name = "recommend",
        mixinStandardHelpOptions = true,
        description =
                "Shows a model's best configuration for a read ratio, its predicted gain, and the commands that set"
                        + " it.")
final class RecommendCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--model", required = true, paramLabel = "FILE", description = "The model bundle.")
    private Path model;

    @Option(
            names = "--read-ratio",
            required = true,
            paramLabel = "0..1",
            description = "Share of reads among all operations.")
    private double readRatio;

    @Option(
            names = "--workload",
            paramLabel = "FEATURE=VALUE",
            split = ",",
            description = "Another feature of the workload, such as scan_share=0.05. Default: absent.")
    private Map<String, Double> features = new LinkedHashMap<>();

    @Option(
            names = "--from",
            paramLabel = "KNOB=VALUE",
            split = ",",
            description = "Present value of a knob, from which the gain is predicted; may be repeated. Default: the"
                    + " baseline.")
    private Map<String, String> from = new LinkedHashMap<>();

    @Option(
            names = "--fix",
            paramLabel = "KNOB=VALUE",
            split = ",",
            description = "Keep a knob at a value; may be repeated.")
    private Map<String, String> fix = new LinkedHashMap<>();

    @Option(
            names = "--explain",
            description =
                    "Also show the gain of each knob in turn, the effect of each knob alone, and the interactions.")
    private boolean explain;

    @Option(
            names = "--kappa",
            paramLabel = "N",
            description =
                    "Maximise the mean minus N standard deviations; 0 maximises the mean. Default: ${DEFAULT-VALUE}.")
    private double kappa = SearchSpace.KAPPA;

    @Option(
            names = "--max-read-p99",
            paramLabel = "US",
            description =
                    "Upper limit of the predicted 99th percentile of read latency in microseconds, plus kappa standard"
                            + " deviations.")
    private Double maxReadP99;

    @Option(names = "--max-write-p99", paramLabel = "US", description = "Upper limit for writes, as for reads.")
    private Double maxWriteP99;

    @Option(
            names = "--max-p99",
            paramLabel = "US",
            description = "Upper limit for all operations at the trials' open-loop rate, as for reads.")
    private Double maxP99;

    @Mixin
    private ObjectiveOption objective;

    @Option(
            names = "--front",
            description = "Show the greatest throughput under each of several bounds on the 99th percentile instead.")
    private boolean front;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the search. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Mixin
    private CatalogueOption catalogue;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws BundleException, ConfigException, JsonProcessingException {
        check();
        Provenance trained = ModelBundle.read(model).provenance();
        KnobCatalogue knobs = KnobCatalogue.read(catalogue.file(trained), trained.machine());
        ModelBundle bundle = ModelBundle.read(model, knobs);
        PrintWriter out = spec.commandLine().getOut();
        out.print(front ? front(bundle) : advice(bundle, knobs));
        out.flush();
        return 0;
    }

    private void check() {
        if (!(readRatio >= 0 && readRatio <= 1)) {
            throw refused("--read-ratio: expected 0..1, found " + readRatio + ". Give the share of reads.");
        }
        if (front && (explain || !objective.isThroughput())) {
            throw refused("--front: expected neither --explain nor --objective, found one. Remove it.");
        }
        if (explain && !objective.isThroughput()) {
            throw refused("--explain: expected --objective throughput, found " + objective.objective()
                    + ". Remove one of them.");
        }
    }

    private String front(ModelBundle bundle) throws JsonProcessingException {
        ParetoFront found = searched(bundle, search -> ParetoFront.of(search, limits()));
        return output.isJson()
                ? json(ParetoFrontFormatter.details(found))
                : ParetoFrontFormatter.text(bundle, found, !from.isEmpty());
    }

    private String advice(ModelBundle bundle, KnobCatalogue knobs) throws JsonProcessingException {
        Recommendation advice = searched(bundle, search -> search.best(objective.metric(), limits()));
        ApplyInstructions settings = ApplyInstructions.of(knobs, advice.base(), advice.best());
        if (output.isJson()) {
            Map<String, Object> details = RecommendationFormatter.details(advice, settings);
            if (explain) {
                details.put("explanation", ExplanationFormatter.details(Explanation.of(bundle, advice)));
            }
            return json(details);
        }
        String text = RecommendationFormatter.text(bundle, advice, settings, !from.isEmpty());
        return explain
                ? text
                        + System.lineSeparator()
                        + ExplanationFormatter.text(
                                Explanation.of(bundle, advice), advice.isRecommended(), Charset.defaultCharset())
                : text;
    }

    private static String json(Map<String, Object> details) throws JsonProcessingException {
        return new ObjectMapper().writeValueAsString(details) + System.lineSeparator();
    }

    private <T> T searched(ModelBundle bundle, Function<ModelSearch, T> request) {
        try {
            return request.apply(ModelSearch.of(bundle, workload(), from, fix, kappa, seed));
        } catch (IllegalArgumentException | IllegalStateException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    private Workload workload() {
        Workload workload = Workload.ofReadRatio(readRatio);
        for (Map.Entry<String, Double> value : features.entrySet()) {
            WorkloadFeature named = WorkloadSensors.features().stream()
                    .filter(feature -> !feature.isRequired() && feature.key().equals(value.getKey()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("--workload: expected one of "
                            + WorkloadSensors.features().stream()
                                    .filter(feature -> !feature.isRequired())
                                    .map(WorkloadFeature::key)
                                    .toList()
                            + ", found " + value.getKey() + ". Correct it."));
            try {
                workload = workload.with(named, value.getValue());
            } catch (IllegalArgumentException e) {
                throw refused("--workload: " + e.getMessage() + ". Correct it.");
            }
        }
        return workload;
    }

    private Map<Metric, Double> limits() {
        Map<Metric, Double> limits = new EnumMap<>(Metric.class);
        limit("--max-read-p99", maxReadP99, Metric.READ_P99, limits);
        limit("--max-write-p99", maxWriteP99, Metric.WRITE_P99, limits);
        limit("--max-p99", maxP99, Metric.P99_AT_RATE, limits);
        return limits;
    }

    private void limit(String option, Double microseconds, Metric metric, Map<Metric, Double> limits) {
        if (microseconds != null) {
            if (!(microseconds > 0) || microseconds.isInfinite()) {
                throw refused(option + ": expected microseconds above 0, found " + microseconds + ". Give a latency.");
            }
            limits.put(metric, microseconds);
        }
    }

    private ParameterException refused(String line) {
        return new ParameterException(spec.commandLine(), line);
    }
}
