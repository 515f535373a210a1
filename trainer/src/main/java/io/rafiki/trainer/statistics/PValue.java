package io.rafiki.trainer.statistics;

import java.util.Locale;

/** Formats p values. */
public final class PValue {

    private static final double LEAST = 0.001;

    private PValue() {}

    /** For example {@code 0.012}; values that round to zero in three decimals are {@code < 0.001}. */
    public static String text(double p) {
        return p < LEAST ? "< " + LEAST : String.format(Locale.ROOT, "%.3f", p);
    }

    /** For example {@code p = 0.012} or {@code p < 0.001}. */
    public static String said(double p) {
        return p < LEAST ? "p " + text(p) : "p = " + text(p);
    }
}
