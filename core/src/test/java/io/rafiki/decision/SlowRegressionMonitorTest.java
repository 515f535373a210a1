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
import io.rafiki.workload.WindowDefect;
import io.rafiki.workload.WindowDefect.Shifting;
import io.rafiki.workload.WindowGauges;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        assertThat(end.isOver()).isTrue();
    }

    /** The clock steps one hour forward after the first window. */
    @Test
    void aStepOfTheClockDoesNotEndTheObservation() {
        SlowRegressionMonitor monitor =
                begun(Baseline.of(window(0, 1))).with(window(1, 1)).with(window(2 + HOUR, 1));
        assertThat(monitor.isOver()).isFalse();
        assertThat(monitor.remaining()).isEqualTo(Duration.ofMinutes(59));
    }

    /** The next window repeats the 10 s after a shift of the workload. */
    @Test
    void theTimeOfWindowsThatAreNotComparedCounts() {
        SlowRegressionMonitor begun = begun(Baseline.of(window(0, 1)));
        Window shifting = window(1, 1, Optional.of(new Shifting("read ratio", 0.1, 0.9, Duration.ofSeconds(10))));
        assertThat(begun.after(window(1, 1)).remaining()).isEqualTo(Duration.ofSeconds(3_570));
        assertThat(begun.with(shifting).remaining()).isEqualTo(Duration.ofSeconds(3_580));
    }

    /**
     * Autocorrelated noise of 8 %, as of compactions that come and go, before and after the change. After a step of the workload, the
     * baseline is a single window.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 30})
    void changesWithoutEffectAreHardlyEverWorse(int windowsOfTheWorkload) {
        SplittableRandom random = new SplittableRandom(SEED);
        int quick = 0;
        int slow = 0;
        for (int i = 0; i < 1_000; i++) {
            double[] noise = new double[2 * HOUR];
            for (int w = 1; w < noise.length; w++) {
                noise[w] = 0.7 * noise[w - 1] + 0.08 * Math.sqrt(1 - 0.49) * random.nextGaussian();
            }
            IntToDoubleFunction slowdown = index -> Math.exp(noise[index + HOUR - 1]);
            Baseline before = before(slowdown, windowsOfTheWorkload);
            slow += after(before, slowdown).verdict().isPresent() ? 1 : 0;
            quick += isWorse(before, slowdown) ? 1 : 0;
        }
        assertThat(slow).as("of 1,000, seed %d", SEED).isLessThanOrEqualTo(20);
        assertThat(quick).as("of 1,000, seed %d", SEED).isLessThanOrEqualTo(5);
    }

    /** The node of the hour before the change, in which the last windows have the workload of the change. */
    private static Baseline before(IntToDoubleFunction slowdown, int windowsOfTheWorkload) {
        List<Window> seen = new ArrayList<>();
        for (int index = 1 - HOUR; index <= 0; index++) {
            Window window = window(index, slowdown.applyAsDouble(index));
            seen.add(index > -windowsOfTheWorkload ? window : mirrored(window));
        }
        return Baseline.of(seen, Optional.of(seen.get(HOUR - 1)), List.of(), Duration.ZERO, LIMITS, ChangeTest.STANDARD)
                .orElseThrow();
    }

    /** The same window with reads in place of writes. */
    private static Window mirrored(Window window) {
        return new Window(
                window.start(),
                window.length(),
                window.writes(),
                window.reads(),
                0,
                1,
                window.pace(),
                window.clients(),
                window.latency(),
                window.gauges(),
                Optional.empty());
    }

    private static boolean isWorse(Baseline before, IntToDoubleFunction slowdown) {
        RegressionMonitor monitor = RegressionMonitor.of(before, LIMITS, ChangeTest.STANDARD);
        for (int i = 1; monitor.verdict().isEmpty(); i++) {
            monitor = monitor.with(window(i, slowdown.applyAsDouble(i)));
        }
        return monitor.verdict().get().outcome() == Outcome.WORSE;
    }

    private static SlowRegressionMonitor after(IntToDoubleFunction slowdown) {
        return after(Baseline.of(window(0, 1)), slowdown);
    }

    private static SlowRegressionMonitor after(Baseline before, IntToDoubleFunction slowdown) {
        SlowRegressionMonitor monitor = begun(before);
        for (int i = 1; i <= HOUR && monitor.verdict().isEmpty(); i++) {
            monitor = monitor.with(window(i, slowdown.applyAsDouble(i)));
        }
        return monitor;
    }

    private static SlowRegressionMonitor begun(Baseline before) {
        return SlowRegressionMonitor.of(before, LIMITS, ChangeTest.STANDARD, Duration.ofHours(1));
    }

    private static Window window(int index, double slowdown) {
        return window(index, slowdown, Optional.empty());
    }

    private static Window window(int index, double slowdown, Optional<WindowDefect> defect) {
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
                new ClientCounts(operations / 10, 0, operations - operations / 10, 0),
                new Latency(new MeanLatency(800 * slowdown, 5), new MeanLatency(400 * slowdown, 3)),
                WindowGauges.UNKNOWN,
                defect);
    }
}
