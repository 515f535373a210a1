package io.rafiki.surrogate;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The bounding box of a model's training data. Predictions outside of it are unreliable.
 *
 * @param workload trained bounds of each feature; an omitted feature was absent from all trials
 * @param knobs trained values of each knob, in the order of the space
 */
public record TrainingDomain(Map<WorkloadFeature, Bounds> workload, List<Seen> knobs) {

    /**
     * The trained bounds of a workload feature.
     *
     * @param min minimum
     * @param max maximum
     */
    public record Bounds(double min, double max) {

        double nearest(double value) {
            return Math.min(max, Math.max(min, value));
        }
    }

    /**
     * The trained values of one knob.
     *
     * @param min minimum ordinary number; NaN if there is none, or the knob is categorical
     * @param max maximum ordinary number; NaN likewise
     * @param values codes of the trained choices and special values, ascending
     */
    public record Seen(double min, double max, List<Double> values) {

        public Seen {
            values = List.copyOf(values);
        }

        /** Whether the code is between the trained ordinary numbers, or is a trained choice or special value. */
        public boolean contains(double code) {
            return (code >= min && code <= max) || values.contains(code);
        }

        /** The code itself if it is trained, otherwise the nearest trained number or, without numbers, the first trained choice. */
        public double nearest(double code) {
            if (contains(code)) {
                return code;
            }
            return min <= max ? Math.min(max, Math.max(min, code)) : values.get(0);
        }
    }

    public TrainingDomain {
        workload = Collections.unmodifiableMap(new TreeMap<>(workload));
        knobs = List.copyOf(knobs);
    }

    /**
     * The bounding box of trials.
     *
     * @param workloads workload of each configuration
     */
    public static TrainingDomain of(KnobSpace space, List<Workload> workloads, List<Configuration> configurations) {
        List<Seen> knobs = new ArrayList<>();
        for (int k = 0; k < space.size(); k++) {
            int index = k;
            knobs.add(seen(
                    space.knob(k),
                    configurations.stream().mapToDouble(c -> c.code(index)).toArray()));
        }
        Map<WorkloadFeature, Bounds> features = new TreeMap<>();
        for (WorkloadFeature feature : Workload.union(workloads)) {
            double[] values = workloads.stream()
                    .mapToDouble(workload -> workload.value(feature))
                    .sorted()
                    .toArray();
            features.put(feature, new Bounds(values[0], values[values.length - 1]));
        }
        return new TrainingDomain(features, knobs);
    }

    /** The trained bounds of a feature. An omitted feature has its absent value as both bounds. */
    public Bounds bounds(WorkloadFeature feature) {
        return workload.getOrDefault(feature, new Bounds(feature.absent(), feature.absent()));
    }

    /** {@code read ratio 0.00..1.00}. */
    public String workloadText() {
        return workload.entrySet().stream()
                .map(entry -> String.format(
                        Locale.ROOT,
                        "%s %.2f..%.2f",
                        entry.getKey().label(),
                        entry.getValue().min(),
                        entry.getValue().max()))
                .collect(Collectors.joining(", "));
    }

    /** The nearest workload inside the box. */
    public Workload nearest(Workload asked) {
        Map<WorkloadFeature, Double> values = new TreeMap<>();
        workload.forEach((feature, bounds) -> values.put(feature, bounds.nearest(asked.value(feature))));
        return new Workload(values);
    }

    /**
     * The features of a workload outside of the box.
     *
     * @param tolerance tolerated excess of the read ratio; for other features in proportion to their smallest relevant difference
     */
    public List<FeatureOutside> outside(Workload asked, double tolerance) {
        List<FeatureOutside> outside = new ArrayList<>();
        TreeSet<WorkloadFeature> features = new TreeSet<>(workload.keySet());
        features.addAll(asked.features());
        for (WorkloadFeature feature : features) {
            Bounds bounds = bounds(feature);
            double value = asked.value(feature);
            double nearest = bounds.nearest(value);
            if (!(Math.abs(nearest - value) <= feature.smallestChange(Math.min(nearest, value), tolerance))) {
                outside.add(new FeatureOutside(feature, value, bounds.min(), bounds.max()));
            }
        }
        return outside;
    }

    /** How the configuration is outside; empty if it is inside. */
    public Optional<DomainViolation> outside(Configuration configuration) {
        for (int k = 0; k < knobs.size(); k++) {
            if (!knobs.get(k).contains(configuration.code(k))) {
                Knob knob = configuration.space().knob(k);
                return Optional.of(violation(knob, configuration.code(k), knobs.get(k)));
            }
        }
        return Optional.empty();
    }

    private static Seen seen(Knob knob, double[] codes) {
        double min = Double.NaN;
        double max = Double.NaN;
        TreeSet<Double> values = new TreeSet<>();
        for (double code : codes) {
            if (knob.isNumber(code)) {
                min = code >= min ? min : code;
                max = code <= max ? max : code;
            } else {
                values.add(code);
            }
        }
        return new Seen(min, max, List.copyOf(values));
    }

    private static DomainViolation violation(Knob knob, double code, Seen seen) {
        boolean hasNumbers = seen.min() <= seen.max();
        return new DomainViolation(
                knob.name(),
                knob.value(code),
                hasNumbers ? Optional.of(knob.value(seen.min())) : Optional.empty(),
                hasNumbers ? Optional.of(knob.value(seen.max())) : Optional.empty(),
                seen.values().stream().map(knob::value).toList());
    }
}
