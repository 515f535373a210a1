package io.rafiki.agent.console;

import io.rafiki.control.TunerStatus;
import java.util.function.ToDoubleFunction;

/**
 * One gauge of the tuner.
 *
 * @param name of the metric
 * @param scope knob or workload feature that the gauge is about; empty if none
 * @param description one phrase
 * @param value reads the published status; NaN if there is none
 */
public record ConsoleGauge(String name, String scope, String description, ToDoubleFunction<TunerStatus> value) {}
