package io.rafiki.workload;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** The features of this build: one sensor for each, found by {@link ServiceLoader}. */
public final class WorkloadSensors {

    private static final Map<WorkloadFeature, WorkloadSensor> ALL = load();

    private WorkloadSensors() {}

    private static Map<WorkloadFeature, WorkloadSensor> load() {
        Map<WorkloadFeature, WorkloadSensor> sensors = new LinkedHashMap<>();
        ServiceLoader.load(WorkloadSensor.class, WorkloadSensors.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(WorkloadSensor::feature))
                .forEach(sensor -> {
                    if (sensors.keySet().stream().anyMatch(other -> other.name()
                            .equals(sensor.feature().name()))) {
                        throw new IllegalStateException(
                                "expected one sensor of " + sensor.feature() + ", found another: " + sensor);
                    }
                    sensors.put(sensor.feature(), sensor);
                });
        return sensors;
    }

    /** All features, in their order. */
    public static List<WorkloadFeature> features() {
        return List.copyOf(ALL.keySet());
    }

    /**
     * The feature with a name.
     *
     * @throws IllegalArgumentException with one line if this build has none
     */
    public static WorkloadFeature feature(String name) {
        return ALL.keySet().stream()
                .filter(feature -> feature.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected one of "
                        + ALL.keySet().stream().map(WorkloadFeature::name).collect(Collectors.joining(", "))
                        + ", found " + name));
    }

    /**
     * The value of each feature by name, for records: every feature of this build, and those that only the workload states. A value
     * that is not known is left out; the map is empty for {@link Workload#NONE}.
     */
    public static Map<String, Double> values(Workload workload) {
        if (workload.equals(Workload.NONE)) {
            return Map.of();
        }
        Map<String, Double> values = new LinkedHashMap<>();
        ALL.keySet().forEach(feature -> values.put(feature.name(), workload.value(feature)));
        values.putAll(workload.toMap());
        values.values().removeIf(value -> Double.isNaN(value));
        return values;
    }

    /** The workload with some values of {@link #values}. Features that this build lacks are left out. */
    public static Workload workload(Map<String, Double> values) {
        Workload workload = Workload.NONE;
        for (WorkloadFeature feature : ALL.keySet()) {
            if (values.containsKey(feature.name())) {
                workload = workload.with(feature, values.get(feature.name()));
            }
        }
        return workload;
    }

    /** The workload of a window; {@link Workload#NONE} if it had no operations. */
    static Workload sense(Window window) {
        if (window.operations() == 0) {
            return Workload.NONE;
        }
        Map<WorkloadFeature, Double> values = new LinkedHashMap<>();
        ALL.forEach((feature, sensor) -> values.put(feature, within(feature, sensor.sense(window))));
        return new Workload(values);
    }

    /** A workload with the shares of some operations; unchanged if there are none. */
    static Workload shares(Workload workload, OperationCounts counts) {
        Workload result = workload;
        for (OperationShare share : counts.total() == 0 ? List.<OperationShare>of() : shares()) {
            result = result.with(share.feature(), within(share.feature(), share.of(counts)));
        }
        return result;
    }

    /** A sensor may read a broken counter: its value never leaves the feature's range. */
    private static double within(WorkloadFeature feature, double value) {
        return Double.isNaN(value) ? feature.absent() : Math.min(feature.max(), Math.max(feature.min(), value));
    }

    static Iterable<WorkloadSensor> all() {
        return ALL.values();
    }

    /** Those whose value within a window is a share of its operations. */
    static List<OperationShare> shares() {
        return ALL.values().stream()
                .filter(OperationShare.class::isInstance)
                .map(OperationShare.class::cast)
                .toList();
    }
}
