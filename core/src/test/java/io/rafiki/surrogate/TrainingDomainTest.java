package io.rafiki.surrogate;

import static io.rafiki.workload.WorkloadFeature.READ_RATIO;
import static io.rafiki.workload.WorkloadFeature.SCAN_SHARE;
import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrainingDomainTest {

    private static final Workload HALF = Workload.ofReadRatio(0.5);
    private static final Workload READS = Workload.ofReadRatio(0.8);

    private final KnobSpace space = Models.space();
    private final Configuration small = space.configuration(Map.of("file_cache_size", 100, "concurrent_writes", 16));
    private final Configuration large = space.configuration(Map.of("file_cache_size", 300, "concurrent_writes", 64));

    @Test
    void containsValuesBetweenTheTrials() {
        TrainingDomain envelope = TrainingDomain.of(space, List.of(HALF, READS), List.of(small, large));
        assertThat(envelope.outside(small.with("concurrent_writes", 40))).isEmpty();
        assertThat(envelope.outside(small.with("concurrent_writes", 65)))
                .contains(new DomainViolation("concurrent_writes", 65L, Optional.of(16L), Optional.of(64L), List.of()));
        assertThat(envelope.outside(small.with("compaction", "Leveled")))
                .contains(new DomainViolation(
                        "compaction", "Leveled", Optional.empty(), Optional.empty(), List.of("SizeTiered")));
        assertThat(envelope.outside(small.with("file_cache_size", "off")))
                .contains(
                        new DomainViolation("file_cache_size", "off", Optional.of(100L), Optional.of(300L), List.of()));
    }

    @Test
    void keepsSpecialValuesApartFromNumbers() {
        TrainingDomain envelope = TrainingDomain.of(space, List.of(HALF, HALF), List.of(space.defaults(), small));
        assertThat(envelope.outside(space.defaults())).isEmpty();
        assertThat(envelope.outside(small.with("file_cache_size", 64)))
                .contains(new DomainViolation(
                        "file_cache_size", 64L, Optional.of(100L), Optional.of(100L), List.of("off")));
    }

    @Test
    void namesEachFeatureOfTheWorkloadThatNoTrialReached() {
        TrainingDomain envelope =
                TrainingDomain.of(space, List.of(HALF, READS.with(SCAN_SHARE, 0.1)), List.of(small, large));
        assertThat(envelope.outside(HALF.with(SCAN_SHARE, 0.05), 0)).isEmpty();
        assertThat(envelope.outside(Workload.ofReadRatio(0.9).with(SCAN_SHARE, 0.2), 0))
                .containsExactly(
                        new FeatureOutside(READ_RATIO, 0.9, 0.5, 0.8), new FeatureOutside(SCAN_SHARE, 0.2, 0, 0.1));
        assertThat(envelope.nearest(Workload.ofReadRatio(0.9).with(SCAN_SHARE, 0.2)))
                .isEqualTo(READS.with(SCAN_SHARE, 0.1));
    }

    @Test
    void aFeatureThatNoTrialStatesWasAbsentFromAll() {
        TrainingDomain envelope = TrainingDomain.of(space, List.of(HALF, READS), List.of(small, large));
        assertThat(envelope.workload()).containsOnlyKeys(READ_RATIO);
        assertThat(envelope.outside(HALF.with(SCAN_SHARE, 0.3), 0.05))
                .containsExactly(new FeatureOutside(SCAN_SHARE, 0.3, 0, 0));
        assertThat(envelope.nearest(HALF.with(SCAN_SHARE, 0.3))).isEqualTo(HALF);
    }

    @Test
    void toleratesLessOfAFeatureThatMattersMore() {
        TrainingDomain envelope = TrainingDomain.of(space, List.of(HALF, READS), List.of(small, large));
        assertThat(envelope.outside(Workload.ofReadRatio(0.84), 0.05)).isEmpty();
        assertThat(envelope.outside(Workload.ofReadRatio(0.86), 0.05)).hasSize(1);
        assertThat(envelope.outside(HALF.with(SCAN_SHARE, 0.009), 0.05)).isEmpty();
        assertThat(envelope.outside(HALF.with(SCAN_SHARE, 0.011), 0.05)).hasSize(1);
    }
}
