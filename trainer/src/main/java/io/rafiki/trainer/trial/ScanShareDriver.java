package io.rafiki.trainer.trial;

import io.rafiki.workload.WorkloadFeature;
import java.util.Map;

/**
 * Produces {@link WorkloadFeature#SCAN_SHARE}: that share of the reads becomes range reads, so the read ratio counts both. A range read
 * returns 1 to 100 rows with equal probability, as in YCSB's workload E.
 */
public final class ScanShareDriver implements WorkloadDriver {

    static final int MAX_ROWS = 100;

    @Override
    public WorkloadFeature feature() {
        return WorkloadFeature.SCAN_SHARE;
    }

    @Override
    public void drive(double value, Map<String, String> properties) {
        double reads = Double.parseDouble(properties.get(ReadRatioDriver.READS));
        properties.put(ReadRatioDriver.READS, Double.toString(reads * (1 - value)));
        properties.put("scanproportion", Double.toString(reads * value));
        properties.put("maxscanlength", Integer.toString(MAX_ROWS));
        properties.put("scanlengthdistribution", "uniform");
    }
}
