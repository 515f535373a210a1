package io.rafiki.trainer.plan;

import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import io.rafiki.trainer.trial.WorkloadDrivers;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Reads the workloads of a plan: lists, combinations of features, and the space of drawn ones. Messages name the line. */
final class WorkloadsReader {

    /** Largest share of the drawn trials without a feature. */
    private static final double MOST_ABSENT = 0.95;

    private WorkloadsReader() {}

    /** The range of each feature; a feature without a section is absent. */
    static WorkloadSpace space(YamlSection file) throws ConfigException {
        Map<WorkloadFeature, WorkloadSpace.Range> ranges = new TreeMap<>();
        for (WorkloadFeature feature : WorkloadDrivers.features()) {
            if (feature.isRequired() || file.has(feature.key())) {
                YamlSection range = file.section(feature.key());
                range.allow(feature.isRequired() ? new String[] {"min", "max"} : new String[] {"min", "max", "absent"});
                double min = range.number("min", feature.min(), feature.max());
                double max = range.number("max", min, feature.max());
                ranges.put(feature, new WorkloadSpace.Range(min, max, range.number("absent", 0, MOST_ABSENT, 0)));
            }
        }
        return new WorkloadSpace(ranges);
    }

    /** Permits these keys and one of each feature. */
    static void allow(YamlSection section, Function<WorkloadFeature, String> key, String... others)
            throws ConfigException {
        List<String> keys = new ArrayList<>(List.of(others));
        WorkloadDrivers.features().forEach(feature -> keys.add(key.apply(feature)));
        section.allow(keys.toArray(String[]::new));
    }

    /** The key of a list of values: {@code read_ratios}. */
    static String key(WorkloadFeature feature) {
        return feature.key() + "s";
    }

    /** The listed workloads, or every combination of the values of the features; a feature without a list is absent. */
    static List<Workload> workloads(YamlSection section) throws ConfigException {
        if (section.has("workloads")) {
            return listed(section);
        }
        List<Workload> workloads = List.of(Workload.NONE);
        for (WorkloadFeature feature : WorkloadDrivers.features()) {
            if (feature.isRequired() || section.has(key(feature))) {
                List<Double> values = values(section, feature);
                workloads = workloads.stream()
                        .flatMap(workload -> values.stream().map(value -> workload.with(feature, value)))
                        .toList();
            }
        }
        return workloads;
    }

    private static List<Workload> listed(YamlSection section) throws ConfigException {
        for (WorkloadFeature feature : WorkloadDrivers.features()) {
            if (section.has(key(feature))) {
                throw section.refused(
                        key(feature), "expected either workloads or " + key(feature) + ", found both. Remove one.");
            }
        }
        List<Workload> workloads = new ArrayList<>();
        for (YamlSection values : section.sections("workloads")) {
            allow(values, WorkloadFeature::key);
            Workload workload = Workload.NONE;
            for (WorkloadFeature feature : WorkloadDrivers.features()) {
                if (feature.isRequired() || values.has(feature.key())) {
                    workload = workload.with(feature, values.number(feature.key(), feature.min(), feature.max()));
                }
            }
            workloads.add(workload);
        }
        return workloads;
    }

    private static List<Double> values(YamlSection section, WorkloadFeature feature) throws ConfigException {
        List<Double> values = new ArrayList<>();
        for (String text : section.texts(key(feature))) {
            double value = number(text);
            if (!(value >= feature.min() && value <= feature.max())) {
                throw section.refused(
                        key(feature),
                        "expected numbers " + KnobRange.shown(feature.min()) + ".." + KnobRange.shown(feature.max())
                                + ", found " + text + ".");
            }
            values.add(value);
        }
        return values;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
