package io.rafiki.benchmark.rivals;

import io.rafiki.benchmark.result.OutOption;
import io.rafiki.benchmark.result.ResultFile;
import io.rafiki.config.ConfigException;
import io.rafiki.trainer.cli.CatalogueOption;
import io.rafiki.trainer.cli.InstallPaths;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.train.TrialSet;
import io.rafiki.trainer.trial.Trials;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
            "Compares Rafiki with other tuners by their regret after equal numbers of trials, or equal machine time."
                    + " Models of a campaign's trials stand for the node, so no node starts; bench head-to-head uses"
                    + " nodes. rafiki export --to states how to install irace, mlos and optuna.",
            "The same command continues an interrupted run."
        })
public final class BenchRivalsCommand implements Callable<Integer> {

    private static final String CAMPAIGN = "conf/campaigns/cassandra-5.0-2core";
    private static final String SCREENING = CAMPAIGN + "/screening";
    private static final String RESULTS = "rivals.jsonl";

    /** irace needs so many by its scenario. */
    private static final int FEWEST_TRIALS = 30;

    @Spec
    private CommandSpec spec;

    @Mixin
    private TunerOptions tuners;

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
            names = "--hours",
            paramLabel = "H",
            description = "Machine time of a tuner on a surface, in place of --budget. A trial takes as long as a"
                    + " recorded one.")
    private Optional<Double> hours = Optional.empty();

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

    @Option(
            names = "--threads",
            defaultValue = "1",
            paramLabel = "N",
            description = "Surfaces at the same time. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--campaign",
            paramLabel = "DIR",
            description = "Campaign with the trials. Default: the shipped one, or its screening in the wide space.")
    private Path campaign;

    @Mixin
    private OutOption out;

    @Mixin
    private CatalogueOption catalogue;

    @Override
    public Integer call() throws ConfigException, IOException, InterruptedException {
        if (seeds < 1
                || threads < 1
                || hours.filter(each -> !(each > 0)).isPresent()
                || readRatios.stream().anyMatch(each -> !(each >= 0 && each <= 1))) {
            throw refused("expected --seeds and --threads from 1, --hours above 0 and --read-ratios 0..1, found "
                    + List.of(seeds, threads, hours.map(String::valueOf).orElse("no hours"), readRatios) + ".");
        }
        Path folder = campaign == null ? InstallPaths.home().resolve(shipped()) : campaign;
        Path plan = folder.resolve(CampaignPlan.FILE);
        List<Tuner> chosen = tuners.tuners(plan, Optional.empty(), out.folder());
        tuners.requirePrograms(chosen);
        Path recorded = folder.resolve(Trials.FILE);
        TrialSet trials = TrialSet.read(recorded, plan, catalogue.file());
        tuners.requireKnobs(chosen, trials.samples().space());
        List<RivalRun.Task> tasks = tasks(trials.durations());
        List<Path> inputs = new ArrayList<>(List.of(recorded, catalogue.file()));
        if (Files.exists(plan)) {
            inputs.add(plan);
        }
        Path results = out.folder().resolve(tuners.space().name());
        StudyInputs.of(inputs).require(results);
        PrintWriter printer = spec.commandLine().getOut();
        Consumer<String> lines = line -> {
            printer.println(line);
            printer.flush();
        };
        RivalStudy study = new RivalStudy(
                trials, new ResultFile<>(results.resolve(RESULTS), RivalRun.class), run -> lines.accept(line(run)));
        lines.accept(String.format(
                Locale.ROOT,
                "%d surfaces of %d trials. Replicates differ by %.1f %%.",
                tasks.size(),
                trials.samples().points().size(),
                100 * study.noise()));
        try {
            new RivalComparison(study.run(chosen, tasks, threads)).lines().forEach(lines);
            return 0;
        } catch (InterruptedException toldToStop) {
            return InstallPaths.INTERRUPTED;
        }
    }

    private String shipped() {
        return tuners.space() == TunerOptions.Space.wide ? SCREENING : CAMPAIGN;
    }

    private List<RivalRun.Task> tasks(List<Double> durations) {
        double mean =
                durations.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        int most = hours.map(each -> TunerBudget.ofHours(each, mean).trials()).orElse(budget);
        if (most < FEWEST_TRIALS) {
            throw refused("expected --budget from " + FEWEST_TRIALS + ", or --hours for so many trials of "
                    + Math.round(mean) + " s, found " + most + ".");
        }
        List<RivalRun.Task> tasks = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            for (double readRatio : readRatios) {
                for (SurfaceKind surface : surfaces) {
                    tasks.add(new RivalRun.Task(surface, readRatio, seed, most, hours.orElse(null)));
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

    private ParameterException refused(String line) {
        return new ParameterException(spec.commandLine(), line);
    }
}
