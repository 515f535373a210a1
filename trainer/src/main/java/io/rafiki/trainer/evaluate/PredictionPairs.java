package io.rafiki.trainer.evaluate;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Measured values and their predictions, limited to the number that a report can show. */
public final class PredictionPairs {

    static final PredictionPairs NONE = new PredictionPairs(new double[0], new double[0]);

    private final double[] measured;
    private final double[] predicted;

    public PredictionPairs(double[] measured, double[] predicted) {
        this.measured = measured;
        this.predicted = predicted;
    }

    /** At most this number of pairs, evenly spread over the rows. */
    static PredictionPairs drawn(double[] measured, double[] predicted, int most) {
        if (most == 0) {
            return NONE;
        }
        int step = Math.max(1, (measured.length + most - 1) / most);
        int[] rows = IntStream.iterate(0, row -> row < measured.length, row -> row + step)
                .toArray();
        return new PredictionPairs(
                Arrays.stream(rows).mapToDouble(row -> measured[row]).toArray(),
                Arrays.stream(rows).mapToDouble(row -> predicted[row]).toArray());
    }

    static PredictionPairs together(List<PredictionPairs> parts) {
        return new PredictionPairs(
                parts.stream()
                        .flatMapToDouble(part -> Arrays.stream(part.measured))
                        .toArray(),
                parts.stream()
                        .flatMapToDouble(part -> Arrays.stream(part.predicted))
                        .toArray());
    }

    public int size() {
        return measured.length;
    }

    public double measured(int index) {
        return measured[index];
    }

    public double predicted(int index) {
        return predicted[index];
    }

    /** (predicted - measured) / |measured| in percent, ascending, for values that are not 0. */
    public double[] relativeErrors() {
        return IntStream.range(0, measured.length)
                .filter(i -> measured[i] != 0)
                .mapToDouble(i -> 100 * (predicted[i] - measured[i]) / Math.abs(measured[i]))
                .sorted()
                .toArray();
    }
}
