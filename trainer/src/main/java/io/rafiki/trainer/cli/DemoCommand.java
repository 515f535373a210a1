package io.rafiki.trainer.cli;

import io.rafiki.config.ConfigException;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.report.text.ScenarioFormatter;
import io.rafiki.trainer.scenario.DemoScenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rafiki demo}: a tuned node compared with a node that has the baseline configuration. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Tunes a real Cassandra node while it runs, then drives a node with the baseline configuration in the same"
                    + " way.",
            "Exits with 0 only if at least one proposal was applied and read back."
        })
final class DemoCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--quick", description = "Short phases: about nine minutes on two cores, loading included.")
    private boolean quick;

    @Mixin
    private ModelOption model;

    @Mixin
    private DataOption data;

    @Option(
            names = "--read-ratios",
            split = ",",
            paramLabel = "R",
            defaultValue = "0.9,0.1,0.5",
            description = "One phase each, in this order. Default: ${DEFAULT-VALUE}.")
    private List<Double> readRatios;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "runs/demo",
            description = "The report: demo.html, demo.svg and demo.json. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Override
    public Integer call() throws ConfigException, IOException {
        Path bundle = model.file();
        return new ScenarioLauncher(spec, out, data.folder(out))
                .run(
                        DemoScenario.of(bundle, readRatios, quick),
                        CampaignPlan.besideBundle(bundle).conditions(),
                        ScenarioFormatter::demo,
                        result -> result.isApplied() && result.isReadBack());
    }
}
