package io.rafiki.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.workload.Instability.DriftWithinWindow;
import io.rafiki.workload.Instability.SingleWindow;
import io.rafiki.workload.Instability.StepSinceLastWindow;
import io.rafiki.workload.WindowDefect.Idle;
import io.rafiki.workload.WindowDefect.Shifting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.junit.jupiter.api.Test;

class StationarityTestTest {

    private static final int SECONDS = 30;

    private final StationarityTest stationarity = new StationarityTest(0.15, StationarityTest.ERRORS);

    @Test
    void paceIsTheLeastSquaresLineThroughTheSamples() {
        double[] rates = {900, 1_150, 980, 1_240, 1_310, 1_190, 1_420};
        SimpleRegression truth = new SimpleRegression();
        for (int i = 0; i < rates.length; i++) {
            truth.addData(i + 0.5, rates[i]);
        }
        ThroughputTrend pace = ThroughputTrend.of(slices(rates.length, i -> rates[i]));
        double mean = 8_190 / 7.0;
        assertThat(pace.perSecond()).isCloseTo(mean, within(1e-9));
        assertThat(pace.drift()).isCloseTo(truth.getSlope() * 7 / mean, within(1e-9));
        assertThat(pace.driftError()).isCloseTo(truth.getSlopeStdErr() * 7 / mean, within(1e-9));
        assertThat(pace.error()).isCloseTo(Math.sqrt(truth.getMeanSquareError() / 7), within(1e-9));
    }

    @Test
    void aNodeThatStillCompilesIsNotSteady() {
        Window warming = window(i -> 2_000 + 100 * i);
        assertThat(stationarity.violation(Optional.of(warming), warming, ChangeTest.STANDARD))
                .hasValueSatisfying(
                        cause -> assertThat(cause).isInstanceOfSatisfying(DriftWithinWindow.class, drift -> {
                            assertThat(drift.change()).isBetween(0.8, 0.9);
                            assertThat(drift.tolerance()).isEqualTo(0.15);
                        }));
        assertThat(stationarity.violation(Optional.of(window(i -> 2_000)), window(i -> 1_500), ChangeTest.STANDARD))
                .contains(new StepSinceLastWindow(-0.25, 0.15, 0));
        assertThat(stationarity.violation(Optional.of(window(i -> 2_000)), window(i -> 1_800), ChangeTest.STANDARD))
                .isEmpty();
    }

    @Test
    void oneWindowAloneIsNotEnoughUnlessEverythingPasses() {
        assertThat(stationarity.violation(Optional.empty(), window(i -> 2_000), ChangeTest.STANDARD))
                .contains(new SingleWindow());
        Window idle = new Window(
                Instant.EPOCH, Duration.ofSeconds(30), 0, 0, 0, 1, ThroughputTrend.even(0), Optional.of(new Idle()));
        assertThat(stationarity.violation(Optional.of(idle), window(i -> 2_000), ChangeTest.STANDARD))
                .isPresent();
        assertThat(new StationarityTest(Double.POSITIVE_INFINITY, 2)
                        .violation(Optional.empty(), window(i -> 2_000 * i), ChangeTest.STANDARD))
                .isEmpty();
    }

    @Test
    void anotherWorkloadHasAnotherPace() {
        Window reads = new Window(
                Instant.EPOCH, Duration.ofSeconds(30), 60_000, 0, 0, 1, ThroughputTrend.even(2_000), Optional.empty());
        assertThat(stationarity.violation(Optional.of(reads), window(i -> 4_000), ChangeTest.STANDARD))
                .isEmpty();
        Window moved = new Window(
                Instant.EPOCH,
                Duration.ofSeconds(30),
                60_000,
                9,
                0,
                1,
                ThroughputTrend.even(2_000),
                Optional.of(new Shifting("read ratio", 0, 1, Duration.ofSeconds(9))));
        assertThat(stationarity.violation(Optional.of(moved), window(i -> 4_000), ChangeTest.STANDARD))
                .isEmpty();
        assertThat(stationarity.violation(Optional.of(moved), window(i -> 2_000 + 100 * i), ChangeTest.STANDARD))
                .isPresent();
    }

    /** Seconds that vary by a third of their mean hold a decision back now and then, never for long. */
    @Test
    void noiseAloneSeldomHolds() {
        long seed = 3;
        SplittableRandom random = new SplittableRandom(seed);
        int held = 0;
        Window before = window(i -> 2_000);
        for (int w = 0; w < 2_000; w++) {
            Window now = window(i -> Math.max(0, 2_000 + 650 * random.nextGaussian()));
            held += stationarity
                            .violation(Optional.of(before), now, ChangeTest.STANDARD)
                            .isPresent()
                    ? 1
                    : 0;
            before = now;
        }
        assertThat(held).as("seed %d", seed).isLessThan(50);
    }

    private static Window window(IntToDoubleFunction rate) {
        List<SampleInterval> slices = slices(SECONDS, rate);
        long writes =
                slices.stream().mapToLong(slice -> slice.counts().writes()).sum();
        return new Window(
                Instant.EPOCH,
                Duration.ofSeconds(SECONDS),
                0,
                writes,
                0,
                1,
                ThroughputTrend.of(slices),
                Optional.empty());
    }

    private static List<SampleInterval> slices(int n, IntToDoubleFunction rate) {
        List<SampleInterval> slices = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            slices.add(new SampleInterval(1_000_000_000L, 0, Math.round(rate.applyAsDouble(i)), 0));
        }
        return slices;
    }
}
