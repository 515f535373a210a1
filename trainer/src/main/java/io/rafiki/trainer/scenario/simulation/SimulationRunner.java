package io.rafiki.trainer.scenario.simulation;

import io.rafiki.config.ConfigException;
import io.rafiki.control.Settings;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.decision.Mode;
import io.rafiki.knob.NodeResources;
import io.rafiki.model.BundleException;
import io.rafiki.model.ModelBundle;
import io.rafiki.node.NodeException;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.scenario.ScenarioResult;
import io.rafiki.trainer.scenario.Schedule;
import io.rafiki.trainer.scenario.Trace;
import io.rafiki.trainer.scenario.VariantResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.JMException;

/**
 * Simulates a node under a trace.
 *
 * @param home folder of the distribution
 * @param trace file of the workload over time
 * @param model bundle that decides
 * @param yaml rafiki.yaml; empty for the defaults
 * @param seed of the load's scatter and of the faults
 * @param liveBytes size of the tables at the start
 * @param faultsPerDay mean number of faults
 */
public record SimulationRunner(
        Path home, Path trace, Path model, Optional<Path> yaml, long seed, double liveBytes, double faultsPerDay) {

    /** The faults have their own random stream, so that they do not change the load. */
    private static final long FAULTS = 0x5eed;

    /**
     * Runs it to the trace's end.
     *
     * @param progress shows the simulated time, and a line for each change
     * @throws ConfigException if trace or rafiki.yaml are not sound
     * @throws BundleException if the model is not sound
     */
    public ScenarioResult run(ProgressReporter progress) throws ConfigException, BundleException, IOException {
        Trace rows = Trace.read(trace);
        ModelBundle bundle = ModelBundle.read(model);
        NodeResources machine = bundle.provenance().machine();
        Settings settings = yaml.isPresent()
                ? Settings.read(yaml.get(), home, machine)
                : Settings.defaults(home, machine, Mode.AUTO);
        Path folder = Files.createTempDirectory("rafiki-simulate");
        try {
            Instant start = rows.rows().get(0).start();
            progress.begin("Simulating", rows.length().toMinutes(), 0, "minutes of the trace");
            VariantResult tuned = new Simulation(
                            settings.forDryRun(model, folder.resolve("journal.jsonl")),
                            file -> LoadedModel.compiled(
                                    file,
                                    bundle,
                                    start,
                                    settings.limits().change().minChange()),
                            new SimulatedNode(machine, liveBytes, seed),
                            new Faults(faultsPerDay, seed ^ FAULTS),
                            start,
                            progress::line)
                    .run(rows, time -> progress.done(time.toMinutes()));
            Map<String, String> conditions = new LinkedHashMap<>();
            conditions.put("trace", trace.getFileName().toString());
            conditions.put("model", model.getFileName().toString());
            conditions.put("node", "simulated, " + machine.cores() + " cores, heap " + machine.heapMiB() + " MiB");
            conditions.put("tuner", "mode auto, windows of " + settings.window().toSeconds() + " s");
            return new ScenarioResult("simulate", Schedule.of(rows, 1), 0, List.of(tuned), conditions, List.of());
        } catch (JMException | NodeException impossible) {
            // the simulated node has each bean of the catalogue
            throw new AssertionError(impossible);
        } finally {
            FileTrees.delete(folder);
        }
    }
}
