package io.rafiki.surrogate;

/**
 * One input of the networks, and how it is computed from the read ratio and the knob codes; always within -1..1.
 *
 * <p>The rules are kept in the bundle one by one, so that a model is read with the encoding that it was trained with.
 */
sealed interface Input {

    /** The read ratio, 0..1 stretched to -1..1. */
    record ReadRatio() implements Input {}

    /**
     * A knob's number, its range stretched to -1..1; 0 where the knob has a special value.
     *
     * @param knob index in the space
     * @param logarithmic whether the logarithm is stretched, not the number itself
     * @param min code that becomes -1
     * @param max code that becomes 1
     */
    record Numeric(int knob, boolean logarithmic, double min, double max) implements Input {

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
    record Indicator(int knob, double code) implements Input {}
}
