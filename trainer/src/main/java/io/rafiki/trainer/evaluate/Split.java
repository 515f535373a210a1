package io.rafiki.trainer.evaluate;

import java.util.Random;

/** Disjoint sets of training and test rows. */
final class Split {

    private final int[] train;
    private final int[] test;

    Split(int[] train, int[] test) {
        this.train = train.clone();
        this.test = test.clone();
    }

    /** The training rows; a copy. */
    int[] train() {
        return train.clone();
    }

    /** The held-out rows; a copy. */
    int[] test() {
        return test.clone();
    }

    /** The numbers from 0 in random order (Fisher and Yates). */
    static int[] shuffled(int count, Random random) {
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
