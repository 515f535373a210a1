package io.rafiki.trainer.plan;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.Machine;
import io.rafiki.trainer.datastore.CassandraJars;
import io.rafiki.trainer.datastore.DatasetStore;
import io.rafiki.trainer.datastore.Folders;
import io.rafiki.trainer.datastore.ProcessLedger;
import io.rafiki.trainer.trial.CassandraInstallation;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialFolders;
import io.rafiki.trainer.trial.TrialRunner;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What {@code rafiki collect} does: a campaign in its folder, continued where an earlier sitting ended.
 *
 * @param home the distribution
 * @param catalogue file of the knob catalogue
 * @param version Cassandra's release
 * @param data folder of the prepared data sets; inside of the campaign's if empty
 * @param say hears of progress, a line at a time
 */
public record Collector(Path home, Path catalogue, String version, Optional<Path> data, Consumer<String> say) {

    /**
     * Runs up to {@code most} trials.
     *
     * @return all lines of trials.jsonl
     * @throws ConfigException if plan or catalogue cannot be used
     * @throws IOException with one line, if the campaign must stop before its end
     */
    public List<Trial> collect(Path planFile, Path out, int most)
            throws ConfigException, IOException, InterruptedException {
        CampaignPlan plan = CampaignPlan.read(planFile);
        KnobCatalogue knobs = KnobCatalogue.read(
                catalogue,
                new Machine(
                        Runtime.getRuntime().availableProcessors(),
                        plan.conditions().heapMiB()));
        List<PlannedTrial> planned = plan.trials(knobs);
        try (CampaignFolder folder = CampaignFolder.open(out.toAbsolutePath(), planFile)) {
            ProcessLedger ledger = new ProcessLedger(folder.work().resolve("started"));
            ledger.clean().forEach(ended -> say.accept("ended what an earlier run left: " + ended));
            Folders.delete(folder.work());
            CassandraInstallation cassandra =
                    new CassandraInstallation(version, new CassandraJars(home.resolve("cache")).resolve(version));
            Ycsb ycsb = new Ycsb(home, ledger::started);
            DatasetStore datasets = new DatasetStore(
                    data.orElse(folder.root().resolve("data")), version, cassandra.jars(), ledger, ycsb, say);
            TrialRunner runner = new TrialRunner(
                    new TrialFolders(folder.root(), folder.work().resolve("trial")),
                    knobs,
                    plan.conditions(),
                    cassandra,
                    ledger,
                    ycsb);
            CampaignProgress progress =
                    new CampaignProgress(say, plan.space(knobs).defaults().toMap());
            new Campaign(plan, knobs, folder, datasets, runner, progress).run(planned, most);
            return folder.trials();
        }
    }
}
