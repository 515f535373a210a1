package io.rafiki.trainer.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.config.ConfigException;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.evaluate.TrialTable;
import io.rafiki.trainer.evaluate.Validation;
import io.rafiki.trainer.evaluate.ValidationResult;
import io.rafiki.trainer.evaluate.ValidationSettings;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.report.ValidationPage;
import io.rafiki.trainer.report.text.ValidationFormatter;
import io.rafiki.trainer.table.CsvTable;
import io.rafiki.trainer.table.MeasuredTable;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.train.TrialSet;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rafiki validate}: measures prediction errors on held-out rows. */
@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        description = "Measures prediction errors on held-out trials. Compares the ensemble with one network, DL4J with"
                + " Adam, a random forest, a linear model and the mean, on equal splits.")
final class ValidateCommand implements Callable<Integer> {

    /** The format on standard output. */
    enum Output {
        text,
        json
    }

    @Spec
    private CommandSpec spec;

    @Option(names = "--trials", paramLabel = "FILE", description = "The trials.jsonl of a campaign.")
    private Path trials;

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            description = "The campaign's plan. Default: plan.yaml in the folder of the trials, if it exists.")
    private Path plan;

    @Mixin
    private CatalogueOption catalogue;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Any table of measurements in place of trials: a header, then one row per measurement.")
    private Path csv;

    @Option(names = "--target", paramLabel = "COLUMN", description = "The column to predict.")
    private String target;

    @Option(
            names = "--workload",
            paramLabel = "COLUMN",
            description = "The column that describes the workload, if there is one.")
    private String workload;

    @Option(
            names = "--train-sizes",
            paramLabel = "N",
            split = ",",
            description = "Numbers of random training rows; all other rows are held out. Default: a quarter of the"
                    + " configurations, and of the workloads, is held out.")
    private List<Integer> trainSizes = new ArrayList<>();

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            description =
                    "The metric to predict: throughput, readP99, writeP99 or p99AtRate. Default: ${DEFAULT-VALUE}.")
    private String metric = Metric.THROUGHPUT.key();

    @Option(
            names = "--recipe",
            paramLabel = "NAME",
            description = "Training method: default, or paper for the method of the paper. Default: ${DEFAULT-VALUE}.")
    private String recipe = TrainingConfig.DEFAULT.name();

    @Option(names = "--repeats", paramLabel = "N", description = "Number of random splits. Default: ${DEFAULT-VALUE}.")
    private int repeats = 10;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the splits. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Mixin
    private TrainingOptions training;

    @Option(names = "--report", paramLabel = "FILE", description = "Also write one HTML page with charts.")
    private Path report;

    @Option(
            names = {"-F", "--format"},
            paramLabel = "text|json",
            defaultValue = "text",
            description = "Output format: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Output format;

    @Override
    public Integer call() throws IOException, ConfigException, InterruptedException {
        check();
        ValidationSettings settings = settings();
        try {
            MeasuredTable table = table();
            ValidationResult result = run(new Validation(table, settings));
            if (report != null) {
                Files.writeString(report, ValidationPage.html(result));
            }
            print(result);
        } catch (IllegalArgumentException refused) {
            throw new IOException((csv != null ? csv : trials) + ": " + refused.getMessage(), refused);
        } catch (OutOfMemoryError full) {
            throw new IOException(
                    (csv != null ? csv : trials)
                            + ": expected enough memory to train on these sizes, found a heap of "
                            + (Runtime.getRuntime().maxMemory() >> 20)
                            + " MiB too small. Give more by RAFIKI_JAVA_OPTS=-Xmx..., fewer --threads, or smaller"
                            + " --train-sizes.",
                    full);
        }
        return 0;
    }

    private void check() {
        if ((trials == null) == (csv == null)) {
            throw refused(
                    "expected one of --trials and --csv, found " + (csv == null ? "none" : "both") + ". Give one.");
        }
        if (csv != null && target == null) {
            throw refused("--csv: expected --target with the column that was measured, found none. Add it.");
        }
        if (csv != null && (plan != null || catalogue.isNamed())) {
            throw refused(
                    "--csv: expected no --plan and no --catalogue, found one, which is for trials." + " Leave it out.");
        }
        Metric predicted = metric();
        if (csv != null && predicted != Metric.THROUGHPUT) {
            throw refused("--csv: expected no --metric, found " + metric
                    + ", which is for trials. Leave it out; --target names what is predicted.");
        }
        if (trials != null && (target != null || workload != null)) {
            throw refused("--trials: expected no --target and no --workload, found one, which is for --csv."
                    + " Leave it out.");
        }
        if (plan != null && !Files.exists(plan)) {
            throw refused("--plan: expected a file, found nothing at " + plan + ". Correct it.");
        }
        if (report != null) {
            OutputFile.check(spec, "--report", report);
        }
    }

    private ValidationSettings settings() {
        try {
            TrainingConfig chosen =
                    training.of(TrainingConfig.named(recipe), 1, seed).forMetric(metric());
            return new ValidationSettings(trainSizes, repeats, seed, chosen, training.threads());
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    private MeasuredTable table() throws IOException, ConfigException {
        if (csv != null) {
            return CsvTable.read(csv, target, Optional.ofNullable(workload));
        }
        return TrialTable.of(
                trials.toString(),
                TrialSet.read(
                        trials,
                        plan != null ? plan : trials.resolveSibling(CampaignPlan.FILE),
                        catalogue.fileOfTrials(trials)),
                metric());
    }

    private Metric metric() {
        return Arrays.stream(Metric.values())
                .filter(one -> one.key().equals(metric))
                .findFirst()
                .orElseThrow(() -> refused("--metric: expected one of "
                        + Arrays.stream(Metric.values()).map(Metric::key).collect(Collectors.joining(", "))
                        + ", found " + metric + ". Correct it."));
    }

    private ValidationResult run(Validation validation) throws InterruptedException {
        try (ProgressReporter progress = InstallPaths.progress(spec)) {
            return validation.run(progress);
        }
    }

    private void print(ValidationResult result) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (format == Output.json) {
            out.println(new ObjectMapper().writeValueAsString(ValidationFormatter.details(result)));
        } else {
            out.print(ValidationFormatter.text(result));
        }
        out.flush();
    }

    private ParameterException refused(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }
}
