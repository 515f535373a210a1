package io.rafiki.cluster;

/**
 * What a roll-out does.
 *
 * @param number of the roll-out in its datacenter, from 1
 * @param change what changes on each node
 * @param by the operator who requested it; {@code auto} for the leader
 * @param group canary and its peers
 */
public record RolloutPlan(long number, ProposedChange change, String by, PeerGroup group) {

    /** {@code r12}. */
    public String id() {
        return "r" + number;
    }

    /** The number of an id. */
    public static long number(String id) {
        return Long.parseLong(id.substring(1));
    }

    /** The same with another change. */
    RolloutPlan with(ProposedChange other) {
        return new RolloutPlan(number, other, by, group);
    }
}
