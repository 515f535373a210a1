package io.rafiki.trainer.host;

import java.util.Optional;

/**
 * The resource limits that a plan asks for.
 *
 * @param memoryMiB memory including page cache, in MiB
 * @param reads disk reads from the node's folder, per second
 * @param cpuPercent processor time, in percent of one processor
 * @param readAheadKiB read-ahead of the disk of the node's folder, in KiB; empty leaves it
 */
public record RequestedLimits(
        Optional<Integer> memoryMiB,
        Optional<Integer> reads,
        Optional<Integer> cpuPercent,
        Optional<Integer> readAheadKiB) {

    /** No limit. */
    public static final RequestedLimits NONE =
            new RequestedLimits(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** These limits with this memory, in MiB. */
    public RequestedLimits withMemory(int mebibytes) {
        return new RequestedLimits(Optional.of(mebibytes), reads, cpuPercent, readAheadKiB);
    }

    /** These limits with these disk reads per second. */
    public RequestedLimits withReads(int perSecond) {
        return new RequestedLimits(memoryMiB, Optional.of(perSecond), cpuPercent, readAheadKiB);
    }

    /** These limits with this processor time, in percent of one processor. */
    public RequestedLimits withCpu(int percent) {
        return new RequestedLimits(memoryMiB, reads, Optional.of(percent), readAheadKiB);
    }

    /** These limits with this read-ahead, in KiB. */
    public RequestedLimits withReadAhead(int kibibytes) {
        return new RequestedLimits(memoryMiB, reads, cpuPercent, Optional.of(kibibytes));
    }
}
