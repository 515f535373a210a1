package io.rafiki.knob;

/**
 * What a node runs on, as far as knob ranges depend on it.
 *
 * @param cores processors that the node's JVM sees
 * @param heapMiB the JVM's greatest heap in MiB
 */
public record Machine(int cores, long heapMiB) {

    /** @throws IllegalArgumentException if either is less than 1 */
    public Machine {
        if (cores < 1 || heapMiB < 1) {
            throw new IllegalArgumentException("machine: expected at least 1 core and 1 MiB of heap, found " + cores
                    + " cores, " + heapMiB + " MiB");
        }
    }

    @Override
    public String toString() {
        return cores + (cores == 1 ? " core, " : " cores, ") + heapMiB + " MiB heap";
    }
}
