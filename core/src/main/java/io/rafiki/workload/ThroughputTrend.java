package io.rafiki.workload;

import java.util.List;

/**
 * The throughput of a window and its trend: a linear regression over the operations per second of its samples.
 *
 * @param perSecond operations per second
 * @param error standard error of the throughput, from the residuals; infinite with fewer than three samples
 * @param drift change over the whole window, as a share of the mean; negative if throughput decreases
 * @param driftError standard error of the drift; infinite with fewer than three samples
 */
public record ThroughputTrend(double perSecond, double error, double drift, double driftError) {

    /** A line needs two points, and its residual variance one more. */
    private static final int FEWEST = 3;

    /** A constant rate without variance. */
    public static ThroughputTrend even(double perSecond) {
        return new ThroughputTrend(perSecond, 0, 0, 0);
    }

    /** The mean throughput of several windows, without a trend. */
    static ThroughputTrend together(List<Window> windows) {
        double operations = 0;
        double seconds = 0;
        double squares = 0;
        for (Window window : windows) {
            double length = window.length().toNanos() / 1e9;
            operations += length * window.pace().perSecond();
            seconds += length;
            squares += length * window.pace().error() * length * window.pace().error();
        }
        return new ThroughputTrend(operations / seconds, Math.sqrt(squares) / seconds, 0, Double.POSITIVE_INFINITY);
    }

    static ThroughputTrend of(List<SampleInterval> slices) {
        double seconds = 0;
        long operations = 0;
        for (SampleInterval slice : slices) {
            seconds += slice.nanos() / 1e9;
            operations += slice.operations();
        }
        double mean = seconds == 0 ? 0 : operations / seconds;
        if (slices.size() < FEWEST || operations == 0) {
            return new ThroughputTrend(mean, Double.POSITIVE_INFINITY, 0, Double.POSITIVE_INFINITY);
        }
        return line(slices, seconds, mean);
    }

    private static ThroughputTrend line(List<SampleInterval> slices, double seconds, double mean) {
        int n = slices.size();
        double[] moment = new double[n];
        double[] rate = new double[n];
        double begun = 0;
        for (int i = 0; i < n; i++) {
            double length = slices.get(i).nanos() / 1e9;
            moment[i] = begun + length / 2 - seconds / 2;
            rate[i] = slices.get(i).operations() / length;
            begun += length;
        }
        double centre = average(moment);
        double level = average(rate);
        double spread = 0;
        double together = 0;
        for (int i = 0; i < n; i++) {
            spread += (moment[i] - centre) * (moment[i] - centre);
            together += (moment[i] - centre) * (rate[i] - level);
        }
        double slope = together / spread;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double residual = rate[i] - level - slope * (moment[i] - centre);
            squares += residual * residual;
        }
        double scatter = Math.sqrt(squares / (n - 2));
        return new ThroughputTrend(
                mean, scatter / Math.sqrt(n), slope * seconds / mean, scatter / Math.sqrt(spread) * seconds / mean);
    }

    private static double average(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
