package io.rafiki.trainer.campaign;

import io.rafiki.knob.NamedValues;
import io.rafiki.trainer.statistics.ReplicateNoise;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The coefficient of variation of the baseline's throughput on the machine of the last trial, pooled over the workloads with replicates.
 */
final class BaselineNoise {

    private BaselineNoise() {}

    /** One line; empty without replicates of the baseline. */
    static Optional<String> of(List<Trial> lines, Map<String, Object> defaults) {
        Optional<Environment> machine = lines.stream()
                .filter(Trial::isOk)
                .map(Trial::environment)
                .filter(Objects::nonNull)
                .reduce((earlier, later) -> later);
        Map<Workload, List<Double>> byWorkload = lines.stream()
                .filter(trial -> trial.isOk() && isDefault(trial, defaults))
                .filter(trial ->
                        trial.environment() != null && trial.environment().sameMachine(machine.orElseThrow()))
                .collect(Collectors.groupingBy(
                        trial -> trial.workload().features(),
                        TreeMap::new,
                        Collectors.mapping(trial -> trial.throughput().mean(), Collectors.toList())));
        List<double[]> repeated = byWorkload.values().stream()
                .filter(measured -> measured.size() >= 2)
                .map(measured ->
                        measured.stream().mapToDouble(Double::doubleValue).toArray())
                .toList();
        return repeated.isEmpty()
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "noise of the machine (%s): the throughput of the baseline has a coefficient of variation of %.1f %% (%d trials at %s)",
                        machine.orElseThrow().machine(),
                        100 * ReplicateNoise.relative(repeated).deviation(),
                        repeated.stream().mapToInt(measured -> measured.length).sum(),
                        repeated.size() == 1 ? "one workload" : repeated.size() + " workloads"));
    }

    private static boolean isDefault(Trial trial, Map<String, Object> defaults) {
        return trial.proposed().keySet().equals(defaults.keySet())
                && NamedValues.differingFrom(defaults, trial.proposed()).isEmpty();
    }
}
