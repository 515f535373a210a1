package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import io.rafiki.workload.WorkloadSensors;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadDriversTest {

    private static final WorkloadFeature UNKNOWN =
            new WorkloadFeature("unknown", "", 0, 1, 0, 1, "No driver produces it.");

    @Test
    void eachFeatureWithASensorHasADriver() {
        assertThat(WorkloadDrivers.features())
                .containsExactlyElementsOf(WorkloadSensors.features())
                .startsWith(WorkloadFeature.READ_RATIO)
                .contains(WorkloadFeature.SCAN_SHARE);
    }

    /** The sensors compute the features again from the operations that YCSB draws with these proportions. */
    @ParameterizedTest
    @CsvSource({"0.5, 0.2", "0.9, 0.05", "1, 1", "0, 0.5", "0.3, 0"})
    void theSensorsFindWhatTheDriversProduce(double readRatio, double scanShare) {
        Workload asked = Workload.ofReadRatio(readRatio).with(WorkloadFeature.SCAN_SHARE, scanShare);
        Map<String, String> properties = properties(asked);
        double reads = share(properties, "readproportion");
        double updates = share(properties, "updateproportion");
        double scans = share(properties, "scanproportion");
        assertThat(reads + updates + scans).isCloseTo(1, within(1e-12));
        assertThat(reads + scans).isCloseTo(readRatio, within(1e-12));
        assertThat(scans).isCloseTo(readRatio * scanShare, within(1e-12));
    }

    @Test
    void aWorkloadWithoutRangeReadsLeavesTheirPropertiesOut() {
        assertThat(properties(Workload.ofReadRatio(0.3)))
                .containsOnly(Map.entry("readproportion", "0.3"), Map.entry("updateproportion", "0.7"));
        assertThat(properties(Workload.ofReadRatio(0.3).with(WorkloadFeature.SCAN_SHARE, 0.1)))
                .containsEntry("maxscanlength", "100");
    }

    @Test
    void aFeatureWithoutADriverIsRefused() {
        assertThatThrownBy(() -> properties(Workload.ofReadRatio(0.5).with(UNKNOWN, 0.5)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a feature that the load generator can produce, [readRatio, scanShare],"
                        + " found unknown");
    }

    private static Map<String, String> properties(Workload workload) {
        Map<String, String> properties = new HashMap<>();
        WorkloadDrivers.drive(workload, properties);
        return properties;
    }

    private static double share(Map<String, String> properties, String name) {
        return Double.parseDouble(properties.getOrDefault(name, "0"));
    }
}
