package io.rafiki.trainer.plan;

import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The workloads of the drawn trials: one range per feature. Operations do not have the other features.
 *
 * @param ranges of the read ratio, and of any other feature
 */
public record WorkloadSpace(Map<WorkloadFeature, Range> ranges) {

    private static final MathContext THREE_DIGITS = new MathContext(3);

    /**
     * The values of a feature.
     *
     * @param min minimum
     * @param max maximum
     * @param absent share of the workloads without the feature, 0 to 1
     */
    public record Range(double min, double max, double absent) {

        /** Each workload has the feature. */
        public Range(double min, double max) {
            this(min, max, 0);
        }

        private boolean isFixed() {
            return min == max && absent == 0;
        }
    }

    public WorkloadSpace {
        ranges = Collections.unmodifiableMap(new TreeMap<>(ranges));
    }

    /** Workloads of single-partition reads and writes. */
    public static WorkloadSpace ofReadRatios(double min, double max) {
        return new WorkloadSpace(Map.of(WorkloadFeature.READ_RATIO, new Range(min, max)));
    }

    /** The features that are axes of a design: the read ratio, and each other feature with more than one value. */
    public List<WorkloadFeature> axes() {
        List<WorkloadFeature> axes = new ArrayList<>();
        ranges.forEach((feature, range) -> {
            if (feature.isRequired() || !range.isFixed()) {
                axes.add(feature);
            }
        });
        return axes;
    }

    /**
     * Maps a point of the unit cube to a workload, and rounds to numbers that a user would write. They stay within their ranges.
     *
     * @param place coordinates in [0, 1)
     * @param from index of the coordinate of the first axis
     */
    public Workload at(double[] place, int from) {
        List<WorkloadFeature> axes = axes();
        Map<WorkloadFeature, Double> values = new TreeMap<>();
        ranges.forEach((feature, range) -> values.put(
                feature,
                axes.contains(feature) ? value(feature, range, place[from + axes.indexOf(feature)]) : range.min()));
        return new Workload(values);
    }

    private static double value(WorkloadFeature feature, Range range, double of) {
        if (of < range.absent()) {
            return feature.absent();
        }
        double place = (of - range.absent()) / (1 - range.absent());
        return Math.min(range.max(), Math.max(range.min(), rounded(feature, range, place)));
    }

    private static double rounded(WorkloadFeature feature, Range range, double place) {
        if (feature.isLogarithmic()) {
            double value = range.min() * Math.pow(range.max() / range.min(), place);
            return new BigDecimal(value).round(THREE_DIGITS).doubleValue();
        }
        double steps = 100 * feature.sensitivity() / (feature.max() - feature.min());
        return Math.round((range.min() + place * (range.max() - range.min())) * steps) / steps;
    }
}
