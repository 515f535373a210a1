package io.rafiki.trainer.evaluate;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Trains on randomly drawn rows and tests on all others, up to a number beyond which the results do not change. */
final class RandomSplit implements SplitProtocol {

    static final String NAME = "rows";

    private final int rows;
    private final List<Integer> sizes;
    private final Seeds seeds;

    RandomSplit(int rows, List<Integer> sizes, Seeds seeds) {
        this.rows = rows;
        this.sizes = sizes.stream().sorted().distinct().toList();
        this.seeds = seeds;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String rule() {
        return "trained on rows drawn at random, tested on all others";
    }

    @Override
    public List<Integer> sizes() {
        return sizes;
    }

    @Override
    public Split split(int repeat, int size) {
        int[] order = Split.shuffled(rows, new Random(seeds.of(name(), repeat)));
        return new Split(
                Arrays.copyOf(order, size),
                Arrays.copyOfRange(order, size, Math.min(rows, size + Validation.MOST_TESTED)));
    }
}
