package io.rafiki.trainer.campaign;

import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.cassandra.Dataset;
import io.rafiki.trainer.cassandra.DatasetStore;
import io.rafiki.trainer.cassandra.FreshNodes;
import io.rafiki.trainer.cassandra.Layout;
import io.rafiki.trainer.host.FreeSpace;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Fresh nodes, each on a copy of the data set in the layout of its table options. */
final class LocalTestBed implements SerialTestBed {

    private final CampaignPlan plan;
    private final KnobCatalogue catalogue;
    private final Path root;
    private final DatasetStore datasets;
    private final FreshNodes nodes;
    private final TrialRunner runner;
    private final Map<Layout, Dataset> prepared = new LinkedHashMap<>();

    /** @param root the campaign's folder, on whose disk free space is checked */
    LocalTestBed(CampaignPlan plan, Path root, DatasetStore datasets, FreshNodes nodes, TrialRunner runner) {
        this.plan = plan;
        this.catalogue = nodes.catalogue();
        this.root = root;
        this.datasets = datasets;
        this.nodes = nodes;
        this.runner = runner;
    }

    @Override
    public int unprepared(List<PlannedTrial> trials) throws IOException {
        int count = 0;
        for (Layout layout : layouts(trials)) {
            count += datasets.isPrepared(plan.conditions().data(), Layout.USUAL, layout) ? 0 : 1;
        }
        return count;
    }

    @Override
    public void prepare(List<PlannedTrial> trials) throws IOException, InterruptedException {
        for (Layout layout : layouts(trials)) {
            if (!prepared.containsKey(layout)) {
                checkDisk();
                prepared.put(layout, datasets.prepare(plan.conditions().data(), Layout.USUAL, layout));
            }
        }
    }

    @Override
    public Trial measure(PlannedTrial trial, OptionalDouble floor) throws IOException, InterruptedException {
        checkDisk();
        Dataset dataset = prepared.get(DataLayouts.of(trial.configuration(), catalogue));
        return runner.run(
                trial,
                floor,
                folder -> nodes.start(folder, trial.configuration(), dataset),
                Map.of("plan", plan.seed()));
    }

    /** Each node ended with its trial. */
    @Override
    public void close() {
        prepared.clear();
    }

    private Set<Layout> layouts(List<PlannedTrial> trials) {
        return DataLayouts.all(trials.stream().map(PlannedTrial::configuration).toList(), catalogue);
    }

    private void checkDisk() throws IOException {
        for (Path place : List.of(root, datasets.root())) {
            FreeSpace.of(place).require(plan.conditions().data().writtenBytes());
        }
    }
}
