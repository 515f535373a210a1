package io.rafiki.learning;

import io.rafiki.knob.Configuration;
import io.rafiki.workload.Workload;
import java.util.List;

/**
 * The true logarithm of the throughput relative to the defaults: for each knob, slope times distance from the default position minus bend times
 * squared distance.
 *
 * @param slopes for half reads
 * @param differences of the slopes for reads only
 */
record Truth(List<Double> slopes, List<Double> differences, List<Double> bends) {

    double at(Configuration configuration, Workload workload) {
        double sum = 0;
        for (int k = 0; k < slopes.size(); k++) {
            double distance =
                    Beliefs.position(k, configuration.code(k)) - Beliefs.position(k, SimulatedDays.DEFAULTS.code(k));
            double slope = slopes.get(k) + differences.get(k) * (2 * workload.readRatio() - 1);
            sum += slope * distance - bends.get(k) * distance * distance;
        }
        return sum;
    }
}
