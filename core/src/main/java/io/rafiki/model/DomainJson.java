package io.rafiki.model;

import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.WorkloadFeature;
import io.rafiki.workload.WorkloadSensors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The training domain in a manifest.
 *
 * @param workload each feature of the trials; other features were absent
 * @param knobs each knob of the space
 */
record DomainJson(List<Feature> workload, Map<String, Values> knobs) {

    /** The trained bounds of a feature, in its unit. */
    record Feature(String feature, String unit, double min, double max) {

        Feature {
            WorkloadFeature known = WorkloadSensors.feature(feature);
            if (!known.unit().equals(unit)) {
                throw new IllegalArgumentException(
                        "expected the unit '" + known.unit() + "' of " + feature + ", found '" + unit + "'");
            }
            if (!(min >= known.min() && min <= max && max <= known.max())) {
                throw new IllegalArgumentException(
                        "expected a range within " + known.min() + ".." + known.max() + ", found " + min + ".." + max);
            }
        }
    }

    /**
     * The trained values of a knob.
     *
     * @param range minimum and maximum number; empty if no trial had a number
     * @param values choices and special values
     */
    record Values(List<Double> range, List<String> values) {

        Values {
            if (!range.isEmpty() && (range.size() != 2 || !(range.get(0) <= range.get(1)))) {
                throw new IllegalArgumentException("expected a least and a greatest number, found " + range);
            }
            if (range.isEmpty() && values.isEmpty()) {
                throw new IllegalArgumentException("expected a range or values, found neither");
            }
        }

        static Values of(TrainingDomain.Seen seen, Knob knob) {
            return new Values(
                    seen.min() <= seen.max() ? List.of(seen.min(), seen.max()) : List.of(),
                    seen.values().stream()
                            .map(code -> String.valueOf(knob.value(code)))
                            .toList());
        }

        TrainingDomain.Seen seen(Knob knob) {
            range.forEach(knob::value);
            return new TrainingDomain.Seen(
                    range.isEmpty() ? Double.NaN : range.get(0),
                    range.isEmpty() ? Double.NaN : range.get(1),
                    values.stream().map(knob::code).sorted().toList());
        }
    }

    static DomainJson of(TrainingDomain envelope, KnobSpace space) {
        List<Feature> workload = new ArrayList<>();
        envelope.workload()
                .forEach((feature, bounds) ->
                        workload.add(new Feature(feature.name(), feature.unit(), bounds.min(), bounds.max())));
        Map<String, Values> knobs = new LinkedHashMap<>();
        for (int k = 0; k < space.size(); k++) {
            knobs.put(space.knob(k).name(), Values.of(envelope.knobs().get(k), space.knob(k)));
        }
        return new DomainJson(workload, knobs);
    }

    /** @throws IllegalArgumentException with one line if a knob of the space is missing, or a knob is not in the space */
    TrainingDomain in(KnobSpace space) {
        Map<WorkloadFeature, TrainingDomain.Bounds> features = new TreeMap<>();
        workload.forEach(feature -> features.put(
                WorkloadSensors.feature(feature.feature()), new TrainingDomain.Bounds(feature.min(), feature.max())));
        if (knobs.size() != space.size()) {
            throw new IllegalArgumentException("expected the knobs " + space.names() + ", found " + knobs.keySet());
        }
        List<TrainingDomain.Seen> seen = new ArrayList<>();
        for (Knob knob : space.knobs()) {
            Values values = knobs.get(knob.name());
            if (values == null) {
                throw new IllegalArgumentException("expected the knob " + knob.name() + ", found " + knobs.keySet());
            }
            seen.add(values.seen(knob));
        }
        return new TrainingDomain(features, seen);
    }
}
