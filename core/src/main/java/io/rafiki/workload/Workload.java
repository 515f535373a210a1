package io.rafiki.workload;

/**
 * What clients do, as far as the surrogate knows it.
 *
 * @param readRatio share of reads (scans included) among all operations, 0 to 1 (Rafiki §3.3)
 */
public record Workload(double readRatio) {

    /** @throws IllegalArgumentException if the ratio is not within 0 to 1 */
    public Workload {
        if (!(readRatio >= 0 && readRatio <= 1)) {
            throw new IllegalArgumentException("readRatio: expected 0..1, found " + readRatio);
        }
    }
}
