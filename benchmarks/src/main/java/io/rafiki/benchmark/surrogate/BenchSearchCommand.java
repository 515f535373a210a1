package io.rafiki.benchmark.surrogate;

import io.rafiki.model.BundleException;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.trainer.cli.ModelOption;
import io.rafiki.trainer.cli.OptionRange;
import io.rafiki.trainer.format.TextTable;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares the parts of the search on ten surfaces. */
@Command(
        name = "search",
        mixinStandardHelpOptions = true,
        description =
                "Compares the genetic algorithm, the local search and both on ten surfaces: seeds that reach 99 %% of"
                        + " the optimum, the worst share of the optimum, and evaluations.")
public final class BenchSearchCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--seeds", paramLabel = "N", description = "Searches per surface. Default: ${DEFAULT-VALUE}.")
    private int seeds = 30;

    @Option(
            names = "--exhaustive",
            description = "Compares the search with an exhaustive search of the model's knobs instead, and prints its"
                    + " times.")
    private boolean exhaustive;

    @Option(
            names = "--steps",
            paramLabel = "N",
            defaultValue = "12",
            description = "Most values per range in the exhaustive search. Default: ${DEFAULT-VALUE}.")
    private int steps;

    @Mixin
    private ModelOption model;

    @Override
    public Integer call() throws BundleException {
        OptionRange.requireAtLeast(spec, "--seeds", 1, seeds);
        OptionRange.requireAtLeast(spec, "--steps", 1, steps);
        Ensemble ensemble = ModelBundle.read(model.file()).ensemble();
        PrintWriter out = spec.commandLine().getOut();
        if (exhaustive) {
            out.println(TextTable.rows(SearchOracle.COLUMNS, new SearchOracle(ensemble, seeds, steps).rows()));
            out.flush();
            return 0;
        }
        SearchComparison comparison = new SearchComparison(ensemble, seeds);
        out.println(TextTable.rows(SearchComparison.columns(), comparison.rows()));
        out.flush();
        return 0;
    }
}
