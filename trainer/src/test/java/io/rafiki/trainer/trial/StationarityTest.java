package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StationarityTest {

    /** The median of slopes of a straight line is its slope. */
    @ParameterizedTest
    @ValueSource(doubles = {-20, -9, 0, 7, 30})
    void theChangeOfALineIsItsOwn(double slope) {
        List<Double> line = seconds(30, i -> 1000 + slope * i);
        double mean =
                line.subList(20, 30).stream().mapToDouble(x -> x).average().orElseThrow();
        assertThat(Stationarity.change(line)).isCloseTo(10 * slope / mean, within(1e-12));
    }

    @Test
    void becomesStationaryOnceTheRiseHasLeftTheWindow() {
        List<Double> warming = seconds(60, i -> Math.min(5000, 1000 + 200 * i));
        int first = IntStream.range(0, 61)
                .filter(end -> Stationarity.holds(warming.subList(0, end)))
                .findFirst()
                .orElseThrow();
        assertThat(first).isBetween(24, 31);
    }

    /** A flush or a collection stops everything for a second. */
    @Test
    void aPauseOfASecondIsNeitherAnEndNorABeginning() {
        for (int pause = 5; pause < 15; pause++) {
            int at = pause;
            assertThat(Stationarity.holds(seconds(15, i -> i == at ? 0 : 4000))).isTrue();
            assertThat(Stationarity.holds(seconds(15, i -> i == at ? 0 : 1000 + 100 * i)))
                    .isFalse();
        }
    }

    @Test
    void noiseWithoutDirectionIsStationaryMostOfTheTime() {
        int holds = 0;
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            holds += Stationarity.holds(seconds(11, i -> 4000 * (1 + 0.05 * random.nextGaussian()))) ? 1 : 0;
        }
        assertThat(holds).isGreaterThan(150);
    }

    @Test
    void nothingIsNotStationary() {
        assertThat(Stationarity.holds(seconds(30, i -> 0))).isFalse();
        assertThat(Stationarity.holds(seconds(10, i -> 4000))).isFalse();
        assertThat(Stationarity.holds(List.of())).isFalse();
    }

    private static List<Double> seconds(int count, IntToDoubleFunction operations) {
        List<Double> seconds = new ArrayList<>();
        IntStream.range(0, count).forEach(i -> seconds.add(operations.applyAsDouble(i)));
        return seconds;
    }
}
