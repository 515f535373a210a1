package io.rafiki.benchmark.rivals;

import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.train.TrainingData;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A kind of model that stands for the node. Networks resemble Rafiki's own model, a forest that of SMAC, so both are used. Lower case, as on
 * the command line.
 */
public enum SurfaceKind {
    /** Networks of Rafiki's recipe. */
    networks {
        @Override
        Surrogate fit(TrainingData points, long seed) throws InterruptedException {
            return new EnsembleTrainer(TrainingConfig.DEFAULT.with(NETWORKS, 1, seed), finished -> {})
                    .train(points)
                    .ensemble();
        }
    },
    /** A random forest. */
    forest {
        @Override
        Surrogate fit(TrainingData points, long seed) {
            return ForestSurrogate.train(points, seed);
        }
    };

    /** One of each variant. */
    private static final int NETWORKS = 4;

    abstract Surrogate fit(TrainingData points, long seed) throws InterruptedException;

    /**
     * A surface: a model of recorded trials, drawn with replacement, so that each seed has its own.
     *
     * @param recorded trials of a campaign
     */
    public Surrogate surface(TrainingData recorded, long seed) throws InterruptedException {
        Random random = new Random(seed);
        List<TrainingData.Point> drawn = new ArrayList<>();
        for (int i = 0; i < recorded.points().size(); i++) {
            drawn.add(recorded.points().get(random.nextInt(recorded.points().size())));
        }
        return fit(new TrainingData(recorded.space(), drawn), seed);
    }
}
