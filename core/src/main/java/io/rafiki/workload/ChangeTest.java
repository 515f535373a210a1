package io.rafiki.workload;

import java.util.List;
import java.util.Optional;

/**
 * Separates a change of the workload from noise: a two-sample test of each feature against a minimum effect.
 *
 * <p>Two shares of operations, such as read ratios, differ when {@code |p1 - p0| > minChange + z sqrt(v0 + v1)}, where {@code v} is the
 * quasi-binomial variance of each ratio: about itself or about the pooled ratio, whichever is greater. A plain test of equality is not
 * useful, because at 10,000 operations per second any two windows differ significantly. With {@code z = 4}, a constant ratio, or one that
 * moves by less than {@code minChange}, causes at most one false alarm in 15,000 windows at any number of operations. A step of {@code
 * minChange + 2 z sqrt(v0 + v1)} is detected in the first full window.
 *
 * @param minChange smallest relevant difference of the read ratio (0.05 is five points); {@link WorkloadFeature#sensitivity()} derives
 *     those of the other features
 * @param z margin in standard deviations of the sampling noise
 */
public record ChangeTest(double minChange, double z) {

    /** Five points are relevant; at most one false alarm in 15,000 windows. */
    public static final ChangeTest STANDARD = new ChangeTest(0.05, 4);

    /** @throws IllegalArgumentException if a parameter is out of range */
    public ChangeTest {
        if (!(minChange >= 0 && minChange < 1) || !(z >= 0)) {
            throw new IllegalArgumentException(
                    "change test: expected minChange 0..1 and z >= 0, found minChange=" + minChange + " z=" + z);
        }
    }

    /** Whether a feature of the workload differs between the two windows; false if one has no operations. */
    public boolean differs(Window before, Window now) {
        if (before.operations() == 0 || now.operations() == 0) {
            return false;
        }
        Workload former = before.workload();
        Workload workload = now.workload();
        for (WorkloadSensor sensor : WorkloadSensors.all()) {
            double one = former.value(sensor.feature());
            double other = workload.value(sensor.feature());
            if (Math.abs(other - one) > margin(sensor.feature(), Math.min(one, other), sensor.variance(before, now))) {
                return true;
            }
        }
        return false;
    }

    /** The threshold for the difference of the read ratios of these two windows. */
    public double margin(Window before, Window now) {
        return margin(WorkloadFeature.READ_RATIO, 0, new ReadRatio().variance(before, now));
    }

    /**
     * Detects a shift of a share within the slices: the first slice after the most significant split.
     *
     * <p>The slice during the shift belongs to neither side, because among few slices it would look like oscillation.
     *
     * <p>The variance is estimated on each side, so a load that oscillates evenly has no shift. Time O(n^2).
     */
    Optional<Shift> shift(List<SampleInterval> slices) {
        Shift found = null;
        double most = 0;
        for (OperationShare share : WorkloadSensors.shares()) {
            for (int split = 1; split < slices.size(); split++) {
                for (int resumed = split; resumed < Math.min(split + 2, slices.size()); resumed++) {
                    double evidence = evidence(share, slices.subList(0, split), slices.subList(resumed, slices.size()));
                    if (evidence > most) {
                        most = evidence;
                        found = new Shift(share, split, resumed);
                    }
                }
            }
        }
        return Optional.ofNullable(found);
    }

    /**
     * A shift of a share within a window.
     *
     * @param share share that shifted
     * @param split number of slices before it
     * @param slice index of the first slice afterwards
     */
    record Shift(OperationShare share, int split, int slice) {}

    private double evidence(OperationShare share, List<SampleInterval> before, List<SampleInterval> after) {
        ReadRatioEstimate[] sides = ReadRatioEstimate.estimates(share, before, after);
        double distance = Math.abs(sides[1].ratio() - sides[0].ratio());
        double margin = margin(
                share.feature(), Math.min(sides[0].ratio(), sides[1].ratio()), sides[0].varianceOfDifference(sides[1]));
        return distance > margin ? distance * distance / (sides[0].variance() + sides[1].variance()) : 0;
    }

    private double margin(WorkloadFeature feature, double value, double variance) {
        return feature.smallestChange(value, minChange) + z * Math.sqrt(variance);
    }
}
