package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.decision.Evidence.SlowlyWorse;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.ClientCounts;
import io.rafiki.workload.Latency;
import io.rafiki.workload.MeanLatency;
import io.rafiki.workload.ThroughputTrend;
import io.rafiki.workload.Window;
import io.rafiki.workload.WindowGauges;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Windows of 30 s for one hour after a change. Clients wait for their answers, so throughput falls as latency rises. */
class SlowRegressionMonitorTest {

    private static final Instant START = Instant.parse("2026-11-21T10:15:00Z");
    private static final RegressionLimits LIMITS = new RegressionLimits(Duration.ofMinutes(5), 0.1);
    private static final int HOUR = 120;
    private static final long SEED = 9;

    /** The measured case: 12,200 operations per second fall to 6,500 within four minutes. */
    @Test
    void findsANodeThatSlowsDownOverMinutes() {
        SlowRegressionMonitor end = after(index -> 1 + 0.88 * Math.min(1, index / 8.0));
        Verdict verdict = end.verdict().orElseThrow();
        assertThat(verdict.outcome()).isEqualTo(Outcome.WORSE);
        assertThat(verdict.evidence()).isInstanceOfSatisfying(SlowlyWorse.class, found -> assertThat(found.windows())
                .as("ten minutes of windows")
                .isLessThanOrEqualTo(22));
    }

    @Test
    void findsADeclineThatBeginsAfterHalfAnHour() {
        assertThat(after(index -> index < 60 ? 0.9 : 1.3).verdict()).isPresent();
    }

    @Test
    void aSteadyNodeHasNoVerdictAndTheObservationEnds() {
        SlowRegressionMonitor end = after(index -> 1.05);
        assertThat(end.verdict()).isEmpty();
        assertThat(end.isOver(START.plus(Duration.ofHours(1)))).isTrue();
        assertThat(end.isOver(START.plus(Duration.ofMinutes(59)))).isFalse();
    }

    /** Autocorrelated noise of 8 %, as of compactions that come and go. */
    @Test
    void changesWithoutEffectAreHardlyEverWorse() {
        SplittableRandom random = new SplittableRandom(SEED);
        int worse = 0;
        for (int i = 0; i < 1_000; i++) {
            double[] noise = new double[HOUR + 1];
            for (int w = 1; w <= HOUR; w++) {
                noise[w] = 0.7 * noise[w - 1] + 0.08 * Math.sqrt(1 - 0.49) * random.nextGaussian();
            }
            worse += after(index -> Math.exp(noise[index])).verdict().isPresent() ? 1 : 0;
        }
        assertThat(worse).as("of 1,000, seed %d", SEED).isLessThanOrEqualTo(10);
    }

    private static SlowRegressionMonitor after(IntToDoubleFunction slowdown) {
        SlowRegressionMonitor monitor =
                SlowRegressionMonitor.of(window(0, 1), LIMITS, ChangeTest.STANDARD, START.plus(Duration.ofHours(1)));
        for (int i = 1; i <= HOUR && monitor.verdict().isEmpty(); i++) {
            monitor = monitor.with(window(i, slowdown.applyAsDouble(i)));
        }
        return monitor;
    }

    private static Window window(int index, double slowdown) {
        double perSecond = 12_200 / slowdown;
        long operations = Math.round(perSecond * 30);
        return new Window(
                START.plusSeconds(30L * index),
                Duration.ofSeconds(30),
                operations / 10,
                operations - operations / 10,
                0,
                1,
                ThroughputTrend.even(perSecond),
                ClientCounts.NONE,
                new Latency(new MeanLatency(800 * slowdown, 5), new MeanLatency(400 * slowdown, 3)),
                WindowGauges.UNKNOWN,
                Optional.empty());
    }
}
