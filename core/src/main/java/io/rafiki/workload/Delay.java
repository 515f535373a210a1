package io.rafiki.workload;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * How long a request took on average: all of their time over their number, with the standard error of a ratio from its scatter among
 * the samples (Cochran 1977, §6.3).
 *
 * @param micros microseconds a request; NaN if there were none
 * @param error standard error; infinite with fewer than three samples
 */
public record Delay(double micros, double error) {

    /** Nothing is known. */
    public static final Delay UNKNOWN = new Delay(Double.NaN, Double.POSITIVE_INFINITY);

    /** A scatter about a ratio needs more samples than the ratio. */
    private static final int FEWEST = 3;

    static Delay of(List<Slice> slices, ToLongFunction<ClientCounts> requests, ToLongFunction<ClientCounts> micros) {
        double number = 0;
        double time = 0;
        int used = 0;
        for (Slice slice : slices) {
            number += requests.applyAsLong(slice.clients());
            time += micros.applyAsLong(slice.clients());
            used += requests.applyAsLong(slice.clients()) > 0 ? 1 : 0;
        }
        if (number == 0) {
            return UNKNOWN;
        }
        double mean = time / number;
        double squares = 0;
        for (Slice slice : slices) {
            double residual = micros.applyAsLong(slice.clients()) - mean * requests.applyAsLong(slice.clients());
            squares += residual * residual;
        }
        double error = used < FEWEST ? Double.POSITIVE_INFINITY : Math.sqrt(squares * used / (used - 1)) / number;
        return new Delay(mean, error);
    }
}
