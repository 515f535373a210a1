package io.rafiki.cluster;

/**
 * The numbers of a leader's order.
 *
 * @param epoch of the leader; 0 without an order
 * @param rollout number of the roll-out; 0 without an order
 */
public record OrderNumber(long epoch, long rollout) {

    public static final OrderNumber NONE = new OrderNumber(0, 0);

    /** The higher epoch and the higher roll-out of both. */
    public OrderNumber max(OrderNumber other) {
        return new OrderNumber(Math.max(epoch, other.epoch), Math.max(rollout, other.rollout));
    }
}
