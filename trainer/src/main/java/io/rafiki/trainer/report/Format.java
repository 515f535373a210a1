package io.rafiki.trainer.report;

import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Changes and times as text. {@link HumanUnits} has the single values. */
final class Format {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss zzz", Locale.ROOT);

    private Format() {}

    /**
     * {@code +12.3 % [+10.0, +14.6]} of 0.123 with its interval, if there is one. No value is shown as -0.0; an infinite one is that of a
     * latency.
     */
    static String change(ConfidenceInterval share) {
        String mean = percent(share.mean());
        String unit = mean.equals(HumanUnits.ABSENT) || mean.equals(HumanUnits.INFINITE) ? "" : " %";
        return Double.isNaN(share.low())
                ? mean + unit
                : mean + unit + " [" + percent(share.low()) + ", " + percent(share.high()) + "]";
    }

    /** A point in time, to the second: {@code 2027-01-15 08:00:00 UTC}. */
    static String time(Instant instant, ZoneId zone) {
        return TIME.format(instant.truncatedTo(ChronoUnit.SECONDS).atZone(zone));
    }

    private static String percent(double share) {
        if (Double.isNaN(share)) {
            return HumanUnits.ABSENT;
        }
        return share == Double.POSITIVE_INFINITY
                ? HumanUnits.INFINITE
                : String.format(Locale.ROOT, "%+.1f", Math.round(1000 * share) / 10.0);
    }
}
