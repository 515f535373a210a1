package io.rafiki.benchmark.rewrite;

import io.rafiki.benchmark.result.PairedComparison;
import io.rafiki.benchmark.result.PairedComparison.Difference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Steps of one kind. Each step is paired with the window without a step on the same node.
 *
 * @param kind read ratio, direction and width
 * @param steps at different places of the scale, at least one
 */
record StepSummary(String kind, List<StepResult> steps) {

    StepSummary {
        steps = List.copyOf(steps);
    }

    /** One summary for each kind, in the order of their first steps. */
    static List<StepSummary> of(List<StepResult> results) {
        Map<String, List<StepResult>> byKind = new LinkedHashMap<>();
        results.forEach(result ->
                byKind.computeIfAbsent(result.kind(), kind -> new ArrayList<>()).add(result));
        return byKind.entrySet().stream()
                .map(entry -> new StepSummary(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** How much more a step costs than no step. */
    Difference difference(ToDoubleFunction<StepCost> figure) {
        return new PairedComparison(values(StepResult::without, figure), values(StepResult::with, figure)).difference();
    }

    /** Medians of the differences, with their intervals. */
    String line() {
        return String.format(
                Locale.ROOT,
                "step: %s cases=%d megabytes=%s seconds=%s loss_percent=%s not_over=%d not_over_without=%d",
                kind,
                steps.size(),
                text(difference(StepCost::megabytes)),
                text(difference(StepCost::seconds)),
                text(difference(cost -> 100 * cost.loss())),
                steps.stream().filter(step -> !step.with().isOver()).count(),
                steps.stream().filter(step -> !step.without().isOver()).count());
    }

    private List<Double> values(Function<StepResult, StepCost> cost, ToDoubleFunction<StepCost> figure) {
        return steps.stream().map(cost).map(figure::applyAsDouble).toList();
    }

    private static String text(Difference difference) {
        return String.format(
                Locale.ROOT, "%+.1f [%.1f, %.1f]", difference.median(), difference.low(), difference.high());
    }
}
