package io.rafiki.trainer.trial;

import io.rafiki.workload.WorkloadFeature;
import java.util.Map;

/** Produces {@link WorkloadFeature#READ_RATIO}: that share of the operations reads one row, and each other operation updates one field. */
public final class ReadRatioDriver implements WorkloadDriver {

    static final String READS = "readproportion";

    @Override
    public WorkloadFeature feature() {
        return WorkloadFeature.READ_RATIO;
    }

    @Override
    public void drive(double value, Map<String, String> properties) {
        properties.put(READS, Double.toString(value));
        properties.put("updateproportion", Double.toString(1 - value));
    }
}
