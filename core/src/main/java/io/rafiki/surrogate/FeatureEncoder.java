package io.rafiki.surrogate;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.Range;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * Encodes a workload and the codes of a configuration as inputs of the networks.
 *
 * <p>The features of the workload are first. A categorical knob has one indicator per choice. A numeric knob has one input over its
 * range, logarithmic if the range spans more than a decade, and one indicator per special value, because {@code off} is not a number and
 * interpolation towards it is meaningless.
 */
public final class FeatureEncoder {

    private final List<EncodedInput> inputs;
    private final int knobs;

    public FeatureEncoder(List<EncodedInput> inputs, int knobs) {
        this.inputs = List.copyOf(inputs);
        this.knobs = knobs;
    }

    /** The encoding of the read ratio and all knobs. */
    public static FeatureEncoder of(KnobSpace space) {
        return of(List.of(WorkloadFeature.READ_RATIO), space);
    }

    /** The encoding of features of the workload and all knobs. */
    public static FeatureEncoder of(List<WorkloadFeature> features, KnobSpace space) {
        List<EncodedInput> inputs = new ArrayList<>();
        features.forEach(feature -> inputs.add(EncodedInput.Feature.of(feature)));
        for (int k = 0; k < space.size(); k++) {
            Knob knob = space.knob(k);
            Optional<Range> range = knob.range();
            if (range.isPresent()) {
                inputs.add(numeric(k, range.get()));
            }
            for (double single : knob.singles()) {
                inputs.add(new EncodedInput.Indicator(k, single));
            }
        }
        return new FeatureEncoder(inputs, space.size());
    }

    /**
     * The encoding of everything that varies between the given points; constant inputs would only duplicate the biases. Features that
     * workloads can omit are scaled over the given ones.
     *
     * @param workloads one per configuration
     */
    public static FeatureEncoder varying(
            KnobSpace space, List<Workload> workloads, List<Configuration> configurations) {
        return of(Workload.union(workloads), space).varying(workloads, configurations);
    }

    private FeatureEncoder varying(List<Workload> workloads, List<Configuration> configurations) {
        double[][] columns = new double[size()][configurations.size()];
        for (int p = 0; p < configurations.size(); p++) {
            double[] row = encode(workloads.get(p), configurations.get(p).codes());
            for (int i = 0; i < row.length; i++) {
                columns[i][p] = row[i];
            }
        }
        List<EncodedInput> varying = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            if (DoubleStream.of(columns[i]).distinct().count() > 1) {
                varying.add(
                        inputs.get(i) instanceof EncodedInput.Feature feature
                                ? feature.over(workloads)
                                : inputs.get(i));
            }
        }
        return new FeatureEncoder(varying, knobs);
    }

    /** The width of the networks' input layer. */
    public int size() {
        return inputs.size();
    }

    /** The inputs for one workload and one configuration. */
    public double[] encode(Workload workload, double[] codes) {
        double[][] columns = new double[size()][1];
        encode(workload, codes, 0, 1, columns);
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
    void encode(Workload workload, double[] codes, int from, int rows, double[][] columns) {
        for (int i = 0; i < columns.length; i++) {
            double[] column = columns[i];
            EncodedInput input = inputs.get(i);
            if (input instanceof EncodedInput.Numeric numeric) {
                numeric.scale(codes, from * knobs + numeric.knob(), knobs, rows, column);
            } else if (input instanceof EncodedInput.Indicator indicator) {
                int at = from * knobs + indicator.knob();
                double code = indicator.code();
                for (int r = 0; r < rows; r++, at += knobs) {
                    column[r] = codes[at] == code ? 1 : 0;
                }
            } else if (input instanceof EncodedInput.Feature feature) {
                Arrays.fill(column, 0, rows, feature.scale(workload));
            }
        }
    }

    public List<EncodedInput> inputs() {
        return inputs;
    }

    private static EncodedInput numeric(int knob, Range range) {
        return new EncodedInput.Numeric(knob, range.isLogarithmic(), range.min(), range.max());
    }
}
