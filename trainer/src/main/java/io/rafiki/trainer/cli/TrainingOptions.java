package io.rafiki.trainer.cli;

import io.rafiki.trainer.train.TrainingConfig;
import picocli.CommandLine.Option;

/** The options {@code --nets} and {@code --threads} of every command that trains ensembles. */
public final class TrainingOptions {

    private static final int MOST_NETS = 1000;

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

    /**
     * A recipe with the number of networks of {@code --nets}.
     *
     * @throws IllegalArgumentException with one line, if an option is out of range
     */
    public TrainingConfig of(TrainingConfig recipe, int recipeThreads, long seed) {
        expect("--nets", nets(recipe) >= 1 && nets(recipe) <= MOST_NETS, "1 to " + MOST_NETS, nets(recipe));
        expect("--threads", threads >= 1, "at least 1", threads);
        return recipe.with(nets(recipe), recipeThreads, seed);
    }

    private static void expect(String option, boolean holds, String expected, int found) {
        if (!holds) {
            throw new IllegalArgumentException(
                    option + ": expected " + expected + ", found " + found + ". Correct it.");
        }
    }

    /** The number of threads. */
    public int threads() {
        return threads;
    }
}
