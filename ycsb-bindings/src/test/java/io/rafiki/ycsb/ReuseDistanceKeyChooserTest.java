package io.rafiki.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.apache.commons.math3.distribution.ExponentialDistribution;
import org.apache.commons.math3.stat.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReuseDistanceKeyChooserTest {

    private static final int MEAN = 1000;
    private static final double SIGNIFICANCE = 0.01;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void reuseDistancesAreExponentialWithTheGivenMean(long seed) {
        ReuseDistanceKeyChooser keys = new ReuseDistanceKeyChooser(new RandomStreams(seed), 0, 5 * MEAN, MEAN, 0, seed);

        double[] distances = reuseDistances(take(keys, 50 * MEAN));

        assertThat(pValue(distances, MEAN)).as("seed %d", seed).isGreaterThan(SIGNIFICANCE);
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6})
    void driftLeavesTheDistancesOfReuseAsTheyAre(long seed) {
        int more = 100 * MEAN; // so many that no rested key comes back within the sample
        ReuseDistanceKeyChooser keys = new ReuseDistanceKeyChooser(new RandomStreams(seed), 0, more, MEAN, 0.2, seed);

        double[] distances = reuseDistances(take(keys, 50 * MEAN));

        assertThat(pValue(distances, MEAN)).as("seed %d", seed).isGreaterThan(SIGNIFICANCE);
    }

    @Test
    void theTestTellsAnotherMeanApart() {
        ReuseDistanceKeyChooser keys =
                new ReuseDistanceKeyChooser(new RandomStreams(7), 0, 5 * MEAN, MEAN + MEAN / 20, 0, 7);

        assertThat(pValue(reuseDistances(take(keys, 50 * MEAN)), MEAN)).isLessThan(SIGNIFICANCE);
    }

    @Test
    void distancesHoldForAllThreadsTogetherWhateverTheSpeedOfEach() throws Exception {
        ReuseDistanceKeyChooser keys = new ReuseDistanceKeyChooser(new RandomStreams(8), 0, 5 * MEAN, MEAN, 0, 8);
        List<Long> used = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<?>> runs = new ArrayList<>();
            for (int atOnce : new int[] {1, 3, 9}) {
                runs.add(threads.submit(() -> useInTurns(keys, atOnce, used)));
            }
            for (Future<?> run : runs) {
                run.get();
            }
        } finally {
            threads.shutdownNow();
        }

        // another sample in each run, since threads take turns as they please: chance alone must not fail it
        assertThat(pValue(reuseDistances(used), MEAN)).isGreaterThan(1e-6);
    }

    @Test
    void withoutDriftOnlyTheWorkingSetIsUsed() {
        ReuseDistanceKeyChooser keys = new ReuseDistanceKeyChooser(new RandomStreams(9), 100, 1000, 50, 0, 9);

        Set<Long> used = new HashSet<>(take(keys, 5000));

        assertThat(used).hasSize(50).allMatch(key -> key >= 100 && key < 1100);
        assertThat(used).as("keys loaded one after the other").anyMatch(key -> key >= 600);
    }

    @Test
    void withDriftAllKeysAreUsedInTheLongRun() {
        ReuseDistanceKeyChooser keys = new ReuseDistanceKeyChooser(new RandomStreams(10), 0, 1000, 50, 0.5, 10);

        assertThat(new HashSet<>(take(keys, 5000))).hasSize(1000);
    }

    @Test
    void noKeyIsLostOrDoubledWhenThreadsDriftAtOnce() throws Exception {
        int all = 1000;
        int active = 50;
        ReuseDistanceKeyChooser keys = new ReuseDistanceKeyChooser(new RandomStreams(11), 0, all, active, 1, 11);
        CyclicBarrier together = new CyclicBarrier(4);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Boolean>> runs = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                runs.add(threads.submit(() -> {
                    together.await();
                    return LongStream.generate(keys::nextValue).limit(2_000_000).allMatch(key -> key >= 0 && key < all);
                }));
            }
            for (Future<Boolean> run : runs) {
                assertThat(run.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }

        for (int round = 0; round < 10; round++) {
            assertThat(new HashSet<>(take(keys, all - active)))
                    .as("the resting keys, each once")
                    .hasSize(all - active);
        }
    }

    @Test
    void refusesAWorkingSetThatTheKeysCannotGive() {
        assertThatThrownBy(() -> new ReuseDistanceKeyChooser(new RandomStreams(1), 0, 10, 11, 0, 1))
                .hasMessageContaining("expected a working set of 1..10 keys");
        assertThatThrownBy(() -> new ReuseDistanceKeyChooser(new RandomStreams(1), 0, 10, 10, 0.1, 1))
                .hasMessageContaining("fresh=0.1");
    }

    private static List<Long> take(ReuseDistanceKeyChooser keys, int count) {
        List<Long> taken = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            taken.add(keys.nextValue());
        }
        return taken;
    }

    private static void useInTurns(ReuseDistanceKeyChooser keys, int atOnce, List<Long> used) {
        for (int turn = 0; turn < 4 * MEAN; turn++) {
            synchronized (used) {
                used.addAll(take(keys, atOnce));
            }
        }
    }

    /** Only of uses early enough that their next use lies within the sample; the others would favour short distances. */
    private static double[] reuseDistances(List<Long> keys) {
        int early = keys.size() - 15 * MEAN;
        Map<Long, Integer> lastUse = new HashMap<>();
        List<Double> distances = new ArrayList<>();
        for (int now = 0; now < keys.size(); now++) {
            Integer before = lastUse.put(keys.get(now), now);
            if (before != null && before < early) {
                distances.add((double) (now - before));
            }
        }
        return distances.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Distances are whole numbers; half a step back puts the middle of each step where the continuous distribution has it. */
    private static double pValue(double[] distances, double mean) {
        double[] centred = new double[distances.length];
        for (int i = 0; i < distances.length; i++) {
            centred[i] = distances[i] - 0.5;
        }
        return new KolmogorovSmirnovTest().kolmogorovSmirnovTest(new ExponentialDistribution(null, mean), centred);
    }
}
