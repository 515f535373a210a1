package io.rafiki.trainer.demo;

import io.rafiki.trainer.trial.Conditions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What a demonstration does.
 *
 * @param model bundle that the agent loads
 * @param conditions under which the model's trials were measured, from the plan that lies beside it
 * @param readRatios one phase each, in order
 * @param phase length of a phase
 * @param settle part of each phase, from its start, that is left out of the means: caches fill, and the tuner notices the change
 * @param out folder of the report, of the prepared data and of the running node
 */
record DemoPlan(
        Path model, Conditions conditions, List<Double> readRatios, Duration phase, Duration settle, Path out) {}
