package io.rafiki.benchmark.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SoakSeriesTest {

    private final Random noise = new Random(3);

    @Test
    void noiseIsFlatAndALeakGrows() {
        SoakSeries steady = series(minute -> 200 + noise.nextGaussian());
        assertThat(steady.verdicts().get(0)).endsWith(": flat");
        SoakSeries leaking = series(minute -> 200 + 0.1 * minute + noise.nextGaussian());
        assertThat(leaking.verdicts().get(0)).endsWith(": grows");
        assertThat(leaking.slope(SoakSeries.Minute::heapMiB).mean()).isCloseTo(6, within(0.5));
    }

    @Test
    void anHourIsTooShort() {
        assertThat(new SoakSeries(IntStream.range(0, 45)
                                .mapToObj(minute -> new SoakSeries.Minute(1, minute, 9, 9, 9, 9, 9))
                                .toList())
                        .verdicts()
                        .get(0))
                .endsWith(": too short to tell");
    }

    @Test
    void aLineIsReadAsItWasWritten() {
        SoakSeries.Minute minute = new SoakSeries.Minute(2, 30, 1.5, 700.25, 80, 300, 0.5);
        assertThat(SoakSeries.Minute.of(minute.line())).isEqualTo(minute);
    }

    /** Two runs of three hours, on different levels. */
    private static SoakSeries series(IntToDoubleFunction heap) {
        return new SoakSeries(IntStream.range(0, 360)
                .mapToObj(i -> new SoakSeries.Minute(
                        i / 180, i % 180, heap.applyAsDouble(i % 180) + 50 * (i / 180), 700, 80, 300, 0.1))
                .toList());
    }
}
