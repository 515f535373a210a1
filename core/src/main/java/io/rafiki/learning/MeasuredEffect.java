package io.rafiki.learning;

import io.rafiki.workload.Workload;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The measured effect of one change of configuration on throughput at full load.
 *
 * @param workload workload of the node
 * @param from value of each of the model's knobs before the change, as a user writes it
 * @param to value of each changed knob after it
 * @param effect natural logarithm of the throughput after the change over that before it: 0.1 for about 10 % more
 * @param error standard error of the effect, above 0
 */
public record MeasuredEffect(
        Workload workload, Map<String, String> from, Map<String, String> to, double effect, double error) {

    /** Standard deviation of the difference between a canary and a trial that repetition does not reduce: 3 %. */
    private static final double FLOOR = 0.03;

    public MeasuredEffect {
        from = Collections.unmodifiableMap(new LinkedHashMap<>(from));
        to = Collections.unmodifiableMap(new LinkedHashMap<>(to));
        if (!(error > 0) || Double.isInfinite(error) || !Double.isFinite(effect)) {
            throw new IllegalArgumentException("measured effect: expected a finite number with an error above 0, found "
                    + effect + " and " + error);
        }
    }

    /** The variance of the effect, as a measurement of the effect in trials. */
    double variance() {
        return error * error + FLOOR * FLOOR;
    }

    /** The effect in percent of the throughput before the change. */
    public double percent() {
        return 100 * Math.expm1(effect);
    }
}
