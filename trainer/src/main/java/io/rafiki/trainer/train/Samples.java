package io.rafiki.trainer.train;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Encoding;
import io.rafiki.surrogate.Envelope;
import java.util.List;

/**
 * What a model is trained on: a metric measured for configurations at read ratios. Checked here, so that training need not.
 *
 * @param space of the configurations
 * @param points measured, at least {@link #FEWEST}
 */
public record Samples(KnobSpace space, List<Point> points) {

    /** Fewest points that networks can be trained on; far too few for a good model. */
    public static final int FEWEST = 10;

    /**
     * One measurement.
     *
     * @param readRatio share of reads, 0 to 1; NaN in all points where there is no such thing
     * @param configuration of the samples' space
     * @param value of the metric, such as operations per second
     */
    public record Point(double readRatio, Configuration configuration, double value) {}

    /** @throws IllegalArgumentException with one line if there are too few points, or nothing can be learnt from them */
    public Samples {
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
        boolean workloads = points.stream().anyMatch(point -> !Double.isNaN(point.readRatio()));
        for (Point point : points) {
            if (workloads && !(point.readRatio() >= 0 && point.readRatio() <= 1)) {
                throw new IllegalArgumentException("expected read ratios of 0..1, found " + point.readRatio() + " at "
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
                    "expected read ratios or configurations that differ, found the same in all " + points.size()
                            + " trials. Vary something.");
        }
    }

    /** What repeated measurements show of the noise. */
    public Repeats repeats() {
        return Repeats.of(this);
    }

    /** Whether all values are above zero, so that their logarithms can be learnt. */
    public boolean positive() {
        return points.stream().allMatch(point -> point.value() > 0);
    }

    double[] values() {
        return points.stream().mapToDouble(Point::value).toArray();
    }

    /** The inputs that vary over the points. */
    public Encoding encoding() {
        return encoding(space, points);
    }

    private static Encoding encoding(KnobSpace space, List<Point> points) {
        return Encoding.of(space)
                .varying(
                        points.stream().map(Point::readRatio).toList(),
                        points.stream().map(Point::configuration).toList());
    }

    /** The networks' inputs, one array per input over the points. */
    double[][] inputs(Encoding encoding) {
        double[][] inputs = new double[encoding.size()][points.size()];
        for (int p = 0; p < points.size(); p++) {
            double[] row = encoding.encode(
                    points.get(p).readRatio(), points.get(p).configuration().codes());
            for (int i = 0; i < row.length; i++) {
                inputs[i][p] = row[i];
            }
        }
        return inputs;
    }

    Envelope envelope() {
        return Envelope.of(
                space,
                points.stream().map(Point::readRatio).toList(),
                points.stream().map(Point::configuration).toList());
    }
}
