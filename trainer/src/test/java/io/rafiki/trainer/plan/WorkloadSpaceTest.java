package io.rafiki.trainer.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadSpaceTest {

    @ParameterizedTest
    @CsvSource({
        "0.125, 0.125, 0.5, 0.125",
        "0.994, 0.999, 0.9, 0.999",
        "0.128, 0.9, 0, 0.13",
        "0.133, 0.9, 0, 0.133",
        "0, 1, 0.456, 0.46",
    })
    void aRoundedReadRatioStaysInItsRange(double min, double max, double place, double readRatio) {
        assertThat(WorkloadSpace.ofReadRatios(min, max).at(new double[] {place}, 0))
                .isEqualTo(Workload.ofReadRatio(readRatio));
    }

    @Test
    void aRoundedShareStaysInItsRange() {
        WorkloadSpace space = new WorkloadSpace(Map.of(
                WorkloadFeature.READ_RATIO, new WorkloadSpace.Range(0, 1),
                WorkloadFeature.SCAN_SHARE, new WorkloadSpace.Range(0.0211, 0.0212)));
        assertThat(space.at(new double[] {0.5, 0.5}, 0).value(WorkloadFeature.SCAN_SHARE))
                .isEqualTo(0.0212);
    }
}
