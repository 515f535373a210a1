package io.rafiki.benchmark.rivals;

import io.rafiki.config.ConfigException;
import io.rafiki.trainer.campaign.Collector;
import io.rafiki.trainer.campaign.RepeatedFailures;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;

/**
 * Trials on real nodes, as {@code rafiki trial} runs them. Each appends a line to {@code trials.jsonl} of the folder.
 *
 * <p>Lines of an earlier run are the results of the first trials, so an interrupted tuner continues. A disturbed trial is measured once
 * more; only the second one has machine time. Three consecutive equal failures end the run.
 */
final class NodeTrials implements Subject {

    private final Subject nodes;
    private final Path folder;
    private final Iterator<Trial> recorded;
    private final RepeatedFailures failures = new RepeatedFailures();

    /**
     * @param nodes measure the trials that are not recorded
     * @param folder of the trials
     * @param recorded trials of an earlier run
     */
    NodeTrials(Subject nodes, Path folder, Iterator<Trial> recorded) {
        this.nodes = nodes;
        this.folder = folder;
        this.recorded = recorded;
    }

    /**
     * Opens a folder, which need not exist.
     *
     * @param plan conditions and knobs
     */
    static NodeTrials open(Collector collector, CampaignPlan plan, Path folder) throws IOException {
        return new NodeTrials(
                planned -> measure(collector, plan, planned, folder),
                folder,
                Trials.read(folder.resolve(Trials.FILE)).stream()
                        .filter(NodeTrials::isEnded)
                        .iterator());
    }

    @Override
    public Trial measure(PlannedTrial planned) throws IOException, InterruptedException {
        if (!recorded.hasNext()) {
            Trial trial = nodes.measure(planned);
            failures.add(trial, folder);
            return trial;
        }
        Trial earlier = recorded.next();
        if (!earlier.id().equals(planned.id())) {
            throw new IOException(
                    folder.resolve(Trials.FILE) + ": expected the trial " + planned.id() + " of "
                            + planned.configuration() + ", found " + earlier.id()
                            + ". Use the same options and versions as before, or delete the file: this tuner then starts again.");
        }
        return earlier;
    }

    /**
     * Measures a trial, once more if it was disturbed.
     *
     * @throws IOException with one line, if it was disturbed twice or no trial can run here
     */
    static Trial measure(Collector collector, CampaignPlan plan, PlannedTrial planned, Path folder)
            throws IOException, InterruptedException {
        CampaignPlan seeded = plan.with(plan.conditions(), planned.repeat());
        try {
            Trial first = collector.measure(seeded, space -> NextTrial.planned(planned), folder);
            Trial trial =
                    isEnded(first) ? first : collector.measure(seeded, space -> NextTrial.planned(planned), folder);
            if (isEnded(trial)) {
                return trial;
            }
            throw new IOException("expected a measured trial, found one that was disturbed twice: " + trial.cause()
                    + " Let the machine rest, and continue by the same command.");
        } catch (ConfigException refused) {
            throw new IOException(refused.getMessage(), refused);
        }
    }

    /** Whether its result counts: it was measured, or it failed. */
    static boolean isEnded(Trial trial) {
        return trial.isOk() || trial.hasFailed();
    }
}
