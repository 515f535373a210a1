package io.rafiki.surrogate;

import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * One input of the networks, and how it is computed from the workload and the knob codes; always within -1..1.
 *
 * <p>The rules are kept in the bundle one by one, so that a model is read with the encoding that it was trained with.
 */
public sealed interface EncodedInput {

    /**
     * A feature of the workload, scaled to -1..1. A value beyond the range counts as its end.
     *
     * @param feature feature of the workload
     * @param logarithmic whether the logarithm is scaled
     * @param min value at -1
     * @param max value at 1
     */
    record Feature(WorkloadFeature feature, boolean logarithmic, double min, double max) implements EncodedInput {

        /** The input of new models for a feature. */
        static Feature of(WorkloadFeature feature) {
            return new Feature(feature, feature.isLogarithmic(), feature.min(), feature.max());
        }

        /**
         * The same input over the values that are present. A feature that workloads can omit often fills a small part of its range: with
         * 20 % range reads at most, its weights would have to be five times as large as those of the other inputs.
         */
        Feature over(List<Workload> workloads) {
            if (feature.isRequired()) {
                return this;
            }
            DoubleSummaryStatistics values = workloads.stream()
                    .mapToDouble(workload -> workload.value(feature))
                    .summaryStatistics();
            return new Feature(feature, logarithmic, values.getMin(), values.getMax());
        }

        double scale(Workload workload) {
            double value = Math.max(min, Math.min(max, workload.value(feature)));
            return logarithmic
                    ? 2 * Math.log(value / min) / Math.log(max / min) - 1
                    : 2 * (value - min) / (max - min) - 1;
        }
    }

    /**
     * The number of a knob, scaled to -1..1; 0 for a special value.
     *
     * @param knob index in the space
     * @param logarithmic whether the logarithm is scaled
     * @param min code at -1
     * @param max code at 1
     */
    record Numeric(int knob, boolean logarithmic, double min, double max) implements EncodedInput {

        /**
         * Scales every {@code stride}-th code, starting at index {@code at}. In a search, consecutive rows mostly have the same code, so a
         * logarithm is computed only where the code changes.
         *
         * @param column receives {@code rows} inputs
         */
        void scale(double[] codes, int at, int stride, int rows, double[] column) {
            double range = logarithmic ? Math.log(max / min) : max - min;
            double last = Double.NaN;
            for (int r = 0; r < rows; r++) {
                double code = codes[at + r * stride];
                if (code == last) {
                    column[r] = column[r - 1];
                } else if (!(code >= min && code <= max) || min == max) {
                    column[r] = 0;
                } else {
                    column[r] = 2 * (logarithmic ? Math.log(code / min) : code - min) / range - 1;
                }
                last = code;
            }
        }
    }

    /**
     * 1 if the knob has a certain value, otherwise 0: a categorical choice, or a special value of an integer knob.
     *
     * @param knob index in the space
     * @param code code of the value
     */
    record Indicator(int knob, double code) implements EncodedInput {}
}
