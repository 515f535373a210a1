package io.rafiki.benchmark;

import io.rafiki.benchmark.rivals.RivalComparison;
import io.rafiki.benchmark.rivals.RivalRun;
import io.rafiki.benchmark.rivals.RivalStudy;
import io.rafiki.benchmark.rivals.SurfaceKind;
import io.rafiki.benchmark.rivals.Tuner;
import io.rafiki.benchmark.rivals.Tuners;
import io.rafiki.config.ConfigException;
import io.rafiki.trainer.cli.CatalogueOption;
import io.rafiki.trainer.cli.InstallPaths;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.train.TrialSet;
import io.rafiki.trainer.trial.Trials;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench rivals}: lets Rafiki and other tuners work on models of recorded trials. */
@Command(
        name = "rivals",
        mixinStandardHelpOptions = true,
        description = {
            "Compares Rafiki with other tuners by their regret after equal numbers of trials. Models of a campaign's"
                    + " trials stand for the node, so no node starts. rafiki export --to states how to install irace,"
                    + " mlos and optuna.",
            "The same command continues an interrupted run."
        })
final class BenchRivalsCommand implements Callable<Integer> {

    private static final String CAMPAIGN = "conf/campaigns/cassandra-5.0-2core";
    private static final String RESULTS = "rivals.jsonl";

    /** irace needs so many by its scenario. */
    private static final int FEWEST_TRIALS = 30;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--tuners",
            split = ",",
            paramLabel = "NAME",
            defaultValue = "rafiki,paper,random,leveled,baseline",
            description = "Of rafiki, paper, random, baseline, leveled, irace, smac, llamatune and optuna."
                    + " Default: ${DEFAULT-VALUE}.")
    private List<String> tuners;

    @Option(
            names = "--seeds",
            defaultValue = "20",
            paramLabel = "N",
            description = "Surfaces of each kind and read ratio. Default: ${DEFAULT-VALUE}.")
    private int seeds;

    @Option(
            names = "--budget",
            defaultValue = "40",
            paramLabel = "N",
            description = "Trials of a tuner on a surface, 30 or more. Default: ${DEFAULT-VALUE}.")
    private int budget;

    @Option(
            names = "--read-ratios",
            split = ",",
            defaultValue = "0.1,0.9",
            paramLabel = "0..1",
            description = "Workloads. Default: ${DEFAULT-VALUE}.")
    private List<Double> readRatios;

    @Option(
            names = "--surfaces",
            split = ",",
            defaultValue = "networks,forest",
            paramLabel = "KIND",
            description = "Models that stand for the node: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private List<SurfaceKind> surfaces;

    @Option(names = "--irace", defaultValue = "irace", paramLabel = "FILE", description = "The executable of irace.")
    private String irace;

    @Option(
            names = "--mlos-python",
            defaultValue = "python3",
            paramLabel = "FILE",
            description = "Python with mlos-core, for smac and llamatune. Default: ${DEFAULT-VALUE}.")
    private String mlos;

    @Option(
            names = "--optuna-python",
            defaultValue = "python3",
            paramLabel = "FILE",
            description = "Python with Optuna. Default: ${DEFAULT-VALUE}.")
    private String optuna;

    @Option(
            names = "--dimensions",
            defaultValue = "4",
            paramLabel = "D",
            description = "Dimensions of LlamaTune. Default: ${DEFAULT-VALUE}.")
    private int dimensions;

    @Option(
            names = "--threads",
            defaultValue = "1",
            paramLabel = "N",
            description = "Surfaces at the same time. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--campaign",
            paramLabel = "DIR",
            description = "Campaign with the trials. Default: the shipped one.")
    private Path campaign;

    @Mixin
    private OutOption out;

    @Mixin
    private CatalogueOption catalogue;

    @Override
    public Integer call() throws ConfigException, IOException {
        if (seeds < 1
                || budget < FEWEST_TRIALS
                || threads < 1
                || readRatios.stream().anyMatch(each -> !(each >= 0 && each <= 1))) {
            throw new ParameterException(
                    spec.commandLine(),
                    "expected --seeds and --threads from 1, --budget from " + FEWEST_TRIALS
                            + " and --read-ratios 0..1, found " + List.of(seeds, threads, budget, readRatios) + ".");
        }
        Path folder = campaign == null ? InstallPaths.home().resolve(CAMPAIGN) : campaign;
        Path plan = folder.resolve(CampaignPlan.FILE);
        List<Tuner> chosen = chosen(plan);
        TrialSet trials = TrialSet.read(folder.resolve(Trials.FILE), plan, catalogue.file());
        PrintWriter printer = spec.commandLine().getOut();
        Consumer<String> lines = line -> {
            printer.println(line);
            printer.flush();
        };
        RivalStudy study = new RivalStudy(
                trials.samples(),
                new ResultFile<>(out.folder().resolve(RESULTS), RivalRun.class),
                run -> lines.accept(line(run)));
        lines.accept(String.format(
                Locale.ROOT,
                "%d surfaces of %d trials. Replicates differ by %.1f %%.",
                tasks().size(),
                trials.samples().points().size(),
                100 * study.noise()));
        try {
            new RivalComparison(study.run(chosen, tasks(), threads)).lines().forEach(lines);
            return 0;
        } catch (InterruptedException toldToStop) {
            return InstallPaths.INTERRUPTED;
        }
    }

    private List<Tuner> chosen(Path plan) {
        Tuners all = new Tuners(
                irace, mlos, optuna, dimensions, plan, out.folder().resolve("work"));
        try {
            if (!tuners.contains(Tuners.REFERENCE)) {
                throw new IllegalArgumentException(
                        "expected " + Tuners.REFERENCE + " among them, found " + tuners + ". Add it.");
            }
            return tuners.stream().map(all::named).toList();
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), "--tuners: " + refused.getMessage(), refused);
        }
    }

    private List<RivalRun.Task> tasks() {
        List<RivalRun.Task> tasks = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            for (double readRatio : readRatios) {
                for (SurfaceKind surface : surfaces) {
                    tasks.add(new RivalRun.Task(surface, readRatio, seed, budget));
                }
            }
        }
        return tasks;
    }

    private static String line(RivalRun run) {
        return String.format(
                Locale.ROOT,
                "%s on %s %d at %.2f reads: regret %.1f %% after %d trials, %.0f s",
                run.tuner(),
                run.surface(),
                run.seed(),
                run.readRatio(),
                100 * run.regret(),
                run.regrets().size(),
                run.seconds());
    }
}
