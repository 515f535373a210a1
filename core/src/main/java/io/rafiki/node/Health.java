package io.rafiki.node;

/**
 * A node's activities other than serving clients, at one moment.
 *
 * @param mode operation mode, {@code NORMAL} on a node that has joined and is not leaving, moving or draining
 * @param nodes nodes of the cluster, including this one
 * @param unreachable cluster nodes that this one considers down
 * @param moving cluster nodes that join, leave or move
 * @param streams open streams to or from this node
 * @param repairs repairs in which this node takes part
 * @param pendingCompactions pending and running compactions
 * @param hints hints that this node has written since its start
 * @param collectionMillis time in stop-the-world garbage collections since the node's start
 */
public record Health(
        String mode,
        int nodes,
        int unreachable,
        int moving,
        int streams,
        int repairs,
        int pendingCompactions,
        long hints,
        long collectionMillis) {}
