package io.rafiki.trainer.report;

import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Intervals and times as text. {@link HumanUnits} has the single values. */
final class Format {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss zzz", Locale.ROOT);

    private Format() {}

    /** {@code 12.34 [11.20, 13.48]}, or the mean alone if there is no interval. */
    static String interval(ConfidenceInterval interval) {
        return Double.isNaN(interval.low())
                ? HumanUnits.number(interval.mean())
                : HumanUnits.number(interval.mean()) + " [" + HumanUnits.number(interval.low()) + ", "
                        + HumanUnits.number(interval.high()) + "]";
    }

    /** {@code +12.3 % [+10.0, +14.6]} of 0.123 with its interval, if there is one. No value is shown as -0.0. */
    static String change(ConfidenceInterval share) {
        if (Double.isNaN(share.low())) {
            return HumanUnits.signedPercent(rounded(share.mean()) / 100);
        }
        return String.format(
                Locale.ROOT,
                "%+.1f %% [%+.1f, %+.1f]",
                rounded(share.mean()),
                rounded(share.low()),
                rounded(share.high()));
    }

    /** A point in time, to the second: {@code 2027-01-15 08:00:00 UTC}. */
    static String time(Instant instant, ZoneId zone) {
        return TIME.format(instant.truncatedTo(ChronoUnit.SECONDS).atZone(zone));
    }

    private static double rounded(double share) {
        return Double.isFinite(share) ? Math.round(1000 * share) / 10.0 : share;
    }
}
