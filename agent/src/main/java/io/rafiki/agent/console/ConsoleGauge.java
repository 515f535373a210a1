package io.rafiki.agent.console;

import io.rafiki.status.Fact;
import java.util.function.ToDoubleFunction;

/**
 * One gauge of the tuner or the cluster.
 *
 * @param name of the metric
 * @param scope knob or workload feature that the gauge is about; empty if none
 * @param description one phrase
 * @param value reads the published status; NaN if there is none
 * @param <S> status that it reads
 */
public record ConsoleGauge<S>(String name, String scope, String description, ToDoubleFunction<S> value) {

    static <S> ConsoleGauge<S> of(Fact<?> fact, ToDoubleFunction<S> value) {
        return new ConsoleGauge<>(fact.capitalised(), "", fact.description(), value);
    }
}
