package io.rafiki.control.rewrite;

import io.rafiki.control.configuration.TunedNode;
import io.rafiki.decision.Change;
import io.rafiki.decision.CompactionHistory;
import io.rafiki.decision.RewriteCapacity;
import io.rafiki.decision.RewriteCost;
import io.rafiki.decision.RewriteCostLimits;
import io.rafiki.decision.RewriteObstacle;
import io.rafiki.decision.RewriteObstacle.RewriteStateUnknown;
import io.rafiki.decision.RewritePrice;
import io.rafiki.decision.RewriteVolume;
import io.rafiki.node.CompactionStats;
import io.rafiki.node.DiskSpace;
import io.rafiki.node.NodeAdapters;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeThreads;
import io.rafiki.node.RewriteReading;
import io.rafiki.node.RunningCompaction;
import io.rafiki.node.TableFiles;
import io.rafiki.node.TableName;
import io.rafiki.node.TrialFiles;
import io.rafiki.workload.ClientCounts;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The compactions of the tuned tables. */
public final class NodeCompactions {

    /** Bytes that no compaction reads between two samples. */
    private static final long MOST_BETWEEN = 256 << 20;

    private final TunedNode node;
    private final CompactionStats compactions;
    private final DiskSpace.Source disks;
    private final NodeThreads.Source threads;
    private final Executor background;

    /** The tasks of the last sample. */
    private List<RunningCompaction> before = List.of();

    public NodeCompactions(TunedNode node, NodeAdapters adapters) {
        this.node = node;
        this.compactions = adapters.compactions();
        this.disks = adapters.disks();
        this.threads = adapters.compactionThreads();
        this.background = adapters.background();
    }

    /**
     * A sample of the node's compactions, which a later rewrite is priced by. It is empty if Cassandra counts bytes that no compaction has read:
     * those of other tasks, such as a validation, and the rest of a stopped one.
     */
    Optional<CompactionHistory.Sample> sample(Instant now, ClientCounts clients) throws NodeException {
        List<RunningCompaction> running = compactions.running();
        Set<String> present = running.stream().map(RunningCompaction::id).collect(Collectors.toSet());
        boolean isMixed = Stream.concat(before.stream(), running.stream())
                .anyMatch(task -> !task.isAutomatic() && task.total() > 0);
        boolean isStopped = before.stream()
                .filter(task -> !present.contains(task.id()))
                .anyMatch(task -> task.total() - task.completed() > Math.max(MOST_BETWEEN, task.total() / 2));
        before = running;
        if (isMixed || isStopped) {
            return Optional.empty();
        }
        return Optional.of(new CompactionHistory.Sample(
                now,
                compactions.compacted(running, node.tuned()),
                (int) running.stream().filter(RunningCompaction::isAutomatic).count(),
                clients));
    }

    /** The tables that the next rewrite of data concerns. */
    List<TableName> rewritten() {
        return node.rewritten();
    }

    /** The existing tables whose data some changes rewrite; empty if no change rewrites data. */
    Optional<List<TableName>> rewritten(List<Change> changes) {
        List<Change> rewriting = changes.stream().filter(Change::rewritesData).toList();
        return rewriting.isEmpty()
                ? Optional.empty()
                : Optional.of(rewriting.stream()
                        .flatMap(change -> node.tables(change).stream())
                        .toList());
    }

    /** The existing tables of a change. */
    List<TableName> tables(Change change) {
        return node.tables(change);
    }

    /** The state that a rewrite of some tables depends on. */
    RewriteReading reading(List<TableName> some) throws NodeException {
        return compactions.reading(some, disks);
    }

    /** Stops the running compactions of some tables. */
    void stop(List<TableName> some) throws NodeException {
        compactions.stop(reading(some).ours());
    }

    /** The cost of a rewrite of some tables; empty if their size cannot be read. */
    Optional<RewritePrice> price(List<TableName> some, RewriteCostLimits limits, CompactionHistory seen) {
        try {
            RewriteReading reading = reading(some);
            RewriteCapacity capacity = new RewriteCapacity(reading.compactors(), compactions.throttle());
            List<TableFiles> files = reading.filesByTable(compactions.flushed(some));
            return Optional.of(changes ->
                    RewriteCost.of(changes.stream().map(this::standard).toList(), files, capacity, limits, seen));
        } catch (NodeException unknown) {
            return Optional.empty();
        }
    }

    /** A rewrite with the standard names of both strategies; the catalogue may have others. */
    private Change standard(Change change) {
        return change.rewritesData()
                ? new Change(
                        change.knob(),
                        strategy(change.knob(), change.from()),
                        strategy(change.knob(), change.to()),
                        change.cost(),
                        change.tables())
                : change;
    }

    private Object strategy(String knob, Object value) {
        return node.tableOption(knob, value)
                .<Object>map(RewriteVolume::strategy)
                .orElse(value);
    }

    /** Why some tables cannot be rewritten now; empty if they can. */
    Optional<RewriteObstacle> obstacle(List<TableName> some) {
        try {
            return RewriteObstacle.of(reading(some));
        } catch (NodeException e) {
            return Optional.of(new RewriteStateUnknown(e.failure()));
        }
    }

    /** The files for a trial compaction; empty if none are suitable. Tables whose strategy is not tuned do not count. */
    Optional<TrialFiles> trialFiles() {
        try {
            return TrialFiles.of(compactions.reading(node.compacted(), disks));
        } catch (NodeException unknown) {
            return Optional.empty();
        }
    }

    /**
     * Begins to compact some files.
     *
     * @param ended is called at the end, with the failure or null, on another thread
     */
    void compact(TrialFiles files, Consumer<NodeException> ended) {
        background.execute(() -> {
            NodeException failure = null;
            try {
                compactions.compact(files);
            } catch (NodeException refused) {
                failure = refused;
            }
            ended.accept(failure);
        });
    }

    /**
     * Bytes that compactions have read since the node's start; empty if it is unknown.
     *
     * @param files that a compaction has read, or will read next
     */
    OptionalLong compacted(TrialFiles files) {
        try {
            return OptionalLong.of(compactions.compacted(compactions.running(), List.of(files.table())));
        } catch (NodeException unknown) {
            return OptionalLong.empty();
        }
    }

    /** What the living compaction threads have used; empty if it is unknown. */
    Optional<NodeThreads.Usage> used() {
        return threads.usage();
    }

    /** The running compaction of some files or a part of them; empty if there is none. */
    Optional<RunningCompaction> of(TrialFiles files) throws NodeException {
        return compactions.running().stream().filter(files::areCompactedBy).findFirst();
    }

    /** Stops one compaction. */
    void stop(RunningCompaction compaction) throws NodeException {
        compactions.stop(List.of(compaction));
    }
}
