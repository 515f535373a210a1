package io.rafiki.benchmark.agent;

import io.rafiki.benchmark.result.Overhead;
import io.rafiki.benchmark.result.PairedComparison;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import java.util.List;
import java.util.Locale;

/**
 * The overhead of a running agent over a stopped one, from pairs of periods.
 *
 * @param throughput operations per second
 * @param readP99 microseconds
 * @param writeP99 microseconds; NaN without writes
 */
record SwitchedCost(PairedComparison throughput, PairedComparison readP99, PairedComparison writeP99)
        implements Overhead {

    /** The mean of two nodes. */
    SwitchedCost mean(SwitchedCost other) {
        return new SwitchedCost(
                throughput.mean(other.throughput), readP99.mean(other.readP99), writeP99.mean(other.writeP99));
    }

    @Override
    public List<String> lines() {
        return List.of(
                "  throughput  " + percent(throughput),
                "  read p99    " + percent(readP99),
                "  write p99   " + percent(writeP99));
    }

    @Override
    public String summary() {
        return " throughput=" + compact(throughput) + " read_p99=" + compact(readP99) + " write_p99="
                + compact(writeP99);
    }

    private static String percent(PairedComparison pairs) {
        return text("%+.2f %% [%+.2f, %+.2f]", pairs);
    }

    private static String compact(PairedComparison pairs) {
        return text("%+.2f%%[%+.2f,%+.2f]", pairs);
    }

    private static String text(String format, PairedComparison pairs) {
        ConfidenceInterval share = pairs.share();
        return String.format(Locale.ROOT, format, 100 * share.mean(), 100 * share.low(), 100 * share.high());
    }
}
