package io.rafiki.node;

/**
 * What a node has to do beside serving clients, at one moment.
 *
 * @param mode of operation, {@code NORMAL} on a node that has joined and neither leaves, moves nor drains
 * @param unreachable nodes of the cluster that this one holds for down
 * @param moving nodes of the cluster that join, leave or move
 * @param streams that are open to or from this node
 * @param repairs that this node takes part in
 * @param pendingCompactions that wait or run
 * @param hints that this node has written for others since it started
 * @param collectionMillis spent in collections of garbage that stop the node, since it started
 */
public record Health(
        String mode,
        int unreachable,
        int moving,
        int streams,
        int repairs,
        int pendingCompactions,
        long hints,
        long collectionMillis) {}
