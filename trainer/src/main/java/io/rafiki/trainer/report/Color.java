package io.rafiki.trainer.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Colours of the style sheet. Each has one value for light and one for dark pages. */
enum Color {
    TUNED,
    BASELINE,
    ACCENT,
    GREEN,
    VIOLET,
    TEAL,
    SOFT;

    private static final Color[] SERIES = {TUNED, ACCENT, GREEN, VIOLET, TEAL, BASELINE};

    /** The colour of the n-th of several series. */
    static Color series(int index) {
        return SERIES[index % SERIES.length];
    }

    @JsonValue
    String css() {
        return name().toLowerCase(Locale.ROOT);
    }
}
