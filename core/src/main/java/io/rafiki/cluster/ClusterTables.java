package io.rafiki.cluster;

/**
 * The tables through which the nodes of a datacenter coordinate.
 *
 * @param lease of the leader
 * @param members reports of the nodes
 * @param rollouts changes of the whole datacenter
 */
public record ClusterTables(LeaseTable lease, MemberTable members, RolloutTable rollouts) {}
