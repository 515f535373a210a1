package io.rafiki.benchmark.agent;

import io.rafiki.benchmark.agent.AgentBenchmark.Base;
import io.rafiki.benchmark.agent.AgentBenchmark.Mix;
import io.rafiki.benchmark.agent.AgentBenchmark.Protocol;
import java.util.Locale;

/**
 * A measured pair of nodes: one line of the benchmark's results.
 *
 * @param mix of reads and updates
 * @param against what the base is
 * @param warmUpSeconds longest warm-up
 * @param measuredSeconds duration of the measured phase
 * @param base node without the agent, or with {@code engine: compiled}
 * @param agent node with the agent
 * @param model hash of the agent's model; null in old results
 */
record AgentPair(
        Mix mix,
        Base against,
        long warmUpSeconds,
        long measuredSeconds,
        NodeSample base,
        NodeSample agent,
        String model) {

    static AgentPair of(Mix mix, Protocol protocol, String model, NodeSample base, NodeSample agent) {
        return new AgentPair(
                mix,
                protocol.base(),
                protocol.warmUp().toSeconds(),
                protocol.measured().toSeconds(),
                base,
                agent,
                model);
    }

    /**
     * Whether it was measured in this way.
     *
     * @param hash of the agent's model
     */
    boolean isOf(Mix other, Protocol protocol, String hash) {
        return mix == other
                && (model == null || model.equals(hash))
                && against == protocol.base()
                && warmUpSeconds == protocol.warmUp().toSeconds()
                && measuredSeconds == protocol.measured().toSeconds();
    }

    /** One line about both nodes. */
    String text() {
        return String.format(
                Locale.ROOT,
                "%,.0f ops/s of the base, %,.0f with the agent. Read p99: %.2f and %.2f ms. Write p99: %.2f and"
                        + " %.2f ms. Warm-up: %.0f s.",
                base.throughput(),
                agent.throughput(),
                base.readP99(),
                agent.readP99(),
                base.writeP99(),
                agent.writeP99(),
                agent.warmUp());
    }
}
