package io.rafiki.trainer;

import io.rafiki.trainer.trial.WorkloadDriver;
import io.rafiki.workload.Window;
import io.rafiki.workload.WorkloadFeature;
import io.rafiki.workload.WorkloadSensor;
import java.util.Map;

/** A feature that only this test defines: the operations per second that clients request. Without it they send as many as possible. */
public final class DemandFeature {

    static final WorkloadFeature DEMAND = new WorkloadFeature(
            "demand", "ops/s", 1, 1_000_000, 1_000_000, 1, "Operations per second that clients ask for.");

    private DemandFeature() {}

    /** The operations of a window per second. */
    public static final class Sensor implements WorkloadSensor {

        @Override
        public WorkloadFeature feature() {
            return DEMAND;
        }

        @Override
        public double sense(Window window) {
            return window.operationsPerSecond();
        }
    }

    /** YCSB's throttle. */
    public static final class Driver implements WorkloadDriver {

        @Override
        public WorkloadFeature feature() {
            return DEMAND;
        }

        @Override
        public void drive(double value, Map<String, String> properties) {
            properties.put("target", Long.toString(Math.round(value)));
        }
    }
}
