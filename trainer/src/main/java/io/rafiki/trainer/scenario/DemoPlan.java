package io.rafiki.trainer.scenario;

import io.rafiki.trainer.trial.TrialConditions;
import java.nio.file.Path;
import java.util.List;

/**
 * What a demonstration does.
 *
 * @param model bundle that the agent loads
 * @param conditions under which the model's trials were measured, from the plan that lies beside it
 * @param readRatios one phase each, in order
 * @param timing how long its parts last
 * @param out folder of the report and of the running node
 * @param data folder of the prepared data sets
 */
record DemoPlan(
        Path model, TrialConditions conditions, List<Double> readRatios, DemoTiming timing, Path out, Path data) {}
