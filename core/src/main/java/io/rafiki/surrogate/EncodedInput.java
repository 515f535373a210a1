package io.rafiki.surrogate;

import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;

/**
 * One input of the networks, and how it is computed from the workload and the knob codes; always within -1..1.
 *
 * <p>The rules are kept in the bundle one by one, so that a model is read with the encoding that it was trained with.
 */
public sealed interface EncodedInput {

    /**
     * A feature of the workload, its range stretched to -1..1.
     *
     * @param feature of the workload
     * @param logarithmic whether the logarithm is stretched, not the number itself
     * @param min value that becomes -1
     * @param max value that becomes 1
     */
    record Feature(WorkloadFeature feature, boolean logarithmic, double min, double max) implements EncodedInput {

        /** The input that new models have for a feature. */
        static Feature of(WorkloadFeature feature) {
            return new Feature(feature, feature.isLogarithmic(), feature.min(), feature.max());
        }

        double scale(Workload workload) {
            double value = workload.value(feature);
            return logarithmic
                    ? 2 * Math.log(value / min) / Math.log(max / min) - 1
                    : 2 * (value - min) / (max - min) - 1;
        }
    }

    /**
     * A knob's number, its range stretched to -1..1; 0 where the knob has a special value.
     *
     * @param knob index in the space
     * @param logarithmic whether the logarithm is stretched, not the number itself
     * @param min code that becomes -1
     * @param max code that becomes 1
     */
    record Numeric(int knob, boolean logarithmic, double min, double max) implements EncodedInput {

        /**
         * Scales every {@code stride}-th code from index {@code at} on. Rows of a search mostly have the code of the row before them: a
         * logarithm is taken only where it changes.
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
     * 1 where the knob has one certain value, else 0: a choice of a categorical knob, or a special value of an integer one.
     *
     * @param knob index in the space
     * @param code of the value
     */
    record Indicator(int knob, double code) implements EncodedInput {}
}
