package io.rafiki.trainer.train;

import io.rafiki.surrogate.Combine;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How an ensemble is trained.
 *
 * @param name by which it is asked for
 * @param kinds of networks, which take turns
 * @param networks how many are trained
 * @param hidden widths of the hidden layers
 * @param epochs most steps for each
 * @param folds each network is first trained without one of so many parts of the samples, to see how it does on them; 0 for none
 * @param noise what is believed of the noise beforehand
 * @param kept share of the networks that is kept, those with the least error: on samples not seen, or, without folds, in training
 * @param combine how the predictions of those become one
 * @param seed of the starting weights and of the folds
 * @param threads that train at the same time; the result does not depend on it
 */
public record Recipe(
        String name,
        List<Kind> kinds,
        int networks,
        List<Integer> hidden,
        int epochs,
        int folds,
        NoisePrior noise,
        double kept,
        Combine combine,
        long seed,
        int threads) {

    private static final List<Integer> HIDDEN = List.of(14, 4);

    /** Four kinds of networks with two hidden layers, 14 and 4, of which the better 14 of 20 are kept, from seed 1 on one thread. */
    public static final Recipe DEFAULT = new Recipe(
            "default",
            List.of(new Kind(true, false), new Kind(true, true), new Kind(false, false), new Kind(false, true)),
            20,
            HIDDEN,
            100,
            5,
            NoisePrior.USUAL,
            0.7,
            Combine.MEDIAN,
            1,
            1);

    /**
     * The paper's: 20 networks with two hidden layers, 14 and 4, trained for 200 epochs or until they converge, with one prior for all
     * weights; the 30 % with the greatest training error are left out, the mean of the others is the prediction (Rafiki §3.6.2).
     */
    public static final Recipe PAPER = new Recipe(
            "paper", List.of(new Kind(false, false)), 20, HIDDEN, 200, 0, NoisePrior.NONE, 0.7, Combine.MEAN, 1, 1);

    /** @throws IllegalArgumentException if a number makes no sense */
    public Recipe {
        kinds = List.copyOf(kinds);
        hidden = List.copyOf(hidden);
        expect("networks", networks >= 1 && networks <= 1000, "1..1000", networks);
        expect("epochs", epochs >= 1, "at least 1", epochs);
        expect("folds", folds == 0 || folds >= 2, "0 or at least 2", folds);
        expect("kept", kept > 0 && kept <= 1, "a share above 0 up to 1", kept);
        expect("threads", threads >= 1, "at least 1", threads);
        expect("hidden", hidden.stream().allMatch(n -> n >= 1 && n <= 1000), "widths", hidden);
    }

    /**
     * The recipe that is asked for by a name.
     *
     * @throws IllegalArgumentException with one line if there is none
     */
    public static Recipe named(String name) {
        return switch (name) {
            case "default" -> DEFAULT;
            case "paper" -> PAPER;
            default -> throw new IllegalArgumentException("recipe: expected default or paper, found " + name);
        };
    }

    /** The same with other numbers of networks and threads and another seed. */
    public Recipe with(int otherNetworks, int otherThreads, long otherSeed) {
        return new Recipe(
                name, kinds, otherNetworks, hidden, epochs, folds, noise, kept, combine, otherSeed, otherThreads);
    }

    /** The same with other layers and fewer or more steps. */
    public Recipe with(List<Integer> otherHidden, int otherEpochs) {
        return new Recipe(name, kinds, networks, otherHidden, otherEpochs, folds, noise, kept, combine, seed, threads);
    }

    /** The number of networks that are kept. */
    int toKeep() {
        return Math.max(1, (int) Math.round(kept * networks));
    }

    /** All of it but seed and threads, in one line. */
    public String describe() {
        return String.format(
                Locale.ROOT,
                "%s: %d networks %s, %d epochs at most, %s; %.0f %% kept by %s, combined by their %s",
                name,
                networks,
                hidden,
                epochs,
                kinds.stream().map(Kind::toString).collect(Collectors.joining(", ")),
                100 * kept,
                folds == 0 ? "training error" : "error on held-out samples (" + folds + " folds)",
                combine.name().toLowerCase(Locale.ROOT));
    }

    private static void expect(String name, boolean holds, String expected, Object found) {
        if (!holds) {
            throw new IllegalArgumentException(name + ": expected " + expected + ", found " + found);
        }
    }
}
