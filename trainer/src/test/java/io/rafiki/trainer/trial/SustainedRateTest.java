package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.trainer.statistics.StatisticsPage;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The sustained rate of series with known answers: simulated, and measured on a real node at 10 % reads. */
class SustainedRateTest {

    private static final int SECONDS = 120;

    @Test
    void aStationarySeriesCountsAsAWhole() {
        SustainedRate rate = rate(series(1, second -> 1000), second -> 500);
        assertThat(rate.isStationary()).isTrue();
        assertThat(rate.from()).isZero();
        assertThat(rate.throughput().mean()).isCloseTo(1000, within(20.0));
        assertThat(rate.throughput().perSecond()).hasSize(SECONDS);
        assertThat(rate.throughput().low()).isLessThan(1000);
        assertThat(rate.throughput().high()).isGreaterThan(1000);
    }

    @Test
    void aTransientAtTheBeginningDoesNotCount() {
        SustainedRate rate = rate(series(2, second -> second < 40 ? 1500 : 1000), second -> 500);
        assertThat(rate.from()).isEqualTo(40);
        assertThat(rate.throughput().mean()).isCloseTo(1000, within(20.0));
        assertThat(rate.isStationary()).isTrue();
    }

    /** A method that prefers flat stretches would report 700. */
    @Test
    void aDropInTheSecondHalfIsReportedAndNotSelected() {
        SustainedRate rate = rate(series(3, second -> second < 90 ? 1000 : 700), second -> 500);
        assertThat(rate.isStationary()).isFalse();
        assertThat(rate.otherChange()).isCloseTo(-0.3, within(0.05));
        assertThat(rate.shown()).isEqualTo(rate.otherChange());
        assertThat(rate.from()).isZero();
        assertThat(rate.throughput().mean()).isCloseTo(925, within(20.0));
    }

    /** The mean of all seconds before the last change lies far from the stretch before it. */
    @Test
    void aStepIsTheDifferenceOfNeighbouringStretches() {
        SustainedRate small = rate(series(6, second -> second < 30 ? 500 : second < 90 ? 2000 : 1880), second -> 500);
        assertThat(small.from()).isEqualTo(30);
        assertThat(small.otherChange()).isZero();
        assertThat(small.isStationary()).isTrue();
        SustainedRate large = rate(series(7, second -> second < 30 ? 850 : second < 90 ? 2000 : 1700), second -> 500);
        assertThat(large.otherChange()).isCloseTo(-0.15, within(0.03));
        assertThat(large.isStationary()).isFalse();
    }

    @Test
    void aSlowDecayIsNotStationary() {
        SustainedRate rate = rate(series(4, second -> 12_200 - 50.0 * second), second -> 500);
        assertThat(rate.isStationary()).isFalse();
    }

    @Test
    void growingDebtIsNotStationary() {
        double[] flat = series(5, second -> 1000);
        SustainedRate growing = rate(flat, second -> 500 + 2 * second);
        assertThat(growing.isStationary()).isFalse();
        assertThat(growing.debt().size()).isGreaterThan(0.3);
        SustainedRate shrinking = rate(flat, second -> 800 - 2 * second);
        assertThat(shrinking.isStationary()).isFalse();
        assertThat(shrinking.debt().size()).isLessThan(-0.3);
        assertThat(rate(flat, second -> 500 + 50 * ((second / 5) % 4)).isStationary())
                .as("the saw tooth of compactions")
                .isTrue();
    }

    @Test
    void withoutSamplesOnlyThroughputIsJudged() {
        assertThat(SustainedRate.of(series(6, second -> 1000), List.of(), 0).isStationary())
                .isTrue();
        assertThat(SustainedRate.of(new double[SECONDS], List.of(), 0)
                        .throughput()
                        .mean())
                .isZero();
    }

    /** Leveled begins at 14,400 ops/s with settled data, and sustains 9,000 once it has paid for its writes. */
    @Test
    void aMeasuredNodeIsStationaryOnlyAfterItHasAged() throws IOException {
        double[] leveled = measured("Leveled");
        SustainedRate early = SustainedRate.of(Arrays.copyOfRange(leveled, 0, 90), List.of(), 0);
        assertThat(early.isStationary()).isFalse();
        SustainedRate whole = SustainedRate.of(leveled, List.of(), 0);
        assertThat(whole.from()).isBetween(60, 150);
        assertThat(whole.throughput().mean()).isBetween(8_200.0, 9_200.0);
        SustainedRate aged = SustainedRate.of(Arrays.copyOfRange(leveled, 180, 300), List.of(), 0);
        assertThat(aged.isStationary()).isTrue();
        assertThat(aged.throughput().mean()).isBetween(8_500.0, 9_500.0);
    }

    @Test
    void theIntervalMissesTheMeanOfDependentSecondsSeldom() throws IOException {
        double missed = StatisticsPage.rate(2_000, 31, random -> {
            Throughput throughput = SustainedRate.of(noise(random, 0.8, second -> 1000), List.of(), 0)
                    .throughput();
            return throughput.low() > 1000 || throughput.high() < 1000;
        });
        assertThat(missed).isBetween(0.03, 0.13);
        StatisticsPage.quotes("sustained interval misses the mean | 120 s, autocorrelation 0.8 | 5 %", missed);
    }

    @Test
    void aStationaryNodeIsSeldomReportedAsNotStationary() throws IOException {
        double falsely = StatisticsPage.rate(
                2_000, 32, random -> !SustainedRate.of(noise(random, 0.8, second -> 1000), List.of(), 0)
                        .isStationary());
        assertThat(falsely).isLessThan(0.1);
        StatisticsPage.quotes(
                "sustained test rejects a stationary load | noise 10 %, autocorrelation 0.8 | -", falsely);
    }

