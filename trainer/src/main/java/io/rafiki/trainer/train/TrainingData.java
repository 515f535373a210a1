package io.rafiki.trainer.train;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.FeatureEncoder;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.trainer.statistics.ReplicateNoise;
import io.rafiki.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Training data: a metric measured for configurations and workloads. Validated here, so that training needs no checks.
 *
 * @param space space of the configurations
 * @param points measurements, at least {@link #FEWEST}
 */
public record TrainingData(KnobSpace space, List<Point> points) {

    /** The minimum number of points for training; a good model needs far more. */
    public static final int FEWEST = 10;

    /**
     * One measurement.
     *
     * @param workload operations of the clients; {@link Workload#NONE} in all points where there is no such thing
     * @param configuration of the samples' space
     * @param value of the metric, such as operations per second
     */
    public record Point(Workload workload, Configuration configuration, double value) {}

    /** @throws IllegalArgumentException with one line if there are too few points, or their values are constant */
    public TrainingData {
        points = List.copyOf(points);
        if (points.size() < FEWEST) {
            throw new IllegalArgumentException(
                    "expected at least " + FEWEST + " samples, found " + points.size() + ". Collect more.");
        }
        for (Point point : points) {
            if (!Double.isFinite(point.value())) {
                throw new IllegalArgumentException("expected finite measurements, found " + point.value() + " at "
                        + point.configuration() + ". Remove the trial, or mark it as failed.");
            }
        }
        boolean workloads = points.stream().anyMatch(point -> !point.workload().equals(Workload.NONE));
        for (Point point : points) {
            if (workloads && Double.isNaN(point.workload().readRatio())) {
                throw new IllegalArgumentException("expected a read ratio in every trial, found none at "
                        + point.configuration() + ". Correct the trial, or remove it.");
            }
        }
        double first = points.get(0).value();
        if (points.stream().allMatch(point -> point.value() == first)) {
            throw new IllegalArgumentException("expected measurements that differ, found " + first + " in all "
                    + points.size() + " trials. There is nothing to learn from them.");
        }
        if (encoding(space, points).size() == 0) {
            throw new IllegalArgumentException(
                    "expected workloads or configurations that differ, found the same in all " + points.size()
                            + " trials. Vary something.");
        }
    }

    /** The relative noise of repeated measurements of one configuration at one read ratio. */
    public ReplicateNoise repeats() {
        Map<Point, List<Point>> groups = points.stream()
                .collect(Collectors.groupingBy(
                        point -> new Point(point.workload(), point.configuration(), 0),
                        LinkedHashMap::new,
                        Collectors.toList()));
        return ReplicateNoise.relative(groups.values().stream()
                .map(group -> group.stream().mapToDouble(Point::value).toArray())
                .toList());
    }

    /** Whether all values are above zero, so that a log target is possible. */
    public boolean positive() {
        return points.stream().allMatch(point -> point.value() > 0);
    }

    double[] values() {
        return points.stream().mapToDouble(Point::value).toArray();
    }

    /** The inputs that vary over the points. */
    public FeatureEncoder encoding() {
        return encoding(space, points);
    }

    private static FeatureEncoder encoding(KnobSpace space, List<Point> points) {
        return FeatureEncoder.varying(
                space,
                points.stream().map(Point::workload).toList(),
                points.stream().map(Point::configuration).toList());
    }

    /** The networks' inputs, one array per input over the points. */
    double[][] inputs(FeatureEncoder encoding) {
        double[][] inputs = new double[encoding.size()][points.size()];
        for (int p = 0; p < points.size(); p++) {
            double[] row = encoding.encode(
                    points.get(p).workload(), points.get(p).configuration().codes());
            for (int i = 0; i < row.length; i++) {
                inputs[i][p] = row[i];
            }
        }
        return inputs;
    }

    TrainingDomain envelope() {
        return TrainingDomain.of(
                space,
                points.stream().map(Point::workload).toList(),
                points.stream().map(Point::configuration).toList());
    }
}
