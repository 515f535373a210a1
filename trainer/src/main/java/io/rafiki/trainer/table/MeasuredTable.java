package io.rafiki.trainer.table;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measurements: for each row a configuration, the workload if there is one, and the measured value.
 *
 * <p>All rows are in one array of codes, which saves memory for large tables. Immutable.
 */
public final class MeasuredTable {

    private final String source;
    private final String target;
    private final KnobSpace space;
    private final double[] codes;
    private final List<Workload> workloads;
    private final List<WorkloadFeature> features;
    private final double[] values;
    private final int workloadKnob;
    private final List<String> treatments;

    /**
     * @param source origin, for messages
     * @param target name of the measured value
     * @param space space of the configurations
     * @param codes row-major, one code per knob
     * @param workloads one per row; none if the table has no read ratios
     * @param values measured, finite
     * @param workloadKnob index of the knob that describes the workload; -1 without one
     * @param treatments preprocessing so far, one line each
     */
    public MeasuredTable(
            String source,
            String target,
            KnobSpace space,
            double[] codes,
            List<Workload> workloads,
            double[] values,
            int workloadKnob,
            List<String> treatments) {
        if (codes.length != values.length * space.size()
                || (!workloads.isEmpty() && workloads.size() != values.length)) {
            throw new IllegalArgumentException("table: expected as many rows of codes and workloads as values, found "
                    + codes.length + " codes, " + workloads.size() + " workloads, " + values.length + " values");
        }
        this.source = source;
        this.target = target;
        this.space = space;
        this.codes = codes;
        this.workloads = List.copyOf(workloads);
        this.features = Workload.union(workloads);
        this.values = values;
        this.workloadKnob = workloadKnob;
        this.treatments = List.copyOf(treatments);
    }

    public String source() {
        return source;
    }

    public String target() {
        return target;
    }

    public KnobSpace space() {
        return space;
    }

    public int rows() {
        return values.length;
    }

    public double value(int row) {
        return values[row];
    }

    /** The preprocessing, one line each. */
    public List<String> treatments() {
        return treatments;
    }

    public boolean hasReadRatios() {
        return !workloads.isEmpty();
    }

    /** Whether the table contains workloads. */
    public boolean hasWorkloads() {
        return hasReadRatios() || workloadKnob >= 0;
    }

    /** {@link Workload#NONE} throughout if the table has no read ratios. */
    public Workload workload(int row) {
        return workloads.isEmpty() ? Workload.NONE : workloads.get(row);
    }

    public double code(int row, int knob) {
        return codes[row * space.size() + knob];
    }

    /** Copies one row's codes. */
    public void copyCodes(int row, double[] to, int at) {
        System.arraycopy(codes, row * space.size(), to, at, space.size());
    }

    public Configuration configuration(int row) {
        int from = row * space.size();
        return new Configuration(space, Arrays.copyOfRange(codes, from, from + space.size()));
    }

    /** Rows with the same knobs, whatever the workload, share a number. */
    public RowGroups configurations() {
        return RowGroups.equal(rows(), keyColumns(false), this::key);
    }

    /** Rows with the same knobs and the same workload share a number. */
    public RowGroups points() {
        return RowGroups.equal(rows(), keyColumns(true), this::key);
    }

    /** Rows with the same read ratio, or nearly so, or the same workload knob, share a number; all rows do if the table has neither. */
    public RowGroups workloads() {
        if (hasReadRatios()) {
            return RowGroups.byNumber(
                    "read ratio",
                    workloads.stream().mapToDouble(Workload::readRatio).toArray(),
                    0,
                    1);
        }
        if (workloadKnob < 0) {
            return RowGroups.one(rows());
        }
        Knob knob = space.knob(workloadKnob);
        double[] column = new double[rows()];
        for (int row = 0; row < column.length; row++) {
            column[row] = code(row, workloadKnob);
        }
        if (knob instanceof CategoricalKnob || knob instanceof IntegerKnob) {
            RowGroups exact = RowGroups.byValue(knob.name(), column);
            if (knob instanceof CategoricalKnob || exact.size() <= RowGroups.MOST_VALUES) {
                return exact;
            }
        }
        return RowGroups.byNumber(
                knob.name(),
                column,
                Arrays.stream(column).min().orElse(0),
                Arrays.stream(column).max().orElse(1));
    }

    /** {@code 3 whole numbers, 1 real, 2 of choices}. */
    public String kinds() {
        long whole =
                space.knobs().stream().filter(IntegerKnob.class::isInstance).count();
        long choices =
                space.knobs().stream().filter(CategoricalKnob.class::isInstance).count();
        return String.join(
                ", ",
                Stream.of(
                                kind(whole, "of whole numbers"),
                                kind(space.size() - whole - choices, "of real numbers"),
                                kind(choices, "of choices"))
                        .filter(text -> !text.isEmpty())
                        .toList());
    }

    private static String kind(long count, String what) {
        return count == 0 ? "" : count + " " + what;
    }

    /** Indices of the columns that make a key; those below 0 stand for the features of the workload. */
    private int[] keyColumns(boolean withWorkload) {
        IntStream knobs = IntStream.range(0, space.size()).filter(knob -> withWorkload || knob != workloadKnob);
        return (withWorkload ? IntStream.concat(IntStream.range(-features.size(), 0), knobs) : knobs).toArray();
    }

    private double key(int row, int column) {
        return column < 0 ? workloads.get(row).value(features.get(-1 - column)) : code(row, column);
    }
}
