package io.rafiki.trainer.collect;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.Machine;
import io.rafiki.trainer.datastore.Cassandra;
import io.rafiki.trainer.datastore.DatasetStore;
import io.rafiki.trainer.datastore.Datastore;
import io.rafiki.trainer.datastore.Folders;
import io.rafiki.trainer.datastore.ProcessLedger;
import io.rafiki.trainer.datastore.Stop;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.trial.FreshNodes;
import io.rafiki.trainer.trial.LiveNodes;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialFolders;
import io.rafiki.trainer.trial.TrialRunner;
import io.rafiki.trainer.trial.WarmUp;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What {@code rafiki collect} does: a campaign in its folder, continued where an earlier sitting ended.
 *
 * @param home the distribution
 * @param catalogue file of the knob catalogue
 * @param datastore where trials run
 * @param sources makes the source of a plan's trials
 * @param data folder of the prepared data sets
 * @param say hears of progress, a line at a time
 * @param terminal whether a progress bar can be drawn
 * @param again the command that continues
 */
public record Collector(
        Path home,
        Path catalogue,
        Datastore datastore,
        TrialSource.Factory sources,
        Path data,
        Consumer<String> say,
        boolean terminal,
        String again) {

    private static final double SECONDS_BESIDE_LOAD = 12;

    /**
     * Runs up to {@code most} trials.
     *
     * @return all lines of trials.jsonl
     * @throws ConfigException if plan or catalogue cannot be used
     * @throws IOException with one line that ends with the command to continue, if the campaign must stop before its end
     * @throws InterruptedException if the JVM was told to end; what it started is ended by then or soon after
     */
    public List<Trial> collect(Path planFile, Path out, int most)
            throws ConfigException, IOException, InterruptedException {
        CampaignPlan plan = CampaignPlan.read(planFile);
        KnobCatalogue knobs = KnobCatalogue.read(catalogue, machine(plan));
        // refuses a faulty plan before there is a folder
        TrialSource source = sources.of(plan, plan.space(knobs));
        try (CampaignFolder folder = CampaignFolder.open(out.toAbsolutePath(), planFile)) {
            ProcessLedger ledger = new ProcessLedger(folder.work().resolve("started"));
            ledger.clean().forEach(ended -> say.accept("ended what an earlier run left: " + ended));
            try (Stop stop = new Stop(ledger, how -> say.accept(how + " Continue with: " + again))) {
                Map<String, Object> defaults = plan.space(knobs).defaults().toMap();
                run(plan, knobs, source, folder, ledger, stop, most);
                folder.describe();
                Repeatability.of(folder.trials(), defaults).ifPresent(say);
            }
            return folder.trials();
        }
    }

    private void run(
            CampaignPlan plan,
            KnobCatalogue knobs,
            TrialSource source,
            CampaignFolder folder,
            ProcessLedger ledger,
            Stop stop,
            int most)
            throws ConfigException, IOException, InterruptedException {
        try (CampaignProgress progress =
                new CampaignProgress(say, plan.space(knobs).defaults().toMap(), terminal)) {
            Folders.delete(folder.work());
            try (TestStand stand = stand(plan, knobs, folder, ledger)) {
                new Campaign(folder, stand, progress, stop).run(source, most, seconds(plan));
            }
        } catch (IOException | RuntimeException failure) {
            stop.unlessRequested(failure);
            if (failure instanceof RuntimeException fault) {
                throw fault;
            }
            throw new IOException(sentence(failure) + " Continue with: " + again, failure);
        }
    }

    /** The load of a trial, with a warm-up between its bounds, and what the rest took on two processors. */
    private static double seconds(CampaignPlan plan) {
        WarmUp warmUp = plan.conditions().warmUp();
        double warm = (warmUp.least().toSeconds() + warmUp.most().toSeconds()) / 2.0;
        return warm + plan.conditions().measured().toSeconds() + SECONDS_BESIDE_LOAD;
    }

    private Machine machine(CampaignPlan plan) throws IOException {
        if (datastore instanceof Datastore.Remote remote) {
            try (LiveNodes nodes = LiveNodes.connect(remote)) {
                return nodes.machine();
            }
        }
        Machine unlimited = new Machine(
                Runtime.getRuntime().availableProcessors(), plan.conditions().heapMiB());
        return plan.conditions().memoryMiB().map(unlimited::memory).orElse(unlimited);
    }

    private TestStand stand(CampaignPlan plan, KnobCatalogue knobs, CampaignFolder folder, ProcessLedger ledger)
            throws ConfigException, IOException, InterruptedException {
        Ycsb ycsb = new Ycsb(home, ledger::started);
        TrialRunner runner = new TrialRunner(
                new TrialFolders(folder.root(), folder.work().resolve("trial")), plan.conditions(), ycsb);
        if (datastore instanceof Datastore.Remote remote) {
            return new LiveStand(
                    plan, plan.space(knobs), knobs, folder.root(), LiveNodes.connect(remote), runner, ycsb);
        }
        Cassandra cassandra = ((Datastore.Fresh) datastore).cassandra(home.resolve("cache"), say);
        DatasetStore datasets = new DatasetStore(data, cassandra, ledger, ycsb, say);
        return new NodeStand(
                plan, folder.root(), datasets, new FreshNodes(knobs, plan.conditions(), cassandra, ledger), runner);
    }

    private static String sentence(Exception failure) {
        String text = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        return text.endsWith(".") ? text : text + ".";
    }
}
