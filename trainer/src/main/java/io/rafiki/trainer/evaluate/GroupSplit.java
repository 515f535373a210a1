package io.rafiki.trainer.evaluate;

import io.rafiki.trainer.table.RowGroups;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Holds out a quarter of the groups with all their rows and trains on the others (Rafiki §4.7). */
final class GroupSplit implements SplitProtocol {

    private static final double SHARE = 0.25;

    private final String name;
    private final RowGroups groups;
    private final Seeds seeds;
    private final int all;
    private final List<Integer> sizes;

    /**
     * @param name name of the groups
     * @param repeats number of repeats; all must reach the greatest size
     * @param most maximum number of training rows
     * @param curve shares of the training rows for the learning curve
     */
    GroupSplit(String name, RowGroups groups, int repeats, int most, List<Double> curve, Seeds seeds) {
        this.name = name;
        this.groups = groups;
        this.seeds = seeds;
        all = IntStream.range(0, repeats)
                .map(repeat -> trainingRows(repeat).length)
                .min()
                .orElse(0);
        int size = Math.min(all, most);
        List<Integer> wanted = new ArrayList<>(List.of(size));
        for (double share : curve) {
            int part = (int) Math.round(share * size);
            if (part >= Validation.FEWEST_TRAINED && part < size) {
                wanted.add(part);
            }
        }
        sizes = wanted.stream().sorted().distinct().toList();
    }

    int heldOut() {
        return (int) Math.max(1, Math.round(SHARE * groups.size()));
    }

    /** The number of rows that every repeat can train on without the limit. */
    int available() {
        return all;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String rule() {
        return heldOut() + " of " + groups.size() + " " + name + " held out with all their rows";
    }

    @Override
    public List<Integer> sizes() {
        return sizes;
    }

    @Override
    public Split split(int repeat, int size) {
        boolean[] heldOut = draw(repeat);
        int[] test = Arrays.stream(order(repeat))
                .filter(row -> heldOut[groups.of(row)])
                .limit(Validation.MOST_TESTED)
                .sorted()
                .toArray();
        return new Split(Arrays.copyOf(trainingRows(repeat), size), test);
    }

    private boolean[] draw(int repeat) {
        boolean[] heldOut = new boolean[groups.size()];
        int[] order = Split.shuffled(groups.size(), new Random(seeds.of(name + " groups", repeat)));
        for (int g = 0; g < heldOut(); g++) {
            heldOut[order[g]] = true;
        }
        return heldOut;
    }

    /** The training rows in random order. */
    private int[] trainingRows(int repeat) {
        boolean[] heldOut = draw(repeat);
        return Arrays.stream(order(repeat))
                .filter(row -> !heldOut[groups.of(row)])
                .toArray();
    }

    private int[] order(int repeat) {
        return Split.shuffled(groups.rows(), new Random(seeds.of(name + " rows", repeat)));
    }
}
