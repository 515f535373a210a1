package io.rafiki.workload;

import java.util.Comparator;
import java.util.Locale;

/**
 * One number that describes a workload. {@link WorkloadSensor} reads it from a node, and a driver in the load generator realises it.
 *
 * @param name in camel case, as in trials, journals and bundles
 * @param unit of the value; empty for a share
 * @param min least possible value
 * @param max greatest possible value
 * @param absent value of a workload that does not state the feature; NaN if every workload must state it
 * @param sensitivity factor by which a difference of this feature counts more than the same part of the range of the read ratio
 * @param description one sentence
 */
public record WorkloadFeature(
        String name, String unit, double min, double max, double absent, double sensitivity, String description)
        implements Comparable<WorkloadFeature> {

    /** Share of reads and range reads among all operations. */
    public static final WorkloadFeature READ_RATIO = new WorkloadFeature(
            "readRatio", "", 0, 1, Double.NaN, 1, "Share of reads and range reads among all operations.");

    /** Share of range reads among all reads. One range read costs a node as much as several reads, so small shares matter. */
    public static final WorkloadFeature SCAN_SHARE =
            new WorkloadFeature("scanShare", "", 0, 1, 0, 5, "Share of range reads among reads and range reads.");

    private static final double DECADE = 10;

    private static final Comparator<WorkloadFeature> ORDER = Comparator.comparing(
                    (WorkloadFeature feature) -> !feature.isRequired())
            .thenComparing(WorkloadFeature::name);

    /** @throws IllegalArgumentException if the range is empty or the name is not in camel case */
    public WorkloadFeature {
        if (!name.matches("[a-z][A-Za-z0-9]*")) {
            throw new IllegalArgumentException("workload feature: expected a name in camel case, found " + name);
        }
        if (!(min < max) || Double.isInfinite(max - min) || !(sensitivity > 0)) {
            throw new IllegalArgumentException(name + ": expected a finite range and a sensitivity above 0, found "
                    + min + ".." + max + " and " + sensitivity);
        }
        if (absent < min || absent > max) {
            throw new IllegalArgumentException(
                    name + ": expected a value from " + min + " to " + max + " if absent, found " + absent);
        }
    }

    /** Whether every workload must state the feature. */
    public boolean isRequired() {
        return Double.isNaN(absent);
    }

    /** Whether ratios of values matter rather than differences: the range spans more than a decade above zero. */
    public boolean isLogarithmic() {
        return min > 0 && max / min > DECADE;
    }

    /**
     * The smallest difference from a value that matters: a part of the range, or of its logarithm if the feature is logarithmic.
     *
     * @param value the smaller one of two that are compared
     * @param minChange smallest difference of the read ratio that matters
     */
    public double smallestChange(double value, double minChange) {
        double part = minChange / sensitivity;
        return isLogarithmic() ? value * (Math.pow(max / min, part) - 1) : part * (max - min);
    }

    /** The difference of two values, as the difference of the read ratio that counts as much. It inverts {@link #smallestChange}. */
    double distance(double one, double other) {
        double part = isLogarithmic()
                ? Math.abs(Math.log(one / other)) / Math.log(max / min)
                : Math.abs(one - other) / (max - min);
        return sensitivity * part;
    }

    /** The words for an operator: {@code read ratio}. */
    public String label() {
        return split(" ");
    }

    /** The key in YAML files: {@code read_ratio}. */
    public String key() {
        return split("_");
    }

    private String split(String separator) {
        return name.replaceAll("([A-Z])", separator + "$1").toLowerCase(Locale.ROOT);
    }

    /** Required features first, then by name. */
    @Override
    public int compareTo(WorkloadFeature other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return name;
    }
}
