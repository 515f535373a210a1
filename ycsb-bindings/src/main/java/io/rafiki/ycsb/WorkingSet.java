package io.rafiki.ycsb;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import site.ycsb.generator.NumberGenerator;

/**
 * Chooses keys so that the key-reuse distance (the number of operations from one use of a key to its next, Rafiki §3.3) is
 * exponentially distributed with a given mean {@code m}.
 *
 * <p>How: {@code m} of the keys are the working set, and every operation takes one of them, all equally likely. Then the number of
 * operations until a given key is taken again is geometric, {@code P(d) = (1 - 1/m)^(d-1) / m}, the exponential distribution of mean
 * {@code m} in whole numbers. This holds for the operations of all threads together, at whatever speed each runs, since no
 * thread has a share of its own. (Copying the key that was used an Exp(m)-drawn number of operations ago, from a ring of recent
 * keys, does not give it: a key used again within that stretch is found at its earlier place, so distances come out shorter, and
 * without new keys the copies of a few crowd out all others.)
 *
 * <p>Drift: with probability {@code fresh}, an operation's slot of the working set first gets another key, the one that has rested
 * longest outside of it. When a slot is next taken does not depend on this, so every reuse within the working set keeps its exact
 * distribution, while in the long run all keys are used. By Kac's lemma no choice among {@code n} keys has a longer mean distance than
 * {@code n}; {@code m = n} is the uniform choice.
 *
 * <p>A choice costs one random number and one array read, without a lock; a drift takes a lock. Memory: four bytes per key.
 */
final class WorkingSet extends NumberGenerator {

    private final RandomStreams streams;
    private final long firstKey;
    private final double fresh;
    private final AtomicIntegerArray active;
    private final int[] resting;
    private int longestResting;

    /**
     * @param firstKey least key number
     * @param keys how many keys there are
     * @param meanDistance size of the working set, 1 to {@code keys}
     * @param fresh probability that an operation brings a resting key in; 0 if all keys are in the working set
     * @param seed decides which keys are in the working set at first
     */
    WorkingSet(RandomStreams streams, long firstKey, int keys, int meanDistance, double fresh, long seed) {
        if (meanDistance < 1 || meanDistance > keys || (fresh > 0 && meanDistance == keys)) {
            throw new IllegalArgumentException("expected a working set of 1.." + keys + " keys with one to rest, found "
                    + meanDistance + " (fresh=" + fresh + ")");
        }
        this.streams = streams;
        this.firstKey = firstKey;
        this.fresh = fresh;
        int[] shuffled = shuffled(keys, new SplittableRandom(seed));
        this.active = new AtomicIntegerArray(meanDistance);
        for (int slot = 0; slot < meanDistance; slot++) {
            active.setPlain(slot, shuffled[slot]);
        }
        this.resting = new int[keys - meanDistance];
        System.arraycopy(shuffled, meanDistance, resting, 0, resting.length);
    }

    @Override
    public Long nextValue() {
        SplittableRandom random = streams.current();
        int slot = random.nextInt(active.length());
        if (fresh > 0 && random.nextDouble() < fresh) {
            replace(slot);
        }
        return firstKey + active.getPlain(slot);
    }

    @Override
    public double mean() {
        throw new UnsupportedOperationException("the mean key number has no meaning here");
    }

    private synchronized void replace(int slot) {
        int leaving = active.getPlain(slot);
        active.setPlain(slot, resting[longestResting]);
        resting[longestResting] = leaving;
        longestResting = (longestResting + 1) % resting.length;
    }

    /** Fisher and Yates: keys loaded one after the other must not be the working set, since they share SSTables. */
    private static int[] shuffled(int keys, SplittableRandom random) {
        int[] order = new int[keys];
        for (int i = 0; i < keys; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
