package io.rafiki.workload;

import static io.rafiki.workload.WorkloadFeature.READ_RATIO;
import static io.rafiki.workload.WorkloadFeature.SCAN_SHARE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkloadTest {

    private static final Workload HALF = Workload.ofReadRatio(0.5);

    @Test
    void aFeatureAtItsAbsentValueIsNotStated() {
        assertThat(HALF.with(SCAN_SHARE, 0)).isEqualTo(HALF);
        assertThat(HALF.with(SCAN_SHARE, -0.0)).isEqualTo(HALF);
        assertThat(HALF.value(SCAN_SHARE)).isZero();
        assertThat(Workload.ofReadRatio(Double.NaN)).isEqualTo(Workload.NONE);
        assertThat(Workload.NONE.readRatio()).isNaN();
    }

    @Test
    void refusesAValueOutOfTheFeaturesRange() {
        assertThatThrownBy(() -> HALF.with(SCAN_SHARE, 1.5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a scan share from 0.0 to 1.0, found 1.5");
        assertThatThrownBy(() -> HALF.with(SCAN_SHARE, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void showsItsFeaturesInOneOrder() {
        Workload scans = new Workload(Map.of(SCAN_SHARE, 0.25, READ_RATIO, 0.5));
        assertThat(scans.text()).isEqualTo("read ratio 0.50, scan share 0.25");
        assertThat(scans).hasToString("readRatio=0.5, scanShare=0.25");
        assertThat(scans.toMap()).containsExactly(Map.entry("readRatio", 0.5), Map.entry("scanShare", 0.25));
    }

    @Test
    void isNearIfNoFeatureDiffersByWhatMatters() {
        assertThat(HALF.isNear(Workload.ofReadRatio(0.54), 0.05)).isTrue();
        assertThat(HALF.isNear(Workload.ofReadRatio(0.56), 0.05)).isFalse();
        assertThat(HALF.isNear(HALF.with(SCAN_SHARE, 0.02), 0.05)).isFalse();
        assertThat(HALF.with(SCAN_SHARE, 0.02).isNear(HALF, 0.05)).isFalse();
    }

    /** A tenth of the scan share counts as half of the read ratio. */
    @Test
    void itsDistanceIsThatOfTheFeatureThatDiffersMost() {
        assertThat(HALF.distance(Workload.ofReadRatio(0.25))).isEqualTo(0.25);
        assertThat(HALF.distance(Workload.ofReadRatio(0.25).with(SCAN_SHARE, 0.125)))
                .isEqualTo(0.625);
        assertThat(HALF.distance(HALF)).isZero();
        assertThat(HALF.distance(Workload.NONE)).isNaN();
        WorkloadFeature bytes = new WorkloadFeature("rowBytes", "bytes", 10, 100_000, 1_000, 1, "Mean size of a row.");
        assertThat(HALF.with(bytes, 20).distance(HALF.with(bytes, 200))).isCloseTo(0.25, within(1e-12));
    }

    /** Its range spans four decades, so a part of it is a factor. */
    @Test
    void aLogarithmicFeatureDiffersByAFactor() {
        WorkloadFeature bytes = new WorkloadFeature("rowBytes", "bytes", 10, 100_000, 1_000, 1, "Mean size of a row.");
        assertThat(HALF.with(bytes, 20).isNear(HALF.with(bytes, 31), 0.05)).isTrue();
        assertThat(HALF.with(bytes, 20).isNear(HALF.with(bytes, 32), 0.05)).isFalse();
        assertThat(HALF.with(bytes, 32_000).isNear(HALF.with(bytes, 20_000), 0.05))
                .isFalse();
    }

    @Test
    void isSensedFromTheCountsOfAWindow() {
        assertThat(window(300, 600, 100).workload())
                .isEqualTo(Workload.ofReadRatio(0.4).with(SCAN_SHARE, 0.25));
        assertThat(window(400, 600, 0).workload()).isEqualTo(Workload.ofReadRatio(0.4));
        assertThat(window(0, 600, 0).workload()).isEqualTo(Workload.ofReadRatio(0));
        assertThat(window(0, 0, 0).workload()).isEqualTo(Workload.NONE);
    }

    @Test
    void anotherScanShareIsAnotherWorkload() {
        ChangeTest test = ChangeTest.STANDARD;
        assertThat(test.differs(window(100_000, 100_000, 0), window(90_000, 100_000, 10_000)))
                .isTrue();
        assertThat(test.differs(window(100_000, 100_000, 0), window(99_500, 100_000, 500)))
                .isFalse();
        assertThat(test.differs(window(90, 100, 10), window(0, 0, 0))).isFalse();
        assertThat(test.differs(window(4, 196, 1), window(5, 195, 0)))
                .as("one range read among five reads is noise")
                .isFalse();
    }

    @Test
    void aWindowInWhichScansBeginIsSplitThere() {
        List<SampleInterval> slices = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            slices.add(
                    i < 12
                            ? new SampleInterval(1_000_000_000L, 900, 900, 0)
                            : new SampleInterval(1_000_000_000L, 600, 900, 300));
        }
        ChangeTest.Shift shift = ChangeTest.STANDARD.shift(slices).orElseThrow();
        assertThat(shift.share().feature()).isEqualTo(SCAN_SHARE);
        assertThat(shift.slice()).isEqualTo(12);
    }

    private static Window window(long reads, long writes, long scans) {
        return new Window(
                Instant.EPOCH,
                Duration.ofSeconds(30),
                reads,
                writes,
                scans,
                1,
                ThroughputTrend.even(1),
                Optional.empty());
    }
}
