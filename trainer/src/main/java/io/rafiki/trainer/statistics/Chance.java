package io.rafiki.trainer.statistics;

import java.util.Locale;

/** The probability of a finding, if there were nothing to be found (p), as people read it. */
public final class Chance {

    private static final double LEAST = 0.001;

    private Chance() {}

    /** Such as {@code 0.012}; what three decimals cannot tell from nothing is {@code < 0.001}. */
    public static String text(double p) {
        return p < LEAST ? "< " + LEAST : String.format(Locale.ROOT, "%.3f", p);
    }

    /** Such as {@code p = 0.012}, or {@code p < 0.001}. */
    public static String said(double p) {
        return p < LEAST ? "p " + text(p) : "p = " + text(p);
    }
}
