package io.rafiki.trainer.train;

import java.util.List;

/**
 * How an ensemble is trained.
 *
 * @param networks how many are trained
 * @param hidden widths of the hidden layers
 * @param epochs most steps for each
 * @param kept share of the networks that is kept, those with the least leave-one-out error
 * @param seed of the starting weights
 * @param threads that train at the same time; the result does not depend on it
 */
public record Recipe(int networks, List<Integer> hidden, int epochs, double kept, long seed, int threads) {

    /** 20 networks of two hidden layers, 14 and 4, of which 14 are kept (Rafiki §3.6.2), from seed 1 on one thread. */
    public static final Recipe DEFAULT = new Recipe(20, List.of(14, 4), 200, 0.7, 1, 1);

    /** @throws IllegalArgumentException if a number makes no sense */
    public Recipe {
        hidden = List.copyOf(hidden);
        expect("networks", networks >= 1 && networks <= 1000, "1..1000", networks);
        expect("epochs", epochs >= 1, "at least 1", epochs);
        expect("kept", kept > 0 && kept <= 1, "a share above 0 up to 1", kept);
        expect("threads", threads >= 1, "at least 1", threads);
        expect("hidden", !hidden.isEmpty() && hidden.stream().allMatch(n -> n >= 1 && n <= 1000), "widths", hidden);
    }

    /** The same with other numbers of networks and threads and another seed. */
    public Recipe with(int otherNetworks, int otherThreads, long otherSeed) {
        return new Recipe(otherNetworks, hidden, epochs, kept, otherSeed, otherThreads);
    }

    private static void expect(String name, boolean holds, String expected, Object found) {
        if (!holds) {
            throw new IllegalArgumentException(name + ": expected " + expected + ", found " + found);
        }
    }
}
