package io.rafiki.trainer.validate;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Measured values and the predictions for them, as many as a report can show. */
final class Pairs {

    static final Pairs NONE = new Pairs(new double[0], new double[0]);

    private final double[] measured;
    private final double[] predicted;

    Pairs(double[] measured, double[] predicted) {
        this.measured = measured;
        this.predicted = predicted;
    }

    /** Not more than so many, spread evenly over the rows. */
    static Pairs drawn(double[] measured, double[] predicted, int most) {
        if (most == 0) {
            return NONE;
        }
        int step = Math.max(1, (measured.length + most - 1) / most);
        int[] rows = IntStream.iterate(0, row -> row < measured.length, row -> row + step)
                .toArray();
        return new Pairs(
                Arrays.stream(rows).mapToDouble(row -> measured[row]).toArray(),
                Arrays.stream(rows).mapToDouble(row -> predicted[row]).toArray());
    }

    static Pairs together(List<Pairs> parts) {
        return new Pairs(
                parts.stream()
                        .flatMapToDouble(part -> Arrays.stream(part.measured))
                        .toArray(),
                parts.stream()
                        .flatMapToDouble(part -> Arrays.stream(part.predicted))
                        .toArray());
    }

    int size() {
        return measured.length;
    }

    double measured(int index) {
        return measured[index];
    }

    double predicted(int index) {
        return predicted[index];
    }

    /** (predicted - measured) / |measured| in percent, ascending, for values that are not 0. */
    double[] relativeErrors() {
        return IntStream.range(0, measured.length)
                .filter(i -> measured[i] != 0)
                .mapToDouble(i -> 100 * (predicted[i] - measured[i]) / Math.abs(measured[i]))
                .sorted()
                .toArray();
    }
}
