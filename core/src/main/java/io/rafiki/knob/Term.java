package io.rafiki.knob;

/** A number that follows from the codes of a configuration; evaluating it allocates nothing. */
@FunctionalInterface
interface Term {

    /**
     * The number for one configuration.
     *
     * @param codes rows of codes
     * @param at where the configuration's row begins
     */
    double value(double[] codes, int at);
}
