package io.rafiki.surrogate;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * How a read ratio and the codes of a configuration become the inputs of the networks.
 *
 * <p>The read ratio comes first. A categorical knob gives one indicator per choice. A number gives one input over its range,
 * logarithmic where the range spans more than a decade, and one indicator per special value: {@code off} is no number, and
 * the surrogate must not be made to interpolate towards it.
 */
public final class Encoding {

    private final List<Input> inputs;
    private final int knobs;

    Encoding(List<Input> inputs, int knobs) {
        this.inputs = List.copyOf(inputs);
        this.knobs = knobs;
    }

    /** The encoding that new models are trained with. */
    public static Encoding of(KnobSpace space) {
        List<Input> inputs = new ArrayList<>();
        inputs.add(new Input.ReadRatio());
        for (int k = 0; k < space.size(); k++) {
            Knob knob = space.knob(k);
            Optional<Range> range = knob.range();
            if (range.isPresent()) {
                inputs.add(numeric(k, range.get()));
            }
            for (double single : knob.singles()) {
                inputs.add(new Input.Indicator(k, single));
            }
        }
        return new Encoding(inputs, space.size());
    }

    /**
     * The encoding without those inputs that are the same in all of the given points: they would only repeat the biases.
     *
     * @param readRatios one per configuration; NaN where there is no workload
     */
    public Encoding varying(List<Double> readRatios, List<Configuration> configurations) {
        double[][] columns = new double[size()][configurations.size()];
        for (int p = 0; p < configurations.size(); p++) {
            double[] row = encode(readRatios.get(p), configurations.get(p).codes());
            for (int i = 0; i < row.length; i++) {
                columns[i][p] = row[i];
            }
        }
        List<Input> varying = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            if (DoubleStream.of(columns[i]).distinct().count() > 1) {
                varying.add(inputs.get(i));
            }
        }
        return new Encoding(varying, knobs);
    }

    /** The width of the networks' input layer. */
    public int size() {
        return inputs.size();
    }

    /** The inputs for one read ratio and one configuration. */
    public double[] encode(double readRatio, double[] codes) {
        double[][] columns = new double[size()][1];
        encode(readRatio, codes, 0, 1, columns);
        double[] row = new double[size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = columns[i][0];
        }
        return row;
    }

    /**
     * Encodes a block, one array per input.
     *
     * @param codes row-major, one row per configuration
     * @param from first row taken
     * @param rows number of rows taken
     * @param columns receives {@code size()} arrays of {@code rows} values
     */
    void encode(double readRatio, double[] codes, int from, int rows, double[][] columns) {
        for (int i = 0; i < columns.length; i++) {
            double[] column = columns[i];
            Input input = inputs.get(i);
            if (input instanceof Input.Numeric numeric) {
                numeric.scale(codes, from * knobs + numeric.knob(), knobs, rows, column);
            } else if (input instanceof Input.Indicator indicator) {
                int at = from * knobs + indicator.knob();
                double code = indicator.code();
                for (int r = 0; r < rows; r++, at += knobs) {
                    column[r] = codes[at] == code ? 1 : 0;
                }
            } else {
                for (int r = 0; r < rows; r++) {
                    column[r] = 2 * readRatio - 1;
                }
            }
        }
    }

    List<Input> inputs() {
        return inputs;
    }

    private static Input numeric(int knob, Range range) {
        return new Input.Numeric(knob, range.isLogarithmic(), range.min(), range.max());
    }
}
