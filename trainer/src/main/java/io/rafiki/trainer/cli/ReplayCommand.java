package io.rafiki.trainer.cli;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.model.BundleException;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.report.text.ScenarioFormatter;
import io.rafiki.trainer.scenario.ReplayScenario;
import io.rafiki.trainer.scenario.ScenarioResult;
import io.rafiki.trainer.scenario.Schedule;
import io.rafiki.trainer.scenario.Trace;
import io.rafiki.trainer.trial.TrialConditions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rafiki replay}: real nodes follow a trace in fast motion. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = {
            "Compares three real Cassandra nodes that follow a trace of read ratios: baseline configuration, best static configuration, and tuner in mode auto.",
            "Exits with 0 only if all that the tuner wrote was read back."
        })
final class ReplayCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "The workload over time: comma-separated values with the header start,reads,writes,scans."
                    + " Default: conf/traces/metagenomics.csv of this installation."
                    + " Clients follow its read ratio and send requests without pauses.")
    private Path trace = InstallPaths.home().resolve("conf/traces/metagenomics.csv");

    @Option(
            names = "--speed",
            paramLabel = "N",
            defaultValue = "300",
            description = "Seconds of the trace that pass in one. Default: ${DEFAULT-VALUE}, at which four days take 19"
                    + " minutes for each of the three nodes.")
    private double speed;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            defaultValue = "40",
            description = "Seconds before the trace in which a node's JVM compiles and nothing counts. Default:"
                    + " ${DEFAULT-VALUE}.")
    private int warmUp;

    @Mixin
    private ModelOption model;

    @Mixin
    private DataOption data;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "runs/replay",
            description = "The report: replay.html, replay.svg and replay.json. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Override
    public Integer call() throws BundleException, ConfigException, IOException {
        Schedule schedule = schedule(Trace.read(trace));
        Path bundle = model.file();
        TrialConditions conditions = CampaignPlan.besideBundle(bundle).conditions();
        KnobCatalogue catalogue = InstallPaths.catalogue(conditions);
        return new ScenarioLauncher(spec, out, data.folder(out))
                .run(
                        ReplayScenario.of(bundle, schedule, speed, Duration.ofSeconds(warmUp), catalogue),
                        conditions,
                        ScenarioFormatter::replay,
                        ScenarioResult::isReadBack);
    }

    private Schedule schedule(Trace rows) {
        if (!(speed >= 1 && speed <= 1e6)) {
            throw new ParameterException(spec.commandLine(), "--speed: expected 1..1000000, found " + speed + ".");
        }
        OptionRange.require(spec, "--warm-up", 1, 3600, warmUp);
        try {
            return ReplayScenario.schedule(rows, speed);
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), "--speed: " + refused.getMessage(), refused);
        }
    }
}
