package io.rafiki.trainer.campaign;

import io.rafiki.knob.NamedValues;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.Trial;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.StatUtils;

/**
 * How well trials repeat: the coefficient of variation of the default configuration's throughput on the machine of the last trial, pooled
 * over the read ratios at which it was measured more than once.
 */
final class BaselineNoise {

    private BaselineNoise() {}

    /** One line; empty if the default was measured nowhere twice. */
    static Optional<String> of(List<Trial> lines, Map<String, Object> defaults) {
        Optional<Environment> machine =
                lines.stream().filter(Trial::isOk).map(Trial::environment).reduce((earlier, later) -> later);
        Map<Double, List<Double>> byRatio = lines.stream()
                .filter(trial -> trial.isOk() && isDefault(trial, defaults))
                .filter(trial -> trial.environment().sameMachine(machine.orElseThrow()))
                .collect(Collectors.groupingBy(
                        trial -> trial.workload().readRatio(),
                        TreeMap::new,
                        Collectors.mapping(trial -> trial.throughput().mean(), Collectors.toList())));
        double squares = 0;
        int freedom = 0;
        int trials = 0;
        Map<Double, Integer> repeated = new LinkedHashMap<>();
        for (Map.Entry<Double, List<Double>> ratio : byRatio.entrySet()) {
            double[] measured =
                    ratio.getValue().stream().mapToDouble(Double::doubleValue).toArray();
            if (measured.length >= 2) {
                double mean = StatUtils.mean(measured);
                squares += StatUtils.variance(measured) / (mean * mean) * (measured.length - 1);
                freedom += measured.length - 1;
                trials += measured.length;
                repeated.put(ratio.getKey(), measured.length);
            }
        }
        return freedom == 0
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "noise of the machine (%s): the default configuration's throughput varies by %.1f %% (coefficient of variation, %d trials at %s)",
                        machine.orElseThrow().machine(),
                        100 * Math.sqrt(squares / freedom),
                        trials,
                        repeated.size() == 1 ? "one read ratio" : repeated.size() + " read ratios"));
    }

    private static boolean isDefault(Trial trial, Map<String, Object> defaults) {
        return trial.proposed().keySet().equals(defaults.keySet())
                && NamedValues.differingFrom(defaults, trial.proposed()).isEmpty();
    }
}
