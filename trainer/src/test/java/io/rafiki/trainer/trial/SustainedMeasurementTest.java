package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.reason.ReasonText;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a sustained trial says about its rate, and what its line contains. */
class SustainedMeasurementTest {

    private static final int SECONDS = 400;

    @Test
    void aClientThatUsesItsProcessorsLimitsTheRate() {
        assertThat(measurement(0.949, SustainedMeasurementTest::steady, Optional.empty())
                        .remark())
                .isEmpty();
        assertThat(measurement(0.95, SustainedMeasurementTest::steady, Optional.empty())
                        .remark())
                .contains(new TrialFailure.ClientSaturated(0.95, 0.95));
        assertThat(measurement(null, SustainedMeasurementTest::steady, Optional.empty())
                        .remark())
                .as("the client's share is unknown")
                .isEmpty();
    }

    @Test
    void aRateThatStillFallsIsTheBestEstimate() {
        SustainedMeasurement falling = measurement(0.5, second -> 1_000 - second, Optional.empty());
        assertThat(falling.remark())
                .hasValueSatisfying(remark -> assertThat(remark.status()).isEqualTo(TrialStatus.NOT_STATIONARY));
        assertThat(falling.rate().throughput().mean()).isBetween(600.0, 820.0);
    }

    /** A line through all seconds is flat. */
    @Test
    void aStepInTheSecondHalfIsShown() {
        assertThat(measurement(0.5, second -> second < 320 ? 1_000 : 700, Optional.empty())
                        .remark()
                        .map(ReasonText::of))
                .contains("not stationary after 400 s: throughput changed by -30 %");
        List<MeasuredState> states = List.of(state(0, 0.02, 0), state(0, 0.01, -0.4));
        SustainedRate rate =
                SustainedRate.over(states.stream().map(MeasuredState::rate).toList(), 1_000_000);
        assertThat(new SustainedMeasurement(states, 1_000_000, rate, 60, 4, List.of(), List.of(), 0, Optional.empty())
                        .remark())
                .contains(new TrialFailure.ThroughputNotStationary(SECONDS, -0.4, Optional.of(2)));
    }

    /** The mean of their changes is within the bound. */
    @Test
    void theStateWhoseThroughputChangesMostIsNamed() {
        double perState = 1_000_000;
        List<MeasuredState> states = List.of(state(0, 0.25), state(20, -0.3));
        SustainedRate rate =
                SustainedRate.over(states.stream().map(MeasuredState::rate).toList(), perState);
        SustainedMeasurement measured =
                new SustainedMeasurement(states, perState, rate, 60, 4, List.of(), List.of(), 0, Optional.empty());
        assertThat(measured.remark()).contains(new TrialFailure.ThroughputNotStationary(SECONDS, -0.3, Optional.of(2)));
        assertThat(measured.recorded("series.json").states())
                .containsExactly(
                        new SustainedResult.State(0, 1000, 0.5, 0, 0.25, 300L),
                        new SustainedResult.State(200, 1000, 0.5, 220, -0.3, 300L));
    }

    @Test
    void anEarlyEndComesFirst() {
        TrialFailure.Eliminated eliminated = new TrialFailure.Eliminated(30, 900, 1_000);
        assertThat(measurement(1.0, SustainedMeasurementTest::steady, Optional.of(eliminated))
                        .remark())
                .contains(eliminated);
    }

    @Test
    void aLineContainsAtMostFortySamplesOfTheDebtAndTheLast() {
        List<DebtSample> line = measurement(0.5, SustainedMeasurementTest::steady, Optional.empty())
                .recorded("series.json")
                .debt();
        assertThat(line).hasSizeBetween(30, 40);
        assertThat(line.get(line.size() - 1).second()).isEqualTo(SECONDS - 5);
    }

    @Test
    void theLastSampleOfTheMeasuredPartIsRecordedToo() {
        SustainedMeasurement measured = measurement(0.5, SustainedMeasurementTest::steady, Optional.empty());
        for (int after : new int[] {1, 23}) {
            List<DebtSample> samples = IntStream.range(0, 400)
                    .mapToObj(i -> sample(5 * i, i < 400 - after ? TrialPhase.MEASUREMENT : TrialPhase.OPEN_LOOP))
                    .toList();
            List<DebtSample> line = new SustainedMeasurement(
                            measured.states(), 0, measured.rate(), 60, 4, List.of(), samples, 0, Optional.empty())
                    .recorded("series.json")
                    .debt();
            assertThat(line).hasSizeLessThanOrEqualTo(41).contains(samples.get(399), samples.get(399 - after));
        }
    }

    private static MeasuredState state(int from, double change) {
        return state(from, change, 0);
    }

    private static MeasuredState state(int from, double change, double step) {
        Throughput throughput = new Throughput(1000, 990, 1010, Collections.nCopies(SECONDS / 2, 1000.0));
        SustainedRate rate = new SustainedRate(throughput, from, change, 0.01, DebtTrend.of(List.of()), step);
        return new MeasuredState(null, 0, SECONDS / 2, rate, 0.5, 300L);
    }

    private static SustainedMeasurement measurement(
            Double clientBusy, IntToDoubleFunction perSecond, Optional<TrialFailure.Eliminated> elimination) {
        double[] series = IntStream.range(0, SECONDS).mapToDouble(perSecond).toArray();
        SustainedRate rate = SustainedRate.of(series, List.of(), 0);
        return new SustainedMeasurement(
                List.of(new MeasuredState(null, 0, SECONDS, rate, clientBusy, 300L)),
                0,
                rate,
                60,
                4,
                List.of(),
                IntStream.range(0, SECONDS / 5)
                        .mapToObj(i -> sample(5 * i, TrialPhase.MEASUREMENT))
                        .toList(),
                0,
                elimination);
    }

    private static DebtSample sample(int second, TrialPhase phase) {
        return new DebtSample(
                second, phase, 0L, 0L, 12L, 1.2, 300L, second / 2L, (long) second, 0L, 0L, 0L, 200L, 1.0, 0.5);
    }

    private static double steady(int second) {
        return 1_000 + second % 2;
    }
}
