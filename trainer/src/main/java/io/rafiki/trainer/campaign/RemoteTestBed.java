package io.rafiki.trainer.campaign;

import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.cassandra.CqlClient;
import io.rafiki.trainer.cassandra.DataLoader;
import io.rafiki.trainer.cassandra.DatasetStore;
import io.rafiki.trainer.cassandra.Layout;
import io.rafiki.trainer.cassandra.LiveNodes;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialRunner;
import io.rafiki.trainer.ycsb.DataSetSpec;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * An existing node with one table of the trainer. Each trial sets its live knobs.
 *
 * <p>The table's comment records the loaded data, or that the load has begun. A table with another comment belongs to others and is not
 * touched. A node in a cluster of several nodes is not touched either.
 */
final class RemoteTestBed implements SerialTestBed {

    private static final String MARK = "rafiki collect: ";
    private static final String LOADING = MARK + "loading";

    private final CampaignPlan plan;
    private final KnobSpace space;
    private final KnobCatalogue catalogue;
    private final Path root;
    private final LiveNodes nodes;
    private final TrialRunner runner;
    private final Ycsb ycsb;
    private boolean remembered;

    /** @param root the campaign's folder, which records the node's original values */
    RemoteTestBed(
            CampaignPlan plan,
            KnobSpace space,
            KnobCatalogue catalogue,
            Path root,
            LiveNodes nodes,
            TrialRunner runner,
            Ycsb ycsb) {
        this.plan = plan;
        this.space = space;
        this.catalogue = catalogue;
        this.root = root;
        this.nodes = nodes;
        this.runner = runner;
        this.ycsb = ycsb;
    }

    @Override
    public int unprepared(List<PlannedTrial> trials) throws IOException {
        try (CqlClient cql = CqlClient.connect(nodes.node())) {
            return comment(cql).equals(Optional.of(mark())) ? 0 : 1;
        }
    }

    @Override
    public void prepare(List<PlannedTrial> trials) throws IOException, InterruptedException {
        if (!remembered) {
            nodes.check(space, catalogue);
            load();
            nodes.remember(space, catalogue, found());
            remembered = true;
        }
    }

    private Path found() {
        return root.resolve("found-" + nodes.name() + ".json");
    }

    private void load() throws IOException, InterruptedException {
        try (CqlClient cql = CqlClient.connect(nodes.node())) {
            if (cql.peers() > 0) {
                throw new IOException("expected a node that is alone, found " + cql.peers()
                        + " others in its cluster. Use a node that serves no other client.");
            }
            Optional<String> comment = comment(cql);
            if (comment.equals(Optional.of(mark()))) {
                return;
            }
            if (comment.isPresent() && !comment.get().equals(LOADING)) {
                throw new IOException(DatasetStore.KEYSPACE + "." + DatasetStore.TABLE
                        + ": expected no such table on the node, or one with the comment '" + mark() + "', found "
                        + (comment.get().isEmpty() ? "none" : "'" + comment.get() + "'")
                        + ". Drop the table if it is not needed.");
            }
            if (comment.isPresent()) {
                // an earlier load was interrupted; its updates must not count twice
                cql.drop(DatasetStore.KEYSPACE, DatasetStore.TABLE);
            }
        }
        Path files = root.resolve("work").resolve("load");
        new DataLoader(plan.conditions().data(), Layout.USUAL, ycsb).write(nodes.node(), files, LOADING);
        FileTrees.delete(files);
        try (CqlClient cql = CqlClient.connect(nodes.node())) {
            cql.comment(DatasetStore.KEYSPACE, DatasetStore.TABLE, mark());
        }
    }

    @Override
    public Trial measure(PlannedTrial trial, OptionalDouble floor) throws InterruptedException {
        return runner.run(
                trial,
                floor,
                folder -> nodes.set(trial.configuration(), plan.conditions()),
                Map.of("plan", plan.seed()));
    }

    /** Restores the node's own configuration, also after a killed earlier session. The table stays for the next session. */
    @Override
    public void close() throws IOException {
        try (nodes) {
            if (!remembered && Files.exists(found())) {
                nodes.remember(space, catalogue, found());
            }
        }
    }

    private static Optional<String> comment(CqlClient cql) throws IOException {
        return cql.comment(DatasetStore.KEYSPACE, DatasetStore.TABLE);
    }

    private String mark() {
        DataSetSpec data = plan.conditions().data();
        return MARK + data.records() + " rows of " + data.fields() + " x " + data.fieldBytes() + " B, update fraction "
                + data.updateFraction();
    }
}
