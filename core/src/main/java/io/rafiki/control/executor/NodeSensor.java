package io.rafiki.control.executor;

import io.rafiki.control.configuration.ExternalChanges;
import io.rafiki.control.configuration.KnobHistory;
import io.rafiki.control.configuration.TunedNode;
import io.rafiki.control.machine.Event;
import io.rafiki.control.machine.Event.ClosedWindow;
import io.rafiki.control.machine.NodeReading;
import io.rafiki.control.machine.NodeReading.AbortedRewrite;
import io.rafiki.control.rewrite.CompactionMonitor;
import io.rafiki.control.status.StatusLine;
import io.rafiki.decision.Change;
import io.rafiki.decision.ChangeCounts;
import io.rafiki.decision.RewriteObstacle;
import io.rafiki.workload.CounterSample;
import io.rafiki.workload.CounterSource;
import io.rafiki.workload.Window;
import io.rafiki.workload.WindowAssembler;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Samples the node for the control loop. */
public final class NodeSensor {

    private final CounterSource counters;
    private final WindowAssembler windows;
    private final TunedNode node;
    private final NodeHealthCheck health;
    private final KnobHistory knobs;
    private final ExternalChanges external;
    private final CompactionMonitor rewrites;
    private final long minOperations;
    private int tables = -1;

    /** Monotonic time of the last sample at which temporary work could explain slower clients; empty if there was none. */
    private OptionalLong disturbedAt = OptionalLong.empty();

    /** @param minOperations operations that a window needs */
    public NodeSensor(
            CounterSource counters,
            WindowAssembler windows,
            TunedNode node,
            NodeHealthCheck health,
            KnobHistory knobs,
            ExternalChanges external,
            CompactionMonitor rewrites,
            long minOperations) {
        this.counters = counters;
        this.windows = windows;
        this.node = node;
        this.health = health;
        this.knobs = knobs;
        this.external = external;
        this.rewrites = rewrites;
        this.minOperations = minOperations;
    }

    /**
     * Samples the counters, and reads the node's health when a window closes.
     *
     * @param spent the changes so far
     * @param revocable changes that may be rolled back at the end of a window
     * @throws RuntimeException if the counters cannot be read
     */
    public Event.Sampled sample(Instant now, ChangeCounts spent, List<Change> revocable) {
        CounterSample sample = readCounters();
        Optional<Window> closed = windows.add(sample, now);
        if (closed.isPresent() || sample.tables().size() != tables) {
            readTables(sample);
            knobs.refresh(now);
        }
        rewrites.refresh(now, sample);
        if (rewrites.explainsSlowdown(now)) {
            disturbedAt = OptionalLong.of(sample.nanoTime());
        }
        if (closed.isPresent()) {
            health.refresh(now);
        }
        return new Event.Sampled(now, reading(now), closed.map(window -> {
            boolean disturbed = isDisturbed(sample, window) || health.isDisturbed();
            return new ClosedWindow(
                    window,
                    disturbed,
                    rewrites.violation(now, spent, rewrites.nodeObstacle()),
                    rewrites.nodeObstacle(revocable));
        }));
    }

    private void readTables(CounterSample sample) {
        tables = sample.tables().size();
        node.tables(sample.tables());
    }

    /** A dropped table is removed before the next reading of the knobs, which can see another one of the same name. */
    private CounterSample readCounters() {
        CounterSample sample = counters.sample();
        external.discard(sample.dropped());
        node.discard(sample.dropped());
        return sample;
    }

    /** Whether temporary work could make clients slower in the window or just before it. */
    private boolean isDisturbed(CounterSample end, Window window) {
        return disturbedAt.isPresent()
                && end.nanoTime() - disturbedAt.getAsLong() <= window.length().toNanos();
    }

    /**
     * Reads the knobs and a rewrite of data, while the loop is stopped.
     *
     * @throws RuntimeException if the counters cannot be read
     */
    public Event.Sampled look(Instant now) {
        CounterSample sample;
        try {
            sample = readCounters();
        } finally {
            // needs no counters
            knobs.refresh(now);
        }
        if (sample.tables().size() != tables) {
            readTables(sample);
        }
        // without the clients the first rewrite after a resume would compare them with none
        rewrites.refresh(now, sample);
        return new Event.Sampled(now, reading(now), Optional.empty());
    }

    /** Whether the node's tables are known. */
    public boolean hasSampled() {
        return tables >= 0;
    }

    /** Why an operator cannot begin a rewrite now; empty if that is possible. */
    public Optional<RewriteObstacle> rewriteObstacle() {
        return rewrites.obstacle();
    }

    /** Why the node does not permit some changes now; empty if it does, or if none rewrites data. */
    public Optional<RewriteObstacle> rewriteObstacle(List<Change> changes) {
        return rewrites.nodeObstacle(changes);
    }

    /** The node with its health as of now, for a command. */
    public NodeReading examined(Instant now) {
        health.refreshWithin();
        return reading(now);
    }

    /** The node as last read. */
    public NodeReading reading(Instant now) {
        return new NodeReading(
                health.conditions(),
                health.nodes(),
                knobs.states(),
                knobs.skips(),
                knobs.isTunableAgain() || node.isRegrouped(),
                rewrites.status(now),
                rewrites.abort().map(cause -> new AbortedRewrite(rewrites.decision(), cause)),
                rewrites.throttled(),
                rewrites.action(),
                rewrites.isTrialAwaited(),
                StatusLine.awaited(windows, minOperations));
    }
}
