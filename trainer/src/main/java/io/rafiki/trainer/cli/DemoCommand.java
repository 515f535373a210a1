package io.rafiki.trainer.cli;

import io.rafiki.config.ConfigException;
import io.rafiki.model.BundleException;
import io.rafiki.model.ModelBundle;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.report.ClusterDemoPage;
import io.rafiki.trainer.report.text.ClusterDemoFormatter;
import io.rafiki.trainer.report.text.ScenarioFormatter;
import io.rafiki.trainer.scenario.ClusterDemo;
import io.rafiki.trainer.scenario.ClusterDemoResult;
import io.rafiki.trainer.scenario.DemoScenario;
import io.rafiki.trainer.trial.TrialConditions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rafiki demo}: a tuned node compared with a node that has the baseline configuration. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Tunes a real Cassandra node while it runs, then drives a node with the baseline configuration in the same"
                    + " way. Without --quick, it repeats both in alternating order for half an hour.",
            "Exits with 0 only if at least one proposal was applied and read back."
        })
final class DemoCommand implements Callable<Integer> {

    private static final int SMALLEST_RING = 3;
    private static final int LARGEST_RING = 9;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--quick",
            description = "One run of each: about ten minutes on two cores, loading included. On a slow machine, at"
                    + " most ten minutes after the rows are loaded.")
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

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "With 3 or more: a ring that takes a roll-out, makes it permanent, and undoes a bad one, in about"
                            + " 13 minutes. It takes neither --quick nor --read-ratios nor --data. Default:"
                            + " ${DEFAULT-VALUE}.")
    private int nodes;

    @Override
    public Integer call() throws BundleException, ConfigException, IOException {
        Path bundle = model.file();
        if (nodes != 1) {
            rejectOptionsOfOneNode();
            return ring(bundle);
        }
        for (double readRatio : readRatios) {
            if (!(readRatio >= 0 && readRatio <= 1)) {
                throw invalid("--read-ratios: expected shares from 0 to 1, found " + readRatio + ".");
            }
        }
        TrialConditions conditions = CampaignPlan.besideBundle(bundle).conditions();
        // an unreadable model, or one of other knobs, is reported before nodes start
        ModelBundle.read(bundle, InstallPaths.catalogue(conditions));
        return new ScenarioLauncher(spec, out, data.folder(out))
                .run(
                        DemoScenario.of(bundle, readRatios, quick),
                        conditions,
                        ScenarioFormatter::demo,
                        result -> result.isApplied() && result.isReadBack());
    }

    private void rejectOptionsOfOneNode() {
        for (String option : List.of("--quick", "--read-ratios", "--data")) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw invalid(option + ": expected a demo of one node, found --nodes " + nodes
                        + ". A ring has one form; omit the option.");
            }
        }
    }

    private ParameterException invalid(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private int ring(Path bundle) throws BundleException, IOException {
        if (nodes < SMALLEST_RING || nodes > LARGEST_RING) {
            throw invalid("--nodes: expected 1 or " + SMALLEST_RING + " to " + LARGEST_RING + ", found " + nodes + ".");
        }
        // a missing or unreadable model is reported before nodes start
        ModelBundle.read(bundle);
        Path folder = Files.createDirectories(out.toAbsolutePath().normalize());
        try (ProgressReporter progress = InstallPaths.progress(spec)) {
            progress.begin("Demo", ClusterDemo.EXPECTED, "");
            ClusterDemoResult result =
                    new ClusterDemo(InstallPaths.home(), folder, bundle, nodes, progress::line).run();
            Path page = folder.resolve("demo-cluster.html");
            Files.writeString(page, ClusterDemoPage.html(result));
            progress.line("");
            ClusterDemoFormatter.findings(result).forEach(progress::line);
            progress.line(ClusterDemoFormatter.summary(result, FileTrees.fromHere(page)));
            return result.isSuccess() ? 0 : 1;
        } catch (InterruptedException e) {
            return InstallPaths.INTERRUPTED;
        }
    }
}
