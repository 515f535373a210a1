package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;
import org.junit.jupiter.api.Test;

/**
 * How well some states of the files represent all. SizeTiered compaction is simulated by its rule: four sstables of similar size become
 * one. With many reads, throughput falls with the size of all sstables, as the baseline's trials of the sustained campaign show.
 */
class StateSamplingTest {

    private static final double DATA_MIB = 205;
    private static final double FLUSH_MIB = 21.7;
    private static final int TURNOVERS = 5;

    /** Flushes before a state beyond those of the equal distance. */
    private static final int MOST_FLUSHES = 4;

    private static final int FLUSHES = 20_000;
    private static final int FIRST = 200;

    private final double[] rates = rates(sizes());

    /** The sizes that real trials have met: from the data alone to 0.8 GB. */
    @Test
    void theFilesGrowAndShrinkByAFactorOfFour() {
        double[] sizes = sizes();
        assertThat(StatUtils.min(sizes)).isBetween(200.0, 230.0);
        assertThat(StatUtils.max(sizes)).isBetween(800.0, 900.0);
    }

    /** 12.5 and 7.6 %, before a correction for the size of the files. */
    @Test
    void eightStatesHalveTheErrorOfFour() {
        assertThat(error(4)).isCloseTo(0.125, within(0.005));
        assertThat(error(8)).isCloseTo(0.076, within(0.005));
    }

    /** Standard deviation of the rate of a trial, relative to that of all states. */
    private double error(int states) {
        double truth = rate(Arrays.stream(rates).boxed().toList());
        Random random = new Random(5);
        double distance = TURNOVERS * DATA_MIB / FLUSH_MIB / states;
        double[] errors = IntStream.range(0, 3_000)
                .mapToDouble(trial -> {
                    int begin = random.nextInt(rates.length - 100);
                    List<Double> met = new ArrayList<>();
                    for (int state = 0; state < states; state++) {
                        met.add(rates[(int) (begin + state * distance) + random.nextInt(MOST_FLUSHES)]);
                    }
                    return Math.log(rate(met) / truth);
                })
                .toArray();
        return Math.sqrt(StatUtils.variance(errors));
    }

    /** Equal writes in each state. */
    private static double rate(List<Double> states) {
        return states.size() / states.stream().mapToDouble(rate -> 1 / rate).sum();
    }

    /** Operations per second: a time per operation that grows with the files beyond the page cache. */
    private static double[] rates(double[] sizes) {
        return Arrays.stream(sizes)
                .map(mib -> 1e6 / Math.max(120, 1.7 * (mib - 165)))
                .toArray();
    }

    /** MiB of all sstables after each flush. */
    private static double[] sizes() {
        Random random = new Random(1);
        List<Double> sstables = new ArrayList<>(List.of(1.0));
        double[] sizes = new double[FLUSHES];
        for (int flush = 0; flush < FLUSHES; flush++) {
            sstables.add(FLUSH_MIB / DATA_MIB * (0.95 + 0.1 * random.nextDouble()));
            while (compact(sstables)) {
                // a merged sstable can complete the next four
            }
            sizes[flush] = DATA_MIB
                    * sstables.stream().mapToDouble(Double::doubleValue).sum();
        }
        return Arrays.copyOfRange(sizes, FIRST, FLUSHES);
    }

    /**
     * Merges the smallest four or more sstables between half and one and a half times their mean.
     *
     * @param sstables shares of the rows that each contains
     */
    private static boolean compact(List<Double> sstables) {
        sstables.sort(null);
        List<Double> bucket = new ArrayList<>();
        for (double sstable : sstables) {
            double mean =
                    bucket.stream().mapToDouble(Double::doubleValue).average().orElse(sstable);
            if (sstable > 1.5 * mean) {
                if (bucket.size() >= 4) {
                    break;
                }
                bucket.clear();
            }
            bucket.add(sstable);
        }
        if (bucket.size() < 4) {
            return false;
        }
        bucket.forEach(sstables::remove);
        // updates choose rows at random
        sstables.add(1 - bucket.stream().mapToDouble(share -> 1 - share).reduce(1, (one, other) -> one * other));
        return true;
    }
}
