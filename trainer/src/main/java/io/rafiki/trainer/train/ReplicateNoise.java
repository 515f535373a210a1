package io.rafiki.trainer.train;

import io.rafiki.knob.Configuration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The noise of replicates: repeated measurements of one configuration at one read ratio.
 *
 * @param deviation standard deviation of single measurements, as a share of their mean, pooled over all replicates; 0 without replicates
 * @param degrees degrees of freedom: measurements beyond the first of each group
 */
public record ReplicateNoise(double deviation, int degrees) {

    private record Same(double readRatio, Configuration configuration) {}

    static ReplicateNoise of(TrainingData samples) {
        Map<Same, List<Double>> groups = new LinkedHashMap<>();
        for (TrainingData.Point point : samples.points()) {
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
        return new ReplicateNoise(degrees == 0 ? 0 : Math.sqrt(squares / degrees), degrees);
    }
}
