package io.rafiki.trainer.report.text;

import io.rafiki.trainer.evaluate.ResultRow;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import java.util.LinkedHashMap;
import java.util.Map;

/** Formats results as text, and as values for JSON, which has no NaN. */
public final class ResultFormat {

    static final String LEGEND =
            "In brackets the 95 % interval over the repeats. MAPE: mean of |predicted - measured| / |measured|. R2: 1"
                    + " is perfect, 0 is no better than the mean of the test rows.\n"
                    + "RMSE in the target's unit. Within 1, 2 dev.: share of test rows within one and two predicted"
                    + " deviations; 68 and 95 % would be honest.";

    private ResultFormat() {}

    /** {@code 12.34 [11.20, 13.48]}, or the mean alone if there is no interval. */
    public static String interval(ConfidenceInterval interval) {
        return Double.isNaN(interval.low())
                ? HumanUnits.number(interval.mean())
                : HumanUnits.number(interval.mean()) + " [" + HumanUnits.number(interval.low()) + ", "
                        + HumanUnits.number(interval.high()) + "]";
    }

    /** Shares of test rows within one and two predicted deviations: {@code 68 %, 95 %}. */
    public static String coverage(ResultRow row) {
        return Double.isNaN(row.within1())
                ? HumanUnits.ABSENT
                : HumanUnits.wholePercent(row.within1()) + ", " + HumanUnits.wholePercent(row.within2());
    }

    static String signed(ConfidenceInterval difference) {
        boolean isPositive = difference.mean() > 0 && Double.isFinite(difference.mean());
        return (isPositive ? "+" : "") + interval(difference);
    }

    /** The difference in MAPE to the ensemble in percentage points, with its meaning; empty for the ensemble. */
    public static String difference(ResultRow row) {
        if (row.isEnsemble()) {
            return "";
        }
        if (Double.isNaN(row.behind().mean())) {
            return HumanUnits.ABSENT;
        }
        if (Double.isNaN(row.behind().low())) {
            return signed(row.behind()) + " in one repeat";
        }
        return switch (row.standing()) {
            case AHEAD -> signed(row.behind());
            case LEVEL -> signed(row.behind()) + " not significant";
            case BEHIND -> signed(row.behind()) + " better than the ensemble";
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
