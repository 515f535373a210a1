package io.rafiki.trainer.report.text;

import io.rafiki.trainer.evaluate.ResultRow;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Formats numbers as text, and as values for JSON, which has no NaN. */
final class ResultFormat {

    static final String LEGEND =
            "In brackets the 95 % interval over the repeats. MAPE: mean of |predicted - measured| / |measured|. R2: 1"
                    + " is perfect, 0 is no better than the mean of the test rows.\n"
                    + "RMSE in the target's unit. Within 1, 2 dev.: share of test rows within one and two predicted"
                    + " deviations; 68 and 95 % would be honest.";

    private ResultFormat() {}

    /** About four digits. */
    static String text(double number) {
        if (Double.isNaN(number)) {
            return "-";
        }
        double size = Math.abs(number);
        if (size >= 1e9 || (size > 0 && size < 1e-3)) {
            return String.format(Locale.ROOT, "%.3e", number);
        }
        return String.format(
                Locale.ROOT, size >= 1000 ? "%,.0f" : size >= 100 ? "%.1f" : size >= 10 ? "%.2f" : "%.3f", number);
    }

    static String interval(ConfidenceInterval interval) {
        return Double.isNaN(interval.low())
                ? text(interval.mean())
                : text(interval.mean()) + " [" + text(interval.low()) + ", " + text(interval.high()) + "]";
    }

    static String coverage(ResultRow row) {
        return Double.isNaN(row.within1())
                ? "-"
                : String.format(Locale.ROOT, "%.0f %%, %.0f %%", 100 * row.within1(), 100 * row.within2());
    }

    static String signed(ConfidenceInterval difference) {
        return (difference.mean() > 0 ? "+" : "") + interval(difference);
    }

    /** The difference in points to the ensemble, or a word if there is none. */
    static String against(ResultRow row) {
        if (row.isEnsemble()) {
            return "";
        }
        if (Double.isNaN(row.behind().low())) {
            return Double.isNaN(row.behind().mean()) ? "-" : signed(row.behind()) + " in one repeat";
        }
        return switch (row.standing()) {
            case AHEAD -> signed(row.behind());
            case LEVEL -> signed(row.behind()) + " level";
            case BEHIND -> signed(row.behind()) + " BETTER";
        };
    }

    static Map<String, Object> values(ConfidenceInterval interval) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("mean", value(interval.mean()));
        values.put("low", value(interval.low()));
        values.put("high", value(interval.high()));
        return values;
    }

    /** The number, or null for NaN. */
    static Double value(double number) {
        return Double.isFinite(number) ? (Double) number : null;
    }
}
