package io.rafiki.trainer.cli;

import io.rafiki.trainer.train.TrainingConfig;
import picocli.CommandLine.Option;

/** The options {@code --nets} and {@code --threads} of every command that trains ensembles. */
public final class TrainingOptions {

    @Option(
            names = "--nets",
            paramLabel = "N",
            description = "Number of networks to train; the best 70 %% are kept. Default: ${DEFAULT-VALUE}.")
    private int nets = TrainingConfig.DEFAULT.networks();

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Number of threads; the results do not depend on it. Default: one per processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    /** The number of networks to train. */
    public int nets() {
        return nets;
    }

    /** The number of threads. */
    public int threads() {
        return threads;
    }
}
