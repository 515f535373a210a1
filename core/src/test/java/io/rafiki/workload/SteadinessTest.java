package io.rafiki.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.junit.jupiter.api.Test;

class SteadinessTest {

    private static final int SECONDS = 30;

    private final Steadiness steadiness = new Steadiness(0.15, Steadiness.ERRORS);

    @Test
    void paceIsTheLeastSquaresLineThroughTheSamples() {
        double[] rates = {900, 1_150, 980, 1_240, 1_310, 1_190, 1_420};
        SimpleRegression truth = new SimpleRegression();
        for (int i = 0; i < rates.length; i++) {
            truth.addData(i + 0.5, rates[i]);
        }
        Pace pace = Pace.of(slices(rates.length, i -> rates[i]));
        double mean = 8_190 / 7.0;
        assertThat(pace.perSecond()).isCloseTo(mean, within(1e-9));
        assertThat(pace.drift()).isCloseTo(truth.getSlope() * 7 / mean, within(1e-9));
        assertThat(pace.driftError()).isCloseTo(truth.getSlopeStdErr() * 7 / mean, within(1e-9));
        assertThat(pace.error()).isCloseTo(Math.sqrt(truth.getMeanSquareError() / 7), within(1e-9));
    }

    @Test
    void aNodeThatStillCompilesIsNotSteady() {
        Window warming = window(i -> 2_000 + 100 * i);
        assertThat(steadiness.objection(Optional.of(warming), warming, ChangeTest.STANDARD))
                .hasValueSatisfying(why -> assertThat(why).startsWith("operations per second rose by 8"));
        assertThat(steadiness.objection(Optional.of(window(i -> 2_000)), window(i -> 1_500), ChangeTest.STANDARD))
                .contains("operations per second fell by 25% from the window before, more than 15% and 0% for noise");
        assertThat(steadiness.objection(Optional.of(window(i -> 2_000)), window(i -> 1_800), ChangeTest.STANDARD))
                .isEmpty();
    }

    @Test
    void oneWindowAloneIsNotEnoughUnlessEverythingPasses() {
        assertThat(steadiness.objection(Optional.empty(), window(i -> 2_000), ChangeTest.STANDARD))
                .contains("one window alone does not show that the load is steady");
        Window idle =
                new Window(Instant.EPOCH, Duration.ofSeconds(30), 0, 0, 0, 1, Pace.even(0), WindowState.IDLE, "idle");
        assertThat(steadiness.objection(Optional.of(idle), window(i -> 2_000), ChangeTest.STANDARD))
                .isPresent();
        assertThat(new Steadiness(Double.POSITIVE_INFINITY, 2)
                        .objection(Optional.empty(), window(i -> 2_000 * i), ChangeTest.STANDARD))
                .isEmpty();
    }

    @Test
    void anotherWorkloadHasAnotherPace() {
        Window reads = new Window(
                Instant.EPOCH, Duration.ofSeconds(30), 60_000, 0, 0, 1, Pace.even(2_000), WindowState.VALID, "");
        assertThat(steadiness.objection(Optional.of(reads), window(i -> 4_000), ChangeTest.STANDARD))
                .isEmpty();
        Window moved = new Window(
                Instant.EPOCH,
                Duration.ofSeconds(30),
                60_000,
                9,
                0,
                1,
                Pace.even(2_000),
                WindowState.SHIFTING,
                "moved");
        assertThat(steadiness.objection(Optional.of(moved), window(i -> 4_000), ChangeTest.STANDARD))
                .isEmpty();
        assertThat(steadiness.objection(Optional.of(moved), window(i -> 2_000 + 100 * i), ChangeTest.STANDARD))
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
            held += steadiness
                            .objection(Optional.of(before), now, ChangeTest.STANDARD)
                            .isPresent()
                    ? 1
                    : 0;
            before = now;
        }
        assertThat(held).as("seed %d", seed).isLessThan(50);
    }

    private static Window window(IntToDoubleFunction rate) {
        List<Slice> slices = slices(SECONDS, rate);
        long writes = slices.stream().mapToLong(Slice::writes).sum();
        return new Window(
                Instant.EPOCH, Duration.ofSeconds(SECONDS), 0, writes, 0, 1, Pace.of(slices), WindowState.VALID, "");
    }

    private static List<Slice> slices(int n, IntToDoubleFunction rate) {
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            slices.add(new Slice(1_000_000_000L, 0, Math.round(rate.applyAsDouble(i)), 0));
        }
        return slices;
    }
}
