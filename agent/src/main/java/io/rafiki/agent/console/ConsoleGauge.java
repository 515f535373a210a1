package io.rafiki.agent.console;

import io.rafiki.control.TunerStatus;
import java.util.function.ToDoubleFunction;

/**
 * One number of the console, for metrics.
 *
 * @param name as exporters show it
 * @param scope the knob that it is about; empty if none
 * @param description for people
 * @param value read from what the tuner has published; NaN where there is none
 */
public record ConsoleGauge(String name, String scope, String description, ToDoubleFunction<TunerStatus> value) {}
