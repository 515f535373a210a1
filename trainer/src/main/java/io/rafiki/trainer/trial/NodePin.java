package io.rafiki.trainer.trial;

import io.rafiki.trainer.host.CpuAffinity;
import java.io.IOException;
import java.util.function.Supplier;

/** Pins a node's process and its client to the processors of the measured part, which can change during the run. */
public final class NodePin implements LoadGenerator.Pin {

    private final long node;
    private final Supplier<CpuPinning> places;
    private CpuPinning pinned;

    /**
     * A pin that has not been used yet.
     *
     * @param node process id of the node
     * @param places processors of node and client
     */
    public NodePin(long node, Supplier<CpuPinning> places) {
        this.node = node;
        this.places = places;
    }

    @Override
    public void pin(long client) throws IOException, InterruptedException {
        CpuPinning now = places.get();
        if (now.equals(pinned)) {
            return;
        }
        if (now.node().isPresent()) {
            CpuAffinity.pin(node, now.node().get());
        }
        if (now.client().isPresent()) {
            CpuAffinity.pin(client, now.client().get());
        }
        pinned = now;
    }
}
