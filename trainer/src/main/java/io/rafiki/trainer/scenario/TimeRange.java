package io.rafiki.trainer.scenario;

import java.util.List;

/**
 * A part of a schedule.
 *
 * @param from its first second, counted from the first operation
 * @param to the second after its last; not before {@code from}
 */
public record TimeRange(double from, double to) {

    public double seconds() {
        return to - from;
    }

    /**
     * The values of this part, as far as the run lasted.
     *
     * @param perSecond one value for each second from the first operation
     */
    double[] values(List<Double> perSecond) {
        int begin = (int) Math.min(perSecond.size(), Math.round(from));
        int end = (int) Math.min(perSecond.size(), Math.round(to));
        return perSecond.subList(begin, end).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
    }
}
