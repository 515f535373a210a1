package io.rafiki.trainer.cli;

import io.rafiki.config.ConfigException;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.report.text.TrainingFormatter;
import io.rafiki.trainer.train.DataWarnings;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.TrainedEnsemble;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.train.TrialSet;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Trains a model on trials. */
@Command(
        name = "train",
        mixinStandardHelpOptions = true,
        description =
                "Trains a model on measured trials and writes one bundle. Equal trials, options and seeds give equal"
                        + " bytes.")
final class TrainCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--trials", required = true, paramLabel = "FILE", description = "The trials.jsonl of a campaign.")
    private Path trials;

    @Option(names = "--out", paramLabel = "FILE", description = "The bundle to write. Default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("model.zip");

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            description =
                    "The campaign's plan, which defines the range of each knob. Default: plan.yaml in the folder of"
                            + " the trials, otherwise the catalogue's ranges.")
    private Path plan;

    @Mixin
    private CatalogueOption catalogue;

    @Option(
            names = "--recipe",
            paramLabel = "NAME",
            description = "Training method: default, or paper for the method of the paper. Default: ${DEFAULT-VALUE}.")
    private String recipe = TrainingConfig.DEFAULT.name();

    @Mixin
    private TrainingOptions training;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the training. Default: ${DEFAULT-VALUE}.")
    private long seed = TrainingConfig.DEFAULT.seed();

    @Override
    public Integer call() throws IOException, ConfigException, InterruptedException {
        TrainingConfig chosen = recipe();
        if (plan != null && !Files.exists(plan)) {
            throw new ParameterException(
                    spec.commandLine(), "--plan: expected a file, found nothing at " + plan + ". Correct it.");
        }
        PrintWriter print = spec.commandLine().getOut();
        TrialSet set = TrialSet.read(
                trials, plan != null ? plan : trials.resolveSibling(CampaignPlan.FILE), catalogue.fileOfTrials(trials));
        print.println("Trials: " + set.account() + "; " + set.samples().points().size()
                + " of them have a valid rate and are used.");
        DataWarnings.of(set.samples()).forEach(print::println);
        if (set.states().isShown()) {
            print.println(Metric.THROUGHPUT.key() + ": " + set.states().sentence());
        }
        set.measured()
                .forEach((metric, measured) ->
                        print.println(metric.key() + ": " + measured.drift().sentence()));
        set.unlearnt().forEach((metric, why) -> print.println(metric.key() + " is not learnt: " + why));
        print.flush();
        requireModelSize(chosen, set);
        long start = System.nanoTime();
        Map<Metric, TrainedEnsemble> trained = train(chosen, set);
        double seconds = (System.nanoTime() - start) / 1e9;
        ModelBundle bundle = TrainedEnsemble.bundle(trained, set.provenance(command(chosen), seed));
        bundle.write(out);
        print.print(TrainingFormatter.text(set, trained));
        print.printf(
                Locale.ROOT,
                "Training: recipe %s, %.1f s on %d thread%s.%n",
                chosen.name(),
                seconds,
                training.threads(),
                training.threads() == 1 ? "" : "s");
        print.printf(Locale.ROOT, "Model: %s, %,d bytes, sha256 %s%n", out, Files.size(out), bundle.hash());
        print.flush();
        return 0;
    }

    private TrainingConfig recipe() {
        try {
            return training.of(TrainingConfig.named(recipe), training.threads(), seed);
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    private void requireModelSize(TrainingConfig chosen, TrialSet set) {
        try {
            int inputs = set.samples().encoding().size();
            chosen.requireModelSize(inputs, set.measured().size());
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    /** Trains one ensemble per metric, all with the inputs for throughput. A latency without sufficient data is left out. */
    private Map<Metric, TrainedEnsemble> train(TrainingConfig chosen, TrialSet set)
            throws InterruptedException, IOException {
        Map<Metric, TrainedEnsemble> trained = new EnumMap<>(Metric.class);
        PrintWriter print = spec.commandLine().getOut();
        int done = 0;
        try (ProgressReporter progress = InstallPaths.progress(spec)) {
            progress.begin("Training", (long) chosen.networks() * set.measured().size(), 0, "networks");
            for (Map.Entry<Metric, TrialSet.Measured> metric : set.measured().entrySet()) {
                int before = done;
                EnsembleTrainer trainer = new EnsembleTrainer(
                        chosen.forMetric(metric.getKey()), finished -> progress.done(before + finished));
                try {
                    trained.put(
                            metric.getKey(),
                            trainer.train(
                                    metric.getValue().samples(), set.samples().encoding()));
                } catch (IllegalArgumentException refused) {
                    if (metric.getKey() == Metric.THROUGHPUT) {
                        throw new IOException(trials + ": " + refused.getMessage(), refused);
                    }
                    print.println(metric.getKey().key() + " is not learnt: " + refused.getMessage());
                }
                done += chosen.networks();
            }
        }
        return trained;
    }

    /** The command for the provenance, without options that differ between machines. */
    private String command(TrainingConfig chosen) {
        return "rafiki train --trials " + trials.getFileName() + " --recipe " + recipe + " --nets " + chosen.networks()
                + " --seed " + seed;
    }
}