    /** A state of 1,000 and one of 4,000 ops/s that write equal amounts: the workload is in the slow one for four fifths of the time. */
    @Test
    void statesCountByTheTimeThatTheirWritesTake() {
        List<SustainedRate> states = List.of(steady(1000), steady(4000));
        double never = 100_000_000;
        assertThat(SustainedRate.shares(states, never)).containsExactly(new double[] {0.8, 0.2}, within(1e-9));
        SustainedRate rate = SustainedRate.over(states, never);
        assertThat(rate.throughput().mean()).isEqualTo(1600);
        assertThat(rate.throughput().perSecond()).hasSize(60);
        assertThat(rate.isStationary())
                .as("the step between states is no change")
                .isTrue();
        assertThat(SustainedRate.over(states, 0).throughput().mean())
                .as("states that write more than their share count by their length")
                .isEqualTo(2500);
        assertThat(SustainedRate.over(states.subList(0, 1), never)).isEqualTo(states.get(0));
    }

    /** Closed form: a relative error of 10 % in each of two equal states is one of 7.1 % of their harmonic mean. */
    @Test
    void theIntervalOfStatesFollowsFromTheirIntervals() {
        Throughput known =
                new Throughput(1000, 900, 1100, steady(1000).throughput().perSecond());
        SustainedRate state = new SustainedRate(known, 0, 0, 0, DebtTrend.of(List.of()), 0);
        Throughput mean = SustainedRate.over(List.of(state, state), 100_000_000).throughput();
        assertThat(mean.low()).isEqualTo(929.3);
        assertThat(mean.high()).isEqualTo(1070.7);
    }

    /** The mean of both changes is 0. */
    @Test
    void oppositeChangesInStatesDoNotCancel() {
        SustainedRate falling = state(second -> 1000 - 5.0 * second);
        SustainedRate rising = state(second -> 850 + 5.0 * second);
        SustainedRate rate = SustainedRate.over(List.of(falling, rising), 100_000_000);
        assertThat(rate.change()).isCloseTo(0, within(0.02));
        assertThat(rate.hasTrend()).isFalse();
        assertThat(rate.isStationary()).isFalse();
        SustainedRate less = state(second -> 1000 - 2.0 * second);
        SustainedRate more = state(second -> 940 + 2.0 * second);
        assertThat(SustainedRate.over(List.of(less, more), 100_000_000).isStationary())
                .as("files change by nature")
                .isTrue();
    }

    @Test
    void aStateThatDropsAtItsEndIsReported() {
        SustainedRate drops = rate(series(3, second -> second < 90 ? 1000 : 600), second -> 500);
        SustainedRate flat = rate(series(4, second -> 1000), second -> 500);
        SustainedRate rate = SustainedRate.over(List.of(flat, drops), 100_000_000);
        assertThat(rate.otherChange()).isGreaterThan(0.2);
        assertThat(rate.isStationary()).isFalse();
    }

    /** Four states of 30 s, as in the shipped plan for sustained throughput. */
    @Test
    void stationaryStatesAreSeldomReportedAsNotStationary() {
        double falsely = StatisticsPage.rate(500, 33, random -> !SustainedRate.over(
                        Stream.generate(() -> noise(random, 0.8, second -> 1000))
                                .limit(4)
                                .map(seconds -> SustainedRate.of(Arrays.copyOf(seconds, 30), List.of(), 0))
                                .toList(),
                        100_000_000)
                .isStationary());
        assertThat(falsely).isLessThan(0.2);
    }

    private static SustainedRate state(IntToDoubleFunction perSecond) {
        return SustainedRate.of(IntStream.range(0, 30).mapToDouble(perSecond).toArray(), List.of(), 0);
    }

    private static SustainedRate steady(double perSecond) {
        double[] series = new double[30];
        Arrays.fill(series, perSecond);
        return SustainedRate.of(series, List.of(), 0);
    }

    private static SustainedRate rate(double[] perSecond, IntToDoubleFunction liveMiB) {
        List<DebtSample> samples = new ArrayList<>();
        for (int second = 0; second < SECONDS; second += 5) {
            samples.add(sample(1000 + second, Math.round(liveMiB.applyAsDouble(second))));
        }
        return SustainedRate.of(perSecond, samples, 1000);
    }

    private static DebtSample sample(int second, long liveMiB) {
        return new DebtSample(
                second, TrialPhase.MEASUREMENT, 1L, 0L, 9L, 2.0, liveMiB, 0L, 0L, 0L, 0L, null, null, null, null);
    }

    private static double[] series(long seed, IntToDoubleFunction mean) {
        Random random = new Random(seed);
        double[] seconds = new double[SECONDS];
        for (int i = 0; i < SECONDS; i++) {
            seconds[i] = mean.applyAsDouble(i) * (1 + 0.05 * random.nextGaussian());
        }
        return seconds;
    }

    private static double[] noise(Random random, double autocorrelation, IntToDoubleFunction mean) {
        double[] seconds = new double[SECONDS];
        double state = random.nextGaussian();
        for (int i = 0; i < SECONDS; i++) {
            seconds[i] = mean.applyAsDouble(i) * (1 + 0.1 * state);
            state = autocorrelation * state + Math.sqrt(1 - autocorrelation * autocorrelation) * random.nextGaussian();
        }
        return seconds;
    }

    private static double[] measured(String compaction) throws IOException {
        try (InputStream file = SustainedRateTest.class.getResourceAsStream("write-heavy.json")) {
            return new JsonMapper()
                    .readValue(file, new TypeReference<Map<String, double[]>>() {})
                    .get(compaction);
        }
    }
}
