package io.rafiki.ycsb;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import site.ycsb.generator.NumberGenerator;

/**
 * Chooses keys so that the key-reuse distance (operations between two uses of a key, Rafiki §3.3) is exponentially distributed with a
 * given mean {@code m}.
 *
 * <p>Method: {@code m} of the keys form the working set, and every operation draws one of them uniformly. Then the distance is geometric,
 * {@code P(d) = (1 - 1/m)^(d-1) / m}, the discrete form of the exponential distribution with mean {@code m}. This holds for the
 * operations of all threads together at any speed, because threads share the working set. (Drawing the key of an operation Exp(m) steps
 * ago from a ring of recent keys gives shorter distances, because a key used again in between is found at its earlier place. Without new
 * keys, copies of a few displace all others.)
 *
 * <p>Drift: with probability {@code fresh}, the slot of an operation first receives another key, the one that has rested longest outside
 * of the working set. The draw of slots is independent of this, so reuse within the working set keeps its exact distribution, and in the
 * long run all keys are used. By Kac's lemma no choice among {@code n} keys has a mean distance above {@code n}; {@code m = n} is the
 * uniform choice.
 *
 * <p>A draw costs one random number and one array read without a lock; a drift step takes a lock. Memory: four bytes per key.
 */
final class ReuseDistanceKeyChooser extends NumberGenerator {

    private final RandomStreams streams;
    private final long firstKey;
    private final double fresh;
    private final AtomicIntegerArray active;
    private final int[] resting;
    private int longestResting;

    /**
     * @param firstKey smallest key number
     * @param keys number of keys
     * @param meanDistance size of the working set, 1 to {@code keys}
     * @param fresh probability that an operation brings in a resting key; 0 if all keys are in the working set
     * @param seed determines the initial working set
     */
    ReuseDistanceKeyChooser(RandomStreams streams, long firstKey, int keys, int meanDistance, double fresh, long seed) {
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

    /** Fisher-Yates shuffle: keys loaded consecutively share sstables, so they must not form the working set. */
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
