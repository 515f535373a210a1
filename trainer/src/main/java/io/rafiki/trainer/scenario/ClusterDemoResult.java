package io.rafiki.trainer.scenario;

import java.util.List;

/**
 * The result of {@link ClusterDemo}.
 *
 * @param nodes size of the ring
 * @param good the roll-out of the model's proposal
 * @param bad the roll-out of a deliberately bad change
 * @param applied nodes on which the first change is permanent
 * @param readBack whether each node had the expected values after each roll-out
 * @param gain relative gain in throughput of the permanent change over the time before it; NaN without one
 * @param perSecond operations of all clients in each second
 * @param events what happened, in chronological order
 */
public record ClusterDemoResult(
        int nodes,
        Course good,
        Course bad,
        int applied,
        boolean readBack,
        double gain,
        List<Double> perSecond,
        List<Event> events) {

    public ClusterDemoResult {
        perSecond = List.copyOf(perSecond);
        events = List.copyOf(events);
    }

    /**
     * How a roll-out ended.
     *
     * @param change its values
     * @param phase its last phase
     * @param verdict reason of its end; empty without one
     * @param decidedBy what decided how it ended
     * @param before canary minus peers in each window before the change, as logarithms of service times
     * @param after the same after the change
     */
    public record Course(
            String id,
            String change,
            String phase,
            String verdict,
            DecidedBy decidedBy,
            List<Double> before,
            List<Double> after) {}

    /** What decided how a roll-out ended. */
    public enum DecidedBy {
        /** The comparison of the canary with its peers. */
        COMPARISON,
        /** The demo as the operator, because the comparison had no verdict. */
        OPERATOR_WITHOUT_VERDICT,
        /** The demo as the operator, because the comparison confirmed the bad change. */
        OPERATOR_AGAINST_VERDICT,
        /** Something else, such as a node that did not apply the change. */
        OTHER
    }

    /**
     * An event.
     *
     * @param second since the clients began
     */
    public record Event(double second, String text) {}

    /** Whether the canary of the first roll-out was not worse than its peers. */
    public boolean isCanaryPassed() {
        return good.phase().equals("permanent");
    }

    /** Number of roll-outs that were undone on all nodes. */
    public int rolledBack() {
        return (good.phase().equals("aborted") ? 1 : 0) + (bad.phase().equals("aborted") ? 1 : 0);
    }

    /** Whether the first change is permanent, and the comparison found the bad one, which was undone. */
    public boolean isSuccess() {
        return isCanaryPassed()
                && applied == nodes
                && rolledBack() == 1
                && bad.decidedBy() == DecidedBy.COMPARISON
                && readBack;
    }
}
