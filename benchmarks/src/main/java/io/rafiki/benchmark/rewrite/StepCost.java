package io.rafiki.benchmark.rewrite;

import io.rafiki.benchmark.rewrite.StepResult.Sample;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The cost of an event at the start of a window, relative to the window before.
 *
 * <pre>excess(t) = bytes compacted since the event - former rate x t</pre>
 *
 * <p>The cost ends when the excess is largest: from then to the end of the window, compactions do not exceed their former rate on average. The
 * largest value of noise is above zero, so compare the cost with that of a window without an event.
 *
 * @param seconds until the excess is largest; 0 if compactions never exceed their former rate
 * @param megabytes excess at that time
 * @param loss share of the throughput that clients lost until then
 * @param isOver whether compactions were at their former rate again before the end of the window
 */
record StepCost(double seconds, double megabytes, double loss, boolean isOver) {

    /** @param after window that begins with the event */
    static StepCost of(List<Sample> before, List<Sample> after) {
        Sample start = after.get(0);
        double rate = perSecond(before, Sample::megabytes);
        Sample peak = start;
        double most = 0;
        for (Sample sample : after) {
            double excess = sample.megabytes() - start.megabytes() - rate * (sample.second() - start.second());
            if (excess > most) {
                most = excess;
                peak = sample;
            }
        }
        double seconds = peak.second() - start.second();
        double usual = perSecond(before, Sample::requests);
        double loss = seconds == 0 ? 0 : 1 - (peak.requests() - start.requests()) / seconds / usual;
        return new StepCost(
                seconds, most, loss, peak.second() < after.get(after.size() - 1).second());
    }

    /** The mean increase of a counter. */
    static double perSecond(List<Sample> window, ToDoubleFunction<Sample> counter) {
        Sample first = window.get(0);
        Sample last = window.get(window.size() - 1);
        return (counter.applyAsDouble(last) - counter.applyAsDouble(first)) / (last.second() - first.second());
    }
}
