package io.rafiki.cluster;

import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;

/**
 * A quantity that a canary and its peers are compared by. Lower is better for all of them.
 *
 * <p>The share of throughput is not among them, because clients move their requests to faster nodes. Times are those of one mix of
 * operations for all nodes, because coordinators prefer some replicas for reads, and a read takes longer than a write.
 */
public enum PeerMetric {
    SERVICE_TIME("service time", (window, mix) -> window.mean().of(mix), 1, Use.MEAN),
    /** Is recorded and gives no verdict, because Cassandra's percentile remembers minutes, so windows are not independent. */
    TAIL("tail of the service time", (window, mix) -> window.tail().of(mix), 1, Use.NONE),
    CPU("processor time per operation", (window, mix) -> window.cpuMicros(), 1, Use.MEAN),
    /** A page is added, so that nodes with hardly any disk reads are equal. */
    DISK_READS("disk reads per operation", (window, mix) -> window.diskReads(), 4096, Use.MEAN_AND_MEDIAN, 0.1),
    /** The step from none to one is a difference of 0.2. */
    DEBT("compaction debt", (window, mix) -> window.debt(), 4, Use.MEAN_AND_MEDIAN, 0.2),
    /** Gives no verdict: the other metrics are compared at the same share of reads. Equal if only one kind of operation is compared. */
    READ_SHARE("share of reads", (window, mix) -> mix > 0 && mix < 1 ? window.replicaReadRatio() : mix, 0.02, Use.NONE);

    /** What must differ for a verdict. */
    enum Use {
        /** It gives no verdict. */
        NONE,
        MEAN,
        /** For bursts: the mean of a few windows is that of the greatest burst. */
        MEAN_AND_MEDIAN
    }

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final ToDoubleBiFunction<PeerWindow, Double> value;

    private final String label;
    private final double offset;
    private final Use use;
    private final double deviation;

    PeerMetric(String label, ToDoubleBiFunction<PeerWindow, Double> value, double offset, Use use) {
        this(label, value, offset, use, 0);
    }

    /**
     * @param value of a window for a mix of operations, the share of reads
     * @param offset is added to each value, so that differences of tiny values do not count
     * @param deviation smallest standard deviation of the differences that counts
     */
    PeerMetric(String label, ToDoubleBiFunction<PeerWindow, Double> value, double offset, Use use, double deviation) {
        this.label = label;
        this.value = value;
        this.offset = offset;
        this.use = use;
        this.deviation = deviation;
    }

    Use use() {
        return use;
    }

    /** Smallest standard deviation of its differences that counts. Equal windows before a change do not show that later ones are equal too. */
    double leastDeviation() {
        return deviation;
    }

    /** Name for the operator. */
    public String label() {
        return label;
    }

    /** The logarithm of the canary's value relative to the geometric mean of its peers: 0.1 for about 10 % more. */
    double difference(PeerWindow canary, List<PeerWindow> peers) {
        double mix = mix(Stream.concat(Stream.of(canary), peers.stream()).toList());
        double mean = peers.stream()
                .mapToDouble(peer -> logarithm(peer, mix))
                .average()
                .orElseThrow();
        return logarithm(canary, mix) - mean;
    }

    /** The mean share of reads; if a node had reads only, or writes only, the others are compared by the same kind. */
    private static double mix(List<PeerWindow> windows) {
        if (!windows.stream().allMatch(PeerWindow::hasReads)) {
            return 0;
        }
        return windows.stream().allMatch(PeerWindow::hasWrites)
                ? windows.stream()
                        .mapToDouble(PeerWindow::replicaReadRatio)
                        .average()
                        .orElseThrow()
                : 1;
    }

    private double logarithm(PeerWindow window, double mix) {
        return Math.log(Math.max(0, value.applyAsDouble(window, mix)) + offset);
    }
}
