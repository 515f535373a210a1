package io.rafiki.knob;

import java.util.OptionalLong;

/**
 * The resources of a node, on which knob ranges and constraints depend.
 *
 * @param cores processors of the node's JVM
 * @param heapMiB maximum heap in MiB
 * @param memoryMiB memory that the node can use, its limit if it has one, in MiB; empty if unknown
 */
public record NodeResources(int cores, long heapMiB, OptionalLong memoryMiB) {

    /** @throws IllegalArgumentException if a number is less than 1 */
    public NodeResources {
        if (memoryMiB.orElse(1) < 1) {
            throw new IllegalArgumentException(
                    "machine: expected at least 1 MiB of memory, found " + memoryMiB.getAsLong());
        }
        if (cores < 1 || heapMiB < 1) {
            throw new IllegalArgumentException("machine: expected at least 1 core and 1 MiB of heap, found " + cores
                    + " cores, " + heapMiB + " MiB");
        }
    }

    /** Resources with unknown memory. */
    public NodeResources(int cores, long heapMiB) {
        this(cores, heapMiB, OptionalLong.empty());
    }

    /** A copy with this memory. */
    public NodeResources memory(long mebibytes) {
        return new NodeResources(cores, heapMiB, OptionalLong.of(mebibytes));
    }

    @Override
    public String toString() {
        return cores + (cores == 1 ? " core, " : " cores, ") + heapMiB + " MiB heap"
                + (memoryMiB.isPresent() ? ", " + memoryMiB.getAsLong() + " MiB memory" : "");
    }
}
