package io.rafiki.benchmark.collection;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.model.BundleException;
import io.rafiki.model.ModelBundle;
import io.rafiki.trainer.cli.CatalogueOption;
import io.rafiki.trainer.cli.InstallPaths;
import io.rafiki.trainer.cli.Output;
import io.rafiki.trainer.format.TextTable;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.train.Surface;
import io.rafiki.trainer.train.TrainingConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench collection}: simulates campaigns on known test functions. */
@Command(
        name = "collection",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how many trials a campaign needs until the recommended configuration is within 5 %% of the best,",
            "for trials that are chosen as by collect --plan active, for a Sobol sequence, and for random draws.",
            "Simulates campaigns with 5 %% noise on synthetic functions or on the predictions of a model. Starts no"
                    + " node."
        })
public final class BenchCollectionCommand implements Callable<Integer> {

    /** The duration of one campaign per method on one core: 10 checkpoints, 8 networks, five knobs. */
    private static final Duration EXPECTED = Duration.ofSeconds(12);

    /** The knobs of the test functions. */
    enum Knobs {
        /** The five knobs of the paper. */
        paper,
        /** All knobs of the catalogue. */
        catalogue
    }

    @Spec
    private CommandSpec spec;

    @Option(names = "--seeds", paramLabel = "N", description = "Surfaces. Default: ${DEFAULT-VALUE}.")
    private int seeds = 15;

    @Option(names = "--start", paramLabel = "N", description = "Trials before the first chosen one. Default: 24.")
    private int start = 24;

    @Option(names = "--budget", paramLabel = "N", description = "Total number of trials. Default: ${DEFAULT-VALUE}.")
    private int budget = 60;

    @Option(
            names = "--nets",
            paramLabel = "N",
            description = "Networks per model; rafiki train uses more. Default: ${DEFAULT-VALUE}.")
    private int nets = 8;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Networks trained at the same time. Default: one per processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--knobs",
            paramLabel = "paper|catalogue",
            description = "The paper's five knobs, or all of the catalogue. Default: ${DEFAULT-VALUE}.")
    private Knobs knobs = Knobs.paper;

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description = "Use the predictions of this model as the true throughput, not synthetic functions.")
    private Path model;

    @Mixin
    private CatalogueOption catalogue;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws BundleException, ConfigException, IOException, InterruptedException {
        CollectionBenchmark benchmark = benchmark();
        List<CollectionMethod> methods = List.of(CollectionMethod.values());
        Map<CollectionMethod, double[][]> shortfalls;
        try (ProgressReporter progress = InstallPaths.progress(spec)) {
            progress.begin("Campaigns", EXPECTED.multipliedBy((long) seeds * methods.size()), "");
            shortfalls = benchmark.run(
                    methods,
                    seeds,
                    (seed, method) -> progress.phase("seed " + seed + " of " + seeds + ": " + method.word()));
        }
        CollectionFigures figures = CollectionFigures.of(benchmark, shortfalls);
        PrintWriter out = spec.commandLine().getOut();
        if (output.isJson()) {
            out.println(new ObjectMapper().writeValueAsString(figures.details()));
        } else {
            out.println("Shortfall of the recommended configuration from the best, mean over read ratios 0.1, 0.5 and"
                    + " 0.9: median over " + seeds
                    + (model == null ? " surfaces" : " campaigns on what the model predicts")
                    + ", and what 80 % of them lie between.");
            out.println("Command: rafiki bench collection "
                    + (model == null ? "--knobs " + knobs : "--model " + model) + " --seeds " + seeds + " --start "
                    + start
                    + " --budget " + budget + " --nets " + nets);
            out.println();
            out.println(TextTable.rows(figures.columns(), figures.rows()));
            out.println();
            figures.comparisons().forEach(out::println);
        }
        out.flush();
        return 0;
    }

    private CollectionBenchmark benchmark() throws BundleException, ConfigException {
        TrainingConfig recipe = TrainingConfig.DEFAULT.with(nets, threads, 1);
        try {
            if (seeds < 1) {
                throw new IllegalArgumentException("seeds: expected at least 1, found " + seeds);
            }
            return model == null
                    ? CollectionBenchmark.onSurfaces(space(), start, budget, recipe)
                    : CollectionBenchmark.onModel(ModelBundle.read(model).ensemble(), start, budget, recipe);
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    private KnobSpace space() throws ConfigException {
        return knobs == Knobs.paper
                ? Surface.paperKnobs()
                : KnobCatalogue.read(catalogue.file(), new NodeResources(2, 1024))
                        .space();
    }
}
