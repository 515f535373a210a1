package io.rafiki.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The state of a search in one subspace: the initial points, and the best configuration so far. */
final class SubspaceState {

    private final Subspace subspace;
    private final double[] rows;
    private final double[] values;
    private final double[] codes;
    private double value;

    /** @param top index of the best row */
    SubspaceState(Subspace subspace, double[] rows, double[] values, int top) {
        this.subspace = subspace;
        this.rows = rows;
        this.values = values;
        int width = rows.length / values.length;
        codes = Arrays.copyOfRange(rows, top * width, (top + 1) * width);
        value = values[top];
    }

    Subspace subspace() {
        return subspace;
    }

    /** The lower bound of the best configuration. */
    double value() {
        return value;
    }

    /** The best configuration. */
    double[] codes() {
        return codes.clone();
    }

    /** The position of the best configuration. */
    double[] position() {
        return subspace.position(codes);
    }

    /** Stores a configuration if it is better. */
    void offer(double[] other, double otherValue) {
        if (otherValue > value) {
            System.arraycopy(other, 0, codes, 0, codes.length);
            value = otherValue;
        }
    }

    /** Positions of the best initial points. */
    List<double[]> fittest(int count) {
        List<double[]> positions = new ArrayList<>();
        IntStream.range(0, values.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -values[i]))
                .limit(count)
                .forEach(i -> positions.add(
                        subspace.position(Arrays.copyOfRange(rows, i * codes.length, (i + 1) * codes.length))));
        return positions;
    }
}
