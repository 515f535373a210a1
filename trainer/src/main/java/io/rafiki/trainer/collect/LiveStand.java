package io.rafiki.trainer.collect;

import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.datastore.Cql;
import io.rafiki.trainer.datastore.DataShape;
import io.rafiki.trainer.datastore.DatasetStore;
import io.rafiki.trainer.datastore.Folders;
import io.rafiki.trainer.datastore.Layout;
import io.rafiki.trainer.datastore.Rows;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.trial.LiveNodes;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialRunner;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node that is already there, with one table of ours in it, whose knobs are set from trial to trial.
 *
 * <p>The table says in its comment what was loaded into it. One without that comment is somebody else's, and is not touched; neither is a
 * node that is one of several.
 */
final class LiveStand implements TestStand {

    private static final String MARK = "rafiki collect: ";

    private final CampaignPlan plan;
    private final KnobSpace space;
    private final KnobCatalogue catalogue;
    private final Path root;
    private final LiveNodes nodes;
    private final TrialRunner runner;
    private final Ycsb ycsb;
    private boolean remembered;

    /** @param root the campaign's folder, where is written down what the node had */
    LiveStand(
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
        try (Cql cql = Cql.connect(nodes.node())) {
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
        Path loading = root.resolve("loading-" + nodes.name());
        try (Cql cql = Cql.connect(nodes.node())) {
            if (cql.peers() > 0) {
                throw new IOException("expected a node that is alone, found " + cql.peers()
                        + " others in its cluster. Use one whose load and settings are nobody else's.");
            }
            Optional<String> comment = comment(cql);
            if (comment.equals(Optional.of(mark()))) {
                Files.deleteIfExists(loading);
                return;
            }
            if (comment.isPresent() && !Files.exists(loading)) {
                throw new IOException(DatasetStore.KEYSPACE + "." + DatasetStore.TABLE
                        + ": expected no such table on the node, or one with the comment '" + mark() + "', found "
                        + (comment.get().isEmpty() ? "none" : "'" + comment.get() + "'")
                        + ". Drop the table if nobody needs it.");
            }
            if (comment.isPresent()) {
                // an earlier load was cut off: what it has overwritten must not count twice
                cql.drop(DatasetStore.KEYSPACE, DatasetStore.TABLE);
            }
        }
        Files.writeString(loading, mark());
        Path files = root.resolve("work").resolve("load");
        new Rows(plan.conditions().data(), Layout.USUAL, ycsb).write(nodes.node(), files);
        Folders.delete(files);
        try (Cql cql = Cql.connect(nodes.node())) {
            cql.comment(DatasetStore.KEYSPACE, DatasetStore.TABLE, mark());
        }
        Files.delete(loading);
    }

    @Override
    public Trial measure(PlannedTrial trial) throws InterruptedException {
        return runner.run(trial, nodes, Map.of("plan", plan.seed()));
    }

    /**
     * Gives the node its own configuration back, also what an earlier sitting was killed before it could give back; the table stays for the
     * next sitting.
     */
    @Override
    public void close() throws IOException {
        try (nodes) {
            if (!remembered && Files.exists(found())) {
                nodes.remember(space, catalogue, found());
            }
        }
    }

    private static Optional<String> comment(Cql cql) throws IOException {
        return cql.comment(DatasetStore.KEYSPACE, DatasetStore.TABLE);
    }

    private String mark() {
        DataShape data = plan.conditions().data();
        return MARK + data.records() + " rows of " + data.fields() + " x " + data.fieldBytes() + " B, overwrites "
                + data.overwrites();
    }
}
