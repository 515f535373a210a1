package io.rafiki.cluster;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A quantity that a canary and its peers are compared by. Lower is better for all of them.
 *
 * <p>The share of throughput is not among them, because clients move their requests to faster nodes.
 */
public enum PeerMetric {
    SERVICE_TIME("service time", PeerWindow::serviceMicros, 1),
    TAIL("tail of the service time", PeerWindow::tailMicros, 1),
    CPU("processor time per operation", PeerWindow::cpuMicros, 1),
    /** Half a kibibyte is added, so that nodes with hardly any disk reads are equal. */
    DISK_READS("disk reads per operation", PeerWindow::diskReads, 512),
    DEBT("compaction debt", PeerWindow::debt, 4);

    @SuppressWarnings("ImmutableEnumChecker") // a method reference without state
    private final ToDoubleFunction<PeerWindow> value;

    private final String label;
    private final double offset;

    /** @param offset is added to each value, so that differences of tiny values do not count */
    PeerMetric(String label, ToDoubleFunction<PeerWindow> value, double offset) {
        this.label = label;
        this.value = value;
        this.offset = offset;
    }

    /** Name for the operator. */
    public String label() {
        return label;
    }

    /** The logarithm of the canary's value relative to the geometric mean of its peers: 0.1 for about 10 % more. */
    double difference(PeerWindow canary, List<PeerWindow> peers) {
        double mean = peers.stream().mapToDouble(this::logarithm).average().orElseThrow();
        return logarithm(canary) - mean;
    }

    private double logarithm(PeerWindow window) {
        return Math.log(Math.max(0, value.applyAsDouble(window)) + offset);
    }
}
