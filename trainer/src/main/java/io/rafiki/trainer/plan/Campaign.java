package io.rafiki.trainer.plan;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.datastore.Dataset;
import io.rafiki.trainer.datastore.DatasetStore;
import io.rafiki.trainer.datastore.Layout;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.SetKnob;
import io.rafiki.trainer.trial.Status;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * All trials of a plan, run until each has a good line in {@code trials.jsonl}.
 *
 * <p>A failed trial is a line of its own and the campaign goes on; it stops when the same cause came three times in a row, or the disk
 * is short. A disturbed trial is run once more at the end.
 */
final class Campaign {

    private static final int SAME_CAUSES = 3;
    private static final long SPARE_BYTES = 2L << 30;

    private final CampaignPlan plan;
    private final KnobCatalogue catalogue;
    private final CampaignFolder folder;
    private final DatasetStore datasets;
    private final TrialRunner runner;
    private final CampaignProgress progress;
    private String lastCause;
    private int sameCauses;

    Campaign(
            CampaignPlan plan,
            KnobCatalogue catalogue,
            CampaignFolder folder,
            DatasetStore datasets,
            TrialRunner runner,
            CampaignProgress progress) {
        this.plan = plan;
        this.catalogue = catalogue;
        this.folder = folder;
        this.datasets = datasets;
        this.runner = runner;
        this.progress = progress;
    }

    /**
     * The trials of the plan that have no good line yet.
     *
     * @param planned all trials of the plan
     * @param lines what trials.jsonl holds
     */
    static List<PlannedTrial> todo(List<PlannedTrial> planned, List<Trial> lines) {
        Set<String> done = new HashSet<>();
        lines.stream().filter(Trial::isOk).forEach(trial -> done.add(trial.id()));
        List<PlannedTrial> todo = new ArrayList<>();
        for (PlannedTrial trial : planned) {
            if (done.add(trial.id())) {
                todo.add(trial);
            }
        }
        return todo;
    }

    /**
     * Runs what is still to do.
     *
     * @param most trials in this sitting
     * @throws IOException with one line, if it must stop before the end
     */
    void run(List<PlannedTrial> planned, int most) throws IOException, InterruptedException {
        List<PlannedTrial> todo = todo(planned, folder.trials());
        if (todo.size() > most) {
            todo = new ArrayList<>(todo.subList(0, most));
        }
        progress.begin(planned.size(), todo.size());
        Map<Layout, Dataset> prepared = new LinkedHashMap<>();
        for (PlannedTrial trial : todo) {
            Layout layout = layout(trial.configuration());
            if (!prepared.containsKey(layout)) {
                checkDisk();
                prepared.put(layout, datasets.prepare(plan.conditions().data(), Layout.USUAL, layout));
            }
        }
        List<PlannedTrial> again = new ArrayList<>();
        for (PlannedTrial trial : todo) {
            if (runOne(trial, prepared).status() == Status.DISTURBED) {
                again.add(trial);
            }
        }
        progress.more(again.size());
        for (PlannedTrial trial : again) {
            runOne(trial, prepared);
        }
    }

    private Trial runOne(PlannedTrial planned, Map<Layout, Dataset> prepared) throws IOException, InterruptedException {
        checkDisk();
        Trial trial = runner.run(planned, prepared.get(layout(planned.configuration())), Map.of("plan", plan.seed()));
        folder.append(trial);
        progress.ended(trial);
        if (trial.status() == Status.ABORTED) {
            throw new InterruptedException();
        }
        sameCauses =
                trial.cause() != null && trial.status() != Status.DISTURBED && Objects.equals(trial.cause(), lastCause)
                        ? sameCauses + 1
                        : 1;
        lastCause = trial.cause();
        if (lastCause != null && trial.status() != Status.DISTURBED && sameCauses >= SAME_CAUSES) {
            throw new IOException("stopped: " + SAME_CAUSES + " trials in a row ended with: " + lastCause + " See "
                    + folder.root().resolve(trial.log()) + ".");
        }
        return trial;
    }

    private Layout layout(Configuration configuration) {
        return SetKnob.of(configuration, catalogue).stream()
                .filter(knob -> knob.tableOption().isPresent())
                .findFirst()
                .map(knob ->
                        new Layout(knob.value().toString(), knob.tableOption().get()))
                .orElse(Layout.USUAL);
    }

    private void checkDisk() throws IOException {
        long free = Files.getFileStore(folder.root()).getUsableSpace();
        long needed = 3 * plan.conditions().data().bytes() + SPARE_BYTES;
        if (free < needed) {
            throw new IOException("stopped: expected " + (needed >> 20) + " MiB free on the disk of " + folder.root()
                    + ", found " + (free >> 20) + " MiB. Make room.");
        }
    }
}
