package io.rafiki.workload;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Mean request latency: total time divided by the number of requests, with the standard error of a ratio estimator over the samples
 * (Cochran 1977, §6.3).
 *
 * @param micros microseconds per request; NaN without requests
 * @param error standard error; infinite with fewer than three samples
 */
public record MeanLatency(double micros, double error) {

    /** Unknown latency. */
    public static final MeanLatency UNKNOWN = new MeanLatency(Double.NaN, Double.POSITIVE_INFINITY);

    /** The variance of a ratio needs at least three samples. */
    private static final int FEWEST = 3;

    /** The mean over several windows, weighted by their requests. Windows without a measured latency do not count. */
    static MeanLatency together(
            List<Window> windows, Function<Window, MeanLatency> latency, ToLongFunction<ClientCounts> requests) {
        double number = 0;
        double time = 0;
        double squares = 0;
        for (Window window : windows) {
            MeanLatency each = latency.apply(window);
            if (each.isMeasured()) {
                double weight = requests.applyAsLong(window.clients());
                number += weight;
                time += weight * each.micros();
                squares += weight * each.error() * weight * each.error();
            }
        }
        return number == 0 ? UNKNOWN : new MeanLatency(time / number, Math.sqrt(squares) / number);
    }

    /** Whether latency and standard error are known. */
    public boolean isMeasured() {
        return Double.isFinite(micros) && Double.isFinite(error);
    }

    static MeanLatency of(
            List<SampleInterval> slices, ToLongFunction<ClientCounts> requests, ToLongFunction<ClientCounts> micros) {
        double number = 0;
        double time = 0;
        int used = 0;
        for (SampleInterval slice : slices) {
            number += requests.applyAsLong(slice.clients());
            time += micros.applyAsLong(slice.clients());
            used += requests.applyAsLong(slice.clients()) > 0 ? 1 : 0;
        }
        if (number == 0) {
            return UNKNOWN;
        }
        double mean = time / number;
        double squares = 0;
        for (SampleInterval slice : slices) {
            double residual = micros.applyAsLong(slice.clients()) - mean * requests.applyAsLong(slice.clients());
            squares += residual * residual;
        }
        double error = used < FEWEST ? Double.POSITIVE_INFINITY : Math.sqrt(squares * used / (used - 1)) / number;
        return new MeanLatency(mean, error);
    }
}
