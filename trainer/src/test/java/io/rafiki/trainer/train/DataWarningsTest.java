package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.statistics.ReplicateNoise;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DataWarningsTest {

    private static final KnobSpace SPACE = new KnobSpace(List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled", "Unified(T4)"), 0),
            new IntegerKnob("concurrent_writes", "threads", 8, 128, Map.of(), 32),
            new IntegerKnob("file_cache_size", "MiB", 64, 512, Map.of("off", 0L), 0)));

    @Test
    void namesWhatWasNeverMeasuredAndWhatNeverVaried() {
        List<TrainingData.Point> points = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            points.add(point(i / 20.0, i % 2 == 0 ? "SizeTiered" : "Leveled", 32, "off", 5000 + i));
        }
        assertThat(DataWarnings.of(new TrainingData(SPACE, points)))
                .containsExactly(
                        "Noise: nothing was measured twice, so it is only estimated.",
                        "compaction: Unified(T4) was never measured and is not recommended.",
                        "concurrent_writes was 32 in all trials, so the model cannot predict its effect and recommends"
                                + " no other value.",
                        "file_cache_size was off in all trials, so the model cannot predict its effect and recommends"
                                + " no other value.");
    }

    @Test
    void reportsTheNoiseOfReplicates() {
        Random random = new Random(5);
        List<TrainingData.Point> points = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            double truth = i % 4 < 2 ? 4000 : 9000;
            points.add(point(i % 4 < 2 ? 0.1 : 0.9, "Leveled", 8, 64, truth * (1 + 0.05 * random.nextGaussian())));
        }
        ReplicateNoise repeats = new TrainingData(SPACE, points).repeats();
        assertThat(repeats.degrees()).isEqualTo(1998);
        assertThat(repeats.deviation()).isCloseTo(0.05, within(0.003));
        assertThat(DataWarnings.of(new TrainingData(SPACE, points)).get(0))
                .startsWith("Noise: ")
                .endsWith(" % between repeats of the same configuration and workload (1998 degrees of freedom).");
    }

    @Test
    void reportsValuesWithoutALogarithm() {
        List<TrainingData.Point> points = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            points.add(point(i / 20.0, "Leveled", 8 + i, 64, i));
        }
        assertThat(DataWarnings.of(new TrainingData(SPACE, points)))
                .contains("Some values are zero or negative: no network learns their logarithm, and errors are relative"
                        + " to the mean value.");
    }

    private static TrainingData.Point point(
            double readRatio, String compaction, int writes, Object cache, double value) {
        return new TrainingData.Point(
                Workload.ofReadRatio(readRatio),
                SPACE.configuration(
                        Map.of("compaction", compaction, "concurrent_writes", writes, "file_cache_size", cache)),
                value);
    }
}
