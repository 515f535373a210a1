package io.rafiki.trainer.plan;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.datastore.Dataset;
import io.rafiki.trainer.datastore.DatasetStore;
import io.rafiki.trainer.datastore.Layout;
import io.rafiki.trainer.datastore.Stop;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.SetKnob;
import io.rafiki.trainer.trial.Status;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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
    private static final double SECONDS_BESIDE_LOAD = 12;
    private static final long SPARE_BYTES = 2L << 30;

    private final CampaignPlan plan;
    private final KnobCatalogue catalogue;
    private final CampaignFolder folder;
    private final DatasetStore datasets;
    private final TrialRunner runner;
    private final CampaignProgress progress;
    private final Stop stop;
    private String lastCause;
    private int sameCauses;

    Campaign(
            CampaignPlan plan,
            KnobCatalogue catalogue,
            CampaignFolder folder,
            DatasetStore datasets,
            TrialRunner runner,
            CampaignProgress progress,
            Stop stop) {
        this.plan = plan;
        this.catalogue = catalogue;
        this.folder = folder;
        this.datasets = datasets;
        this.runner = runner;
        this.progress = progress;
        this.stop = stop;
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
        List<Trial> lines = folder.trials();
        List<PlannedTrial> all = todo(planned, List.of());
        List<PlannedTrial> left = todo(planned, lines);
        List<PlannedTrial> todo = left.subList(0, Math.min(left.size(), most));
        progress.begin(all.size(), all.size() - left.size(), todo.size(), secondsPerTrial(lines), unprepared(todo));
        Map<Layout, Dataset> prepared = new LinkedHashMap<>();
        for (Layout layout : layouts(todo)) {
            checkDisk();
            prepared.put(layout, datasets.prepare(plan.conditions().data(), Layout.USUAL, layout));
        }
        progress.trials();
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
        if ((trial.status() == Status.FAILED || trial.status() == Status.TIMEOUT) && stop.requested()) {
            stop.undisturbed(() -> folder.append(trial.aborted()));
            throw new InterruptedException();
        }
        stop.undisturbed(() -> folder.append(trial));
        progress.ended(trial);
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

    /** As the campaign's earlier trials say; where there are none, its load and what the rest took on two processors. */
    private double secondsPerTrial(List<Trial> lines) {
        double load = (double)
                plan.conditions().warmUp().plus(plan.conditions().measured()).toSeconds();
        return lines.stream()
                .filter(Trial::isOk)
                .mapToDouble(trial -> trial.timing().totalSeconds())
                .average()
                .orElse(load + SECONDS_BESIDE_LOAD);
    }

    private int unprepared(List<PlannedTrial> trials) throws IOException {
        int count = 0;
        for (Layout layout : layouts(trials)) {
            count += datasets.isPrepared(plan.conditions().data(), Layout.USUAL, layout) ? 0 : 1;
        }
        return count;
    }

    private Set<Layout> layouts(List<PlannedTrial> trials) {
        Set<Layout> layouts = new LinkedHashSet<>();
        trials.forEach(trial -> layouts.add(layout(trial.configuration())));
        return layouts;
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
        long needed = 3 * plan.conditions().data().bytes() + SPARE_BYTES;
        for (Path place : List.of(folder.root(), datasets.root())) {
            long free = Files.getFileStore(Files.createDirectories(place)).getUsableSpace();
            if (free < needed) {
                throw new IOException("stopped: expected " + (needed >> 20) + " MiB free on the disk of " + place
                        + ", found " + (free >> 20) + " MiB. Make room.");
            }
        }
    }
}
