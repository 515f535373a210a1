package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

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

    private static SustainedMeasurement measurement(
            Double clientBusy, IntToDoubleFunction perSecond, Optional<TrialFailure.Eliminated> elimination) {
        double[] series = IntStream.range(0, SECONDS).mapToDouble(perSecond).toArray();
        SustainedRate rate = SustainedRate.of(series, List.of(), 0);
        return new SustainedMeasurement(
                List.of(new MeasuredState(null, 0, SECONDS, rate, clientBusy)),
                0,
                rate,
                60,
                4,
                List.of(),
                IntStream.range(0, SECONDS / 5).mapToObj(i -> sample(5 * i)).toList(),
                0,
                elimination);
    }

    private static DebtSample sample(int second) {
        return new DebtSample(
                second,
                TrialPhase.MEASUREMENT,
                0L,
                0L,
                12L,
                1.2,
                300L,
                second / 2L,
                (long) second,
                0L,
                0L,
                0L,
                200L,
                1.0,
                0.5);
    }

    private static double steady(int second) {
        return 1_000 + second % 2;
    }
}
