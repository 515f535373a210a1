package io.rafiki.control.rewrite;

import io.rafiki.decision.CompactionHistory;
import io.rafiki.decision.Plan;
import io.rafiki.decision.RewriteCostLimits;
import io.rafiki.decision.RewritePrice;
import io.rafiki.node.JvmWarmUp;
import io.rafiki.node.NodeException;
import io.rafiki.node.TableName;
import io.rafiki.workload.ClientCounts;
import io.rafiki.workload.CounterSample;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The price of a rewrite of data: from the node's own compactions, or from a trial compaction where none were seen. Nothing counts until the
 * node's JVM has compiled. A trial begins when the clients were seen without it.
 */
public final class CompactionRates {

    private final NodeCompactions node;
    private final TrialCompaction trial;
    private final JvmWarmUp warmUp;
    private CompactionHistory history = CompactionHistory.NONE;
    private ClientCounts clients = ClientCounts.NONE;
    private Instant sampledAt = Instant.EPOCH;

    public CompactionRates(NodeCompactions node, TrialCompaction trial, JvmWarmUp warmUp) {
        this.node = node;
        this.trial = trial;
        this.warmUp = warmUp;
    }

    /**
     * Reads the node's compactions. Called once per sample.
     *
     * @param monotonic time that no step of the clock changes
     */
    void refresh(Instant now, Instant monotonic, CounterSample sample) {
        ClientCounts counts = sample.clients();
        clients = counts;
        sampledAt = now;
        warmUp.refresh(sample.nanoTime());
        history = trial.refresh(now, counts, history);
        if (!areClientsUsual()) {
            history = history.gap();
            return;
        }
        try {
            CompactionHistory former = history;
            history = node.sample(monotonic, counts).map(former::next).orElseGet(former::gap);
        } catch (NodeException unknown) {
            history = history.gap();
        }
    }

    /** Whether the clients are as usual: the node's JVM has compiled, and no trial compaction makes them slower. */
    boolean areClientsUsual() {
        return warmUp.isOver() && !trial.disturbsClients(sampledAt);
    }

    /** Whether a plan that needs a trial compaction must wait: the trial runs, or cannot begin because the node's JVM still compiles. */
    boolean isTrialAwaited() {
        return trial.isRunning() || !warmUp.isOver();
    }

    /** The trial compaction that must end before a plan can be priced; empty if the price is measured or no trial is possible. */
    Optional<TrialNeed> trial(Plan plan) {
        return plan.isPriceAssumed()
                ? trial.files().map(files -> new TrialNeed(files, history.isQuietShown()))
                : Optional.empty();
    }

    /** As {@link TrialCompaction#next}. */
    Optional<CompactionAction> nextTrial() {
        return trial.next();
    }

    void begin(CompactionAction.Trial action) {
        trial.begin(action, clients);
    }

    /** Stops a running trial. */
    void stopTrial(Instant now) {
        trial.stop(now);
    }

    /** The cost of a rewrite of some tables; empty if their size cannot be read. */
    Optional<RewritePrice> price(List<TableName> some, RewriteCostLimits limits) {
        return node.price(some, limits, history);
    }
}
