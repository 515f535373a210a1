package io.rafiki.trainer.trial;

import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The features that the load generator can produce: one driver for each, found by {@link ServiceLoader}. */
public final class WorkloadDrivers {

    private static final Map<WorkloadFeature, WorkloadDriver> ALL = load();

    private WorkloadDrivers() {}

    private static Map<WorkloadFeature, WorkloadDriver> load() {
        Map<WorkloadFeature, WorkloadDriver> drivers = new TreeMap<>();
        for (WorkloadDriver driver : ServiceLoader.load(WorkloadDriver.class, WorkloadDrivers.class.getClassLoader())) {
            if (drivers.put(driver.feature(), driver) != null) {
                throw new IllegalStateException(
                        "expected one driver of " + driver.feature() + ", found another: " + driver);
            }
        }
        return Collections.unmodifiableMap(drivers);
    }

    /** All features, in their order. */
    public static List<WorkloadFeature> features() {
        return List.copyOf(ALL.keySet());
    }

    /**
     * Changes the properties of a YCSB run so that its operations have the features of the workload.
     *
     * @throws IllegalArgumentException with one line, if a feature has no driver
     */
    static void drive(Workload workload, Map<String, String> properties) {
        workload.values().forEach((feature, value) -> {
            WorkloadDriver driver = ALL.get(feature);
            if (driver == null) {
                throw new IllegalArgumentException("expected a feature that the load generator can produce, "
                        + ALL.keySet() + ", found " + feature);
            }
            driver.drive(value, properties);
        });
    }
}
