package io.rafiki.trainer.cli;

import io.rafiki.trainer.train.TrainingConfig;
import picocli.CommandLine.Option;

/** The options {@code --nets} and {@code --threads} of every command that trains ensembles. */
public final class TrainingOptions {

    @Option(
            names = "--nets",
            paramLabel = "N",
            description = "Number of networks. Default: 30, with --recipe paper 20.")
    private Integer nets;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Number of threads; the results do not depend on it. Default: one per processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    /** The number of networks to train with a recipe. */
    public int nets(TrainingConfig recipe) {
        return nets == null ? recipe.networks() : nets;
    }

    /** A recipe with the number of networks of {@code --nets}. */
    public TrainingConfig of(TrainingConfig recipe, int recipeThreads, long seed) {
        return recipe.with(nets(recipe), recipeThreads, seed);
    }

    /** The number of threads. */
    public int threads() {
        return threads;
    }
}
