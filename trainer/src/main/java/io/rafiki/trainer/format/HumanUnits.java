package io.rafiki.trainer.format;

import io.rafiki.surrogate.RelativeGain;
import java.util.Locale;

/** Measured values in the units that people read: %, operations/s, ms, MiB; {@link #ABSENT} if there is none. */
public final class HumanUnits {

    /** Stands for a value that is not known. */
    public static final String ABSENT = "-";

    /** Stands for a latency under a load that was not carried. */
    public static final String INFINITE = "infinite";

    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;

    private HumanUnits() {}

    /** {@code 61,040}. */
    public static String count(double value) {
        return format("%,.0f", value);
    }

    /** Microseconds; {@code infinite} where the load was not carried, so that latencies grew without bound. */
    public static String p99(double microseconds) {
        return microseconds == Double.POSITIVE_INFINITY ? INFINITE : count(microseconds);
    }

    /** About four digits: {@code 0.333}, {@code 12.35}, {@code 61,040}. */
    public static String number(double value) {
        double size = Math.abs(value);
        if (size >= 1e9 || (size > 0 && size < 1e-3)) {
            return format("%.3e", value);
        }
        return format(size >= 1000 ? "%,.0f" : size >= 100 ? "%.1f" : size >= 10 ? "%.2f" : "%.3f", value);
    }

    /**
     * {@code 93.1 %}.
     *
     * @param share 0 to 1
     */
    public static String percent(double share) {
        return format("%.1f %%", 100 * share);
    }

    /**
     * {@code 90 %}, for shares that a user chose.
     *
     * @param share 0 to 1
     */
    public static String wholePercent(double share) {
        return format("%.0f %%", 100 * share);
    }

    /**
     * {@code +4.1 %}.
     *
     * @param share a relative change
     */
    public static String signedPercent(double share) {
        return format("%+.1f %%", 100 * share);
    }

    /** {@code +4.1 % +/- 2.0 %}: the mean and one standard deviation. */
    public static String gain(RelativeGain gain) {
        return signedPercent(gain.mean()) + " +/- " + percent(gain.deviation());
    }

    /** {@code 12,346 ops/s}. */
    public static String throughput(double operationsPerSecond) {
        return format("%,.0f ops/s", operationsPerSecond);
    }

    /** {@code 10.8 ms}. */
    public static String latency(double microseconds) {
        return isAbsent(microseconds) ? ABSENT : millis(microseconds) + " ms";
    }

    /** Microseconds as milliseconds without the unit, with about three digits: {@code 0.42}, {@code 10.8}, {@code 1,250}. */
    public static String millis(double microseconds) {
        double millis = microseconds / 1000;
        return format(millis < 0.0995 ? "%.3f" : millis < 9.995 ? "%.2f" : millis < 99.95 ? "%.1f" : "%,.0f", millis);
    }

    /** {@code 14 s}, {@code 2.5 min}, {@code 6.0 h}. */
    public static String seconds(double seconds) {
        return seconds < 120
                ? format("%.0f s", seconds)
                : format(seconds < 7_200 ? "%.1f min" : "%,.1f h", seconds / (seconds < 7_200 ? 60 : 3_600));
    }

    /** {@code 510 MiB}, {@code 1.5 GiB}. */
    public static String bytes(double bytes) {
        if (bytes >= GIB) {
            return format("%,.1f GiB", bytes / GIB);
        }
        return bytes >= MIB
                ? format("%.0f MiB", bytes / MIB)
                : bytes >= KIB ? format("%.0f KiB", bytes / KIB) : format("%.0f B", bytes);
    }

    private static String format(String format, double value) {
        return isAbsent(value) ? ABSENT : String.format(Locale.ROOT, format, value);
    }

    private static boolean isAbsent(double value) {
        return !Double.isFinite(value);
    }
}
