package io.rafiki.workload;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The demand that clients place on a node, as values of named features.
 *
 * <p>A feature at its absent value and a feature that is not stated are the same. Therefore a workload without range reads equals one
 * recorded before range reads were counted.
 *
 * @param values value of each feature that is not absent, in the order of the features
 */
public record Workload(Map<WorkloadFeature, Double> values) implements Comparable<Workload> {

    /** No feature is known: the node was idle, or a table of measurements has no workload. */
    public static final Workload NONE = new Workload(Map.of());

    /** @throws IllegalArgumentException with one line if a value is out of its feature's range */
    public Workload {
        Map<WorkloadFeature, Double> stated = new TreeMap<>();
        values.forEach((feature, value) -> {
            if (value != feature.absent() && !(feature.isRequired() && Double.isNaN(value))) {
                stated.put(feature, checked(feature, value));
            }
        });
        values = Collections.unmodifiableMap(stated);
    }

    private static double checked(WorkloadFeature feature, double value) {
        if (!(value >= feature.min() && value <= feature.max())) {
            throw new IllegalArgumentException("expected a " + feature.label() + " from " + feature.min() + " to "
                    + feature.max() + ", found " + value);
        }
        return value;
    }

    /** Reads and writes of single partitions in the given ratio. */
    public static Workload ofReadRatio(double readRatio) {
        return new Workload(Map.of(WorkloadFeature.READ_RATIO, readRatio));
    }

    /** The same workload with another value of one feature. */
    public Workload with(WorkloadFeature feature, double value) {
        Map<WorkloadFeature, Double> changed = new TreeMap<>(values);
        changed.put(feature, value);
        return new Workload(changed);
    }

    /** The same workload without one feature. */
    public Workload without(WorkloadFeature feature) {
        Map<WorkloadFeature, Double> others = new TreeMap<>(values);
        others.remove(feature);
        return new Workload(others);
    }

    /** The value of a feature: its absent value if the workload does not state it. Allocates nothing. */
    public double value(WorkloadFeature feature) {
        Double value = values.get(feature);
        return value == null ? feature.absent() : value;
    }

    /** Share of reads and range reads among all operations; NaN if it is not known. */
    public double readRatio() {
        return value(WorkloadFeature.READ_RATIO);
    }

    /** The features that are not absent, in their order. */
    public Set<WorkloadFeature> features() {
        return values.keySet();
    }

    /** Whether no feature differs from the other workload's by a relevant difference. */
    public boolean isNear(Workload other, double minChange) {
        return distance(other) <= minChange;
    }

    /**
     * The greatest difference of a feature, as the difference of the read ratio that counts as much. It is NaN if only one workload states
     * the read ratio.
     */
    public double distance(Workload other) {
        return union(List.of(this, other)).stream()
                .mapToDouble(feature -> feature.distance(value(feature), other.value(feature)))
                .max()
                .orElse(0);
    }

    /** By the values of the features, in the order of the features. */
    @Override
    public int compareTo(Workload other) {
        return union(List.of(this, other)).stream()
                .mapToInt(feature -> Double.compare(value(feature), other.value(feature)))
                .filter(difference -> difference != 0)
                .findFirst()
                .orElse(0);
    }

    /** All features that one of the workloads states, in their order. */
    public static List<WorkloadFeature> union(Iterable<Workload> workloads) {
        Map<WorkloadFeature, Boolean> stated = new TreeMap<>();
        workloads.forEach(workload -> workload.features().forEach(feature -> stated.put(feature, true)));
        return new ArrayList<>(stated.keySet());
    }

    /** {@code read ratio 0.70, scan share 0.05}. */
    public String text() {
        List<String> parts = new ArrayList<>();
        values.forEach((feature, value) -> parts.add(String.format(
                Locale.ROOT,
                "%s %.2f%s",
                feature.label(),
                value,
                feature.unit().isEmpty() ? "" : " " + feature.unit())));
        return String.join(", ", parts);
    }

    /** Name to value: the workload as JSON. */
    @JsonValue
    public Map<String, Double> toMap() {
        Map<String, Double> map = new LinkedHashMap<>();
        values.forEach((feature, value) -> map.put(feature.name(), value));
        return map;
    }

    /** {@code read_ratio=0.7,scan_share=0.05}: the keys of plans, without rounding. */
    public String pairs() {
        List<String> parts = new ArrayList<>();
        values.forEach((feature, value) -> parts.add(feature.key() + "=" + value));
        return String.join(",", parts);
    }

    /** {@code readRatio=0.7, scanShare=0.05}. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        values.forEach((feature, value) -> parts.add(feature.name() + "=" + value));
        return String.join(", ", parts);
    }
}
