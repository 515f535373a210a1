package io.rafiki.ycsb;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One random stream per client thread, derived from one seed. A thread's numbers depend on the seed and the thread's number, not on the
 * interleaving of threads.
 */
final class RandomStreams {

    /** Steele, Lea and Flood 2014: the odd number nearest to 2^64 divided by the golden ratio spreads successive numbers widely. */
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private final long seed;
    private final AtomicInteger strangers = new AtomicInteger(-1);
    private final ThreadLocal<SplittableRandom> current =
            ThreadLocal.withInitial(() -> stream(strangers.getAndDecrement()));

    RandomStreams(long seed) {
        this.seed = seed;
    }

    /** Assigns the calling thread its client thread number. */
    void begin(int threadNumber) {
        current.set(stream(threadNumber));
    }

    /** The calling thread's stream; a separate one for an unassigned thread. */
    SplittableRandom current() {
        return current.get();
    }

    private SplittableRandom stream(int threadNumber) {
        return new SplittableRandom(seed + GOLDEN_GAMMA * (threadNumber + 1L)).split();
    }
}
