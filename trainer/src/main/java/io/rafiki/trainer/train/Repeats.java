package io.rafiki.trainer.train;

import io.rafiki.knob.Configuration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What measuring the same configuration at the same read ratio again and again shows of the noise.
 *
 * @param deviation of single measurements from their mean, as a share of it, pooled over all that were repeated; 0 without repeats
 * @param degrees of freedom: measurements beyond the first of each
 */
public record Repeats(double deviation, int degrees) {

    private record Same(double readRatio, Configuration configuration) {}

    static Repeats of(Samples samples) {
        Map<Same, List<Double>> groups = new LinkedHashMap<>();
        for (Samples.Point point : samples.points()) {
            groups.computeIfAbsent(new Same(point.readRatio(), point.configuration()), same -> new ArrayList<>())
                    .add(point.value());
        }
        double squares = 0;
        int degrees = 0;
        for (List<Double> values : groups.values()) {
            double mean = values.stream().mapToDouble(v -> v).average().orElse(0);
            for (double value : values) {
                squares += mean == 0 ? 0 : (value / mean - 1) * (value / mean - 1);
            }
            degrees += values.size() - 1;
        }
        return new Repeats(degrees == 0 ? 0 : Math.sqrt(squares / degrees), degrees);
    }
}
