package io.rafiki.trainer.train;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Encoding;
import io.rafiki.surrogate.Envelope;
import java.util.ArrayList;
import java.util.List;

/**
 * What a model is trained on: measured throughput of configurations at read ratios. Checked here, so that training need not.
 *
 * @param space of the configurations
 * @param points measured, at least 20
 */
public record Samples(KnobSpace space, List<Point> points) {

    /** Fewest points that a model is trained on. */
    public static final int FEWEST = 20;

    /**
     * One measurement.
     *
     * @param readRatio share of reads, 0 to 1
     * @param configuration of the samples' space
     * @param throughput in operations per second
     */
    public record Point(double readRatio, Configuration configuration, double throughput) {}

    /** @throws IllegalArgumentException with one line if there are too few points, or nothing can be learnt from them */
    public Samples {
        points = List.copyOf(points);
        if (points.size() < FEWEST) {
            throw tooFew(points.size());
        }
        for (Point point : points) {
            if (!(point.throughput() > 0) || Double.isInfinite(point.throughput())) {
                throw new IllegalArgumentException("expected positive throughputs, found " + point.throughput() + " at "
                        + point.configuration() + ". Remove the trial, or mark it as failed.");
            }
        }
        double first = points.get(0).throughput();
        if (points.stream().allMatch(point -> point.throughput() == first)) {
            throw new IllegalArgumentException("expected throughputs that differ, found " + first + " in all "
                    + points.size() + " trials. There is nothing to learn from them.");
        }
    }

    static IllegalArgumentException tooFew(int found) {
        return new IllegalArgumentException(
                "expected at least " + FEWEST + " trials with status ok, found " + found + ". Collect more.");
    }

    double[] throughputs() {
        return points.stream().mapToDouble(Point::throughput).toArray();
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
        List<Double> readRatios = new ArrayList<>();
        List<Configuration> configurations = new ArrayList<>();
        for (Point point : points) {
            readRatios.add(point.readRatio());
            configurations.add(point.configuration());
        }
        return Envelope.of(space, readRatios, configurations);
    }
}
