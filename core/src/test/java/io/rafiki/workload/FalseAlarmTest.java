package io.rafiki.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * How often windows of a steady load are taken for a change, and how soon a step is met: samples of a second, windows of 30 s, reads
 * that scatter binomially.
 */
class FalseAlarmTest {

    private static final long SEED = 20261121;
    private static final ChangeTest TEST = ChangeTest.STANDARD;
    private static final int SECONDS = 30;
    private static final int WINDOWS = Boolean.getBoolean("rafiki.long") ? 45_000 : 11_250;

    private final SplittableRandom random = new SplittableRandom(SEED);

    /** Counts windows that are shifting, and windows that differ from the one that was decided upon: the first. */
    @Test
    void aSteadyLoadIsTakenForAChangedOneAtMostOnceInTenThousandWindows() {
        int alarms = 0;
        for (double ratio : new double[] {0.02, 0.5, 0.9}) {
            for (int perSecond : new int[] {4, 40, 2_000}) {
                Source source = new Source();
                Window decided = null;
                for (int i = 0; i < WINDOWS / 9; i++) {
                    Window window = source.next(ratio, perSecond);
                    decided = decided == null ? window : decided;
                    alarms += window.valid() && !TEST.differs(decided, window) ? 0 : 1;
                }
            }
        }
        assertThat(alarms)
                .as("alarms in %d steady windows, seed %d", WINDOWS, SEED)
                .isLessThanOrEqualTo(WINDOWS / 10_000);
    }

    @Test
    void aStepOfAFifthIsMetWithinAMinuteWhereverInAWindowItFalls() {
        for (double[] step : new double[][] {{0.5, 0.7}, {0.9, 0.7}, {0.0, 0.2}, {1.0, 0.8}}) {
            for (int perSecond : new int[] {50, 1_000}) {
                for (int offset = 0; offset < SECONDS; offset++) {
                    assertThat(secondsUntilMet(step[0], step[1], perSecond, offset))
                            .as(
                                    "%s -> %s at %d/s, %d s into a window, seed %d",
                                    step[0], step[1], perSecond, offset, SEED)
                            .isLessThanOrEqualTo(60);
                }
            }
        }
    }

    /** Until a window may be decided upon and differs from the one before the step. */
    private int secondsUntilMet(double before, double after, int perSecond, int offset) {
        Source source = new Source();
        Window decided = source.next(before, perSecond);
        for (int second = 0; second < offset; second++) {
            assertThat(source.second(before, perSecond)).isEmpty();
        }
        for (int second = 1; second <= 120; second++) {
            Optional<Window> closed = source.second(after, perSecond);
            if (closed.filter(window -> window.valid() && TEST.differs(decided, window))
                    .isPresent()) {
                return second;
            }
        }
        return Integer.MAX_VALUE;
    }

    /** Counters that grow from second to second, and the windows that they make. */
    private final class Source {

        private final WindowAssembler windows =
                new WindowAssembler(Duration.ofSeconds(SECONDS), Duration.ofSeconds(1), TEST);
        private long nanos;
        private long reads;
        private long writes;

        Source() {
            windows.add(sample(), Instant.EPOCH);
        }

        Window next(double ratio, int perSecond) {
            Optional<Window> closed = Optional.empty();
            while (closed.isEmpty()) {
                closed = second(ratio, perSecond);
            }
            return closed.get();
        }

        Optional<Window> second(double ratio, int perSecond) {
            nanos += 1_000_000_000L;
            long successes = binomial(perSecond, ratio);
            reads += successes;
            writes += perSecond - successes;
            return windows.add(sample(), Instant.EPOCH.plusNanos(nanos));
        }

        private CounterSample sample() {
            return new CounterSample(nanos, List.of(new TableCounts("ycsb.usertable", reads, writes, 0)));
        }
    }

    /** Exact where there are few tries; beyond 100, normal. */
    private long binomial(int n, double p) {
        if (n > 100 && p > 0 && p < 1) {
            double normal = n * p + Math.sqrt(n * p * (1 - p)) * random.nextGaussian();
            return Math.min(n, Math.max(0, Math.round(normal)));
        }
        int successes = 0;
        for (int i = 0; i < n; i++) {
            successes += random.nextDouble() < p ? 1 : 0;
        }
        return successes;
    }
}
