package io.rafiki.knob;

import java.util.OptionalLong;

/**
 * What a node runs on, as far as knob ranges and constraints depend on it.
 *
 * @param cores processors that the node's JVM sees
 * @param heapMiB the JVM's greatest heap in MiB
 * @param memoryMiB the memory that the node may use in all, its limit where it has one, in MiB; empty where nobody knows
 */
public record Machine(int cores, long heapMiB, OptionalLong memoryMiB) {

    /** @throws IllegalArgumentException if one is less than 1 */
    public Machine {
        if (memoryMiB.orElse(1) < 1) {
            throw new IllegalArgumentException(
                    "machine: expected at least 1 MiB of memory, found " + memoryMiB.getAsLong());
        }
        if (cores < 1 || heapMiB < 1) {
            throw new IllegalArgumentException("machine: expected at least 1 core and 1 MiB of heap, found " + cores
                    + " cores, " + heapMiB + " MiB");
        }
    }

    /** A machine whose memory is not known. */
    public Machine(int cores, long heapMiB) {
        this(cores, heapMiB, OptionalLong.empty());
    }

    /** The same with that much memory. */
    public Machine memory(long mebibytes) {
        return new Machine(cores, heapMiB, OptionalLong.of(mebibytes));
    }

    @Override
    public String toString() {
        return cores + (cores == 1 ? " core, " : " cores, ") + heapMiB + " MiB heap"
                + (memoryMiB.isPresent() ? ", " + memoryMiB.getAsLong() + " MiB memory" : "");
    }
}
