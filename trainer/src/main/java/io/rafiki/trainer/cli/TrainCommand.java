package io.rafiki.trainer.cli;

import io.rafiki.config.ConfigException;
import io.rafiki.surrogate.ModelBundle;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.Recipe;
import io.rafiki.trainer.train.TrainedEnsemble;
import io.rafiki.trainer.train.TrialSet;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Trains a model on trials. */
@Command(
        name = "train",
        mixinStandardHelpOptions = true,
        description =
                "Trains a model on measured trials and writes it as one bundle. The same trials, options and seed give the same bytes.")
final class TrainCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--trials",
            required = true,
            paramLabel = "FILE",
            description = "The trials, one JSON object a line, as rafiki collect writes them.")
    private Path trials;

    @Option(names = "--out", paramLabel = "FILE", description = "The bundle to write. Default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("model.zip");

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            description =
                    "The campaign's plan, which says what was explored of each knob. Default: plan.yaml beside the trials;"
                            + " without it, the catalogue's ranges of the knobs that the trials name.")
    private Path plan;

    @Option(
            names = "--catalogue",
            paramLabel = "FILE",
            description = "The knob catalogue. Default: conf/knobs/cassandra-5.0.yaml of this installation.")
    private Path catalogue;

    @Option(
            names = "--nets",
            paramLabel = "N",
            description = "Networks to train; the best 70 %% are kept. Default: ${DEFAULT-VALUE}.")
    private int nets = Recipe.DEFAULT.networks();

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the training. Default: ${DEFAULT-VALUE}.")
    private long seed = Recipe.DEFAULT.seed();

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Networks trained at the same time. Default: one for each processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Override
    public Integer call() throws IOException, ConfigException, InterruptedException {
        Recipe recipe = recipe();
        if (plan != null && !Files.exists(plan)) {
            throw new ParameterException(spec.commandLine(), "--plan: expected a file, found nothing at " + plan + ".");
        }
        PrintWriter print = spec.commandLine().getOut();
        TrialSet set = TrialSet.read(
                trials, plan != null ? plan : trials.resolveSibling("plan.yaml"), Installation.catalogue(catalogue));
        print.println("Trials: " + set.account() + "; trained on those that are ok.");
        print.flush();
        long start = System.nanoTime();
        TrainedEnsemble trained = train(recipe, set);
        double seconds = (System.nanoTime() - start) / 1e9;
        ModelBundle bundle = trained.bundle(set.provenance(command(), seed));
        bundle.write(out);
        print.printf(
                Locale.ROOT,
                "Networks: %d of %d kept, trained in %.1f s on %d thread%s.%n",
                trained.size(),
                trained.trained(),
                seconds,
                threads,
                threads == 1 ? "" : "s");
        print.printf(
                Locale.ROOT,
                "Leave-one-out error: %.1f %% of the throughput, on average.%n",
                100 * trained.leaveOneOut());
        print.printf(Locale.ROOT, "Model: %s, %,d bytes, sha256 %s%n", out, Files.size(out), bundle.hash());
        print.flush();
        return 0;
    }

    private Recipe recipe() {
        try {
            return Recipe.DEFAULT.with(nets, threads, seed);
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    private TrainedEnsemble train(Recipe recipe, TrialSet set) throws InterruptedException, IOException {
        try {
            if (!Installation.isTerminal()) {
                return new EnsembleTrainer(recipe, finished -> {}).train(set.samples());
            }
            try (ProgressBar bar = new ProgressBarBuilder()
                    .setTaskName("Training")
                    .setInitialMax(recipe.networks())
                    .setUpdateIntervalMillis((int) TimeUnit.SECONDS.toMillis(1) / 5)
                    .build()) {
                return new EnsembleTrainer(recipe, bar::stepTo).train(set.samples());
            }
        } catch (IllegalArgumentException refused) {
            throw new IOException(trials + ": " + refused.getMessage(), refused);
        }
    }

    /** The command as it would be typed, without what differs between machines. */
    private String command() {
        return "rafiki train --trials " + trials.getFileName() + " --nets " + nets + " --seed " + seed;
    }
}
