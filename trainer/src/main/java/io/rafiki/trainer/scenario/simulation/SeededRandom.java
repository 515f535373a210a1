package io.rafiki.trainer.scenario.simulation;

import java.util.SplittableRandom;

/** Random numbers from one seed. */
final class SeededRandom {

    /** From this variance on a binomial count is approximated by a normal one. */
    private static final double NORMAL = 25;

    private final SplittableRandom random;

    SeededRandom(SplittableRandom random) {
        this.random = random;
    }

    /** A standard normal number. */
    double normal() {
        return random.nextGaussian();
    }

    /** True with this probability. */
    boolean happens(double probability) {
        return random.nextDouble() < probability;
    }

    /** One of the numbers from 0 to n - 1. */
    int below(int n) {
        return random.nextInt(n);
    }

    /** Successes of n independent trials: exact for small variances, normal otherwise. */
    long successes(long n, double probability) {
        double p = Math.min(1, Math.max(0, probability));
        if (p > 0.5) {
            return n - successes(n, 1 - p);
        }
        double variance = n * p * (1 - p);
        if (variance > NORMAL) {
            return Math.min(n, Math.max(0, Math.round(n * p + Math.sqrt(variance) * normal())));
        }
        return counted(n, p);
    }

    /** Counts successes; the number of trials between two is geometric. */
    private long counted(long n, double p) {
        long found = 0;
        double tried = 0;
        while (p > 0) {
            tried += 1 + Math.floor(Math.log1p(-random.nextDouble()) / Math.log1p(-p));
            if (tried > n) {
                return found;
            }
            found++;
        }
        return found;
    }
}
