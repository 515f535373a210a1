package io.rafiki.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FeatureEncoderTest {

    private final KnobSpace space = Models.space();
    private final FeatureEncoder encoding = FeatureEncoder.of(space);

    @Test
    void givesOneInputPerChoiceNumberAndSpecialValue() {
        // read ratio, 3 compactions, file cache and its off, writes, threshold
        assertThat(encoding.size()).isEqualTo(8);
    }

    @Test
    void marksTheChoiceAndStretchesTheNumbers() {
        Configuration configuration = space.configuration(Map.of(
                "compaction",
                "Leveled",
                "file_cache_size",
                288,
                "concurrent_writes",
                32,
                "memtable_cleanup_threshold",
                0.7));
        double[] inputs = encoding.encode(Workload.ofReadRatio(0.75), configuration.codes());
        assertThat(inputs[0]).isEqualTo(0.5);
        assertThat(inputs[1]).isZero();
        assertThat(inputs[2]).isEqualTo(1);
        assertThat(inputs[3]).isZero();
        assertThat(inputs[4]).as("linear: 64..512 spans less than a decade").isCloseTo(0, within(1e-12));
        assertThat(inputs[5]).as("not off").isZero();
        assertThat(inputs[6]).as("logarithmic: 8..128 spans more than a decade").isCloseTo(0, within(1e-12));
        assertThat(inputs[7]).isEqualTo(1);
    }

    @Test
    void showsASpecialValueAsItselfAndNotAsANumber() {
        double[] inputs = encoding.encode(
                Workload.ofReadRatio(0),
                space.configuration(Map.of("file_cache_size", "off")).codes());
        assertThat(inputs[4]).isZero();
        assertThat(inputs[5]).isEqualTo(1);
    }

    /** Range reads of 20 % are a small part of the feature's range and as large as any other input. */
    @Test
    void stretchesAFeatureThatCanBeAbsentOverItsTrials() {
        Workload reads = Workload.ofReadRatio(0.5);
        Workload scans = reads.with(WorkloadFeature.SCAN_SHARE, 0.2);
        FeatureEncoder varying =
                FeatureEncoder.varying(space, List.of(reads, scans), List.of(space.defaults(), space.defaults()));
        double[] codes = space.defaults().codes();
        assertThat(varying.encode(reads, codes)).containsExactly(-1);
        assertThat(varying.encode(reads.with(WorkloadFeature.SCAN_SHARE, 0.1), codes))
                .containsExactly(0);
        assertThat(varying.encode(scans, codes)).containsExactly(1);
        assertThat(varying.encode(reads.with(WorkloadFeature.SCAN_SHARE, 0.9), codes))
                .as("beyond all trials")
                .containsExactly(1);
    }

    @Test
    void stretchesTheReadRatioOverItsWholeRange() {
        List<Workload> some = List.of(Workload.ofReadRatio(0.4), Workload.ofReadRatio(0.6));
        FeatureEncoder varying = FeatureEncoder.varying(space, some, List.of(space.defaults(), space.defaults()));
        assertThat(varying.encode(Workload.ofReadRatio(0.75), space.defaults().codes()))
                .containsExactly(0.5);
    }

    @Test
    void staysWithinMinusOneAndOne() {
        Random random = new Random(3);
        for (int i = 0; i < 1000; i++) {
            double[] codes = {
                random.nextInt(3), 64 + random.nextInt(449), 8 + random.nextInt(121), 0.05 + 0.65 * random.nextDouble()
            };
            assertThat(encoding.encode(Workload.ofReadRatio(random.nextDouble()), codes))
                    .satisfies(inputs -> assertThat(Arrays.stream(inputs)).allMatch(x -> x >= -1 && x <= 1));
        }
    }
}
