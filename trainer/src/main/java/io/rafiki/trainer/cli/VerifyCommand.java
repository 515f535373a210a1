package io.rafiki.trainer.cli;

import io.rafiki.config.ConfigException;
import io.rafiki.model.BundleException;
import io.rafiki.trainer.analysis.VerificationPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rafiki verify}: the plan by which a campaign's model is put to the test. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Writes the plan of a verification: what a campaign's model chooses, what the paper's recipe chooses, what"
                    + " cassandra_latest.yaml sets, and the best of other configurations, against the default.",
            "rafiki collect measures it, rafiki report shows what came of it."
        })
final class VerifyCommand implements Callable<Integer> {

    private static final int MOST_REPEATS = 1_000;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--campaign",
            required = true,
            paramLabel = "DIR",
            description = "The campaign's folder, with trials.jsonl and plan.yaml.")
    private Path campaign;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The plan.")
    private Path out;

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description =
                    "The model. Default: model.zip in the campaign's folder, else in conf/models the one of its name.")
    private Optional<Path> model = Optional.empty();

    @Option(
            names = "--suggested",
            paramLabel = "FILE",
            description =
                    "Knobs and values that somebody else suggests. Default: conf/knobs/cassandra-5.0-latest.yaml of this installation.")
    private Optional<Path> suggested = Optional.empty();

    @Option(
            names = "--read-ratios",
            split = ",",
            paramLabel = "R",
            defaultValue = "0.9,0.5,0.1",
            description = "At which all is measured. Default: ${DEFAULT-VALUE}.")
    private List<Double> readRatios;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "10",
            description =
                    "Trials of each configuration at each read ratio, 2 at least; with fewer than 10 hardly anything can be shown. Default: ${DEFAULT-VALUE}.")
    private int repeats;

    @Option(
            names = "--others",
            paramLabel = "N",
            defaultValue = "24",
            description =
                    "Configurations of the campaign, nearest in read ratio, of which the best is measured again. Default: ${DEFAULT-VALUE}.")
    private int others;

    @Mixin
    private CatalogueOption catalogue;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of searches and order. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Override
    public Integer call() throws IOException, ConfigException, BundleException, InterruptedException {
        if (seed < 0 || seed > Integer.MAX_VALUE) {
            throw new ParameterException(
                    spec.commandLine(), "--seed: expected 0.." + Integer.MAX_VALUE + ", found " + seed + ".");
        }
        if (repeats < 2
                || repeats > MOST_REPEATS
                || others < 1
                || readRatios.stream().anyMatch(ratio -> !(ratio >= 0 && ratio <= 1))) {
            throw new ParameterException(
                    spec.commandLine(),
                    "expected 2.." + MOST_REPEATS + " repeats, at least 1 other and read ratios 0..1, found " + repeats
                            + ", " + others + " and " + readRatios + ".");
        }
        List<String> lines = new VerificationPlan(
                        campaign,
                        model.orElseGet(() -> InstallPaths.model(campaign)),
                        suggested.orElseGet(() -> InstallPaths.home().resolve("conf/knobs/cassandra-5.0-latest.yaml")),
                        catalogue.file(),
                        readRatios,
                        repeats,
                        others,
                        seed)
                .write(out);
        PrintWriter terminal = spec.commandLine().getOut();
        lines.forEach(terminal::println);
        terminal.flush();
        return 0;
    }
}
