package io.rafiki.workload;

import java.util.List;

/**
 * A read ratio with what is needed to compare it: successes of {@code n} operations that are {@code dispersion} times as
 * variable as independent ones (quasi-binomial; McCullagh and Nelder 1989, §4.5).
 *
 * @param reads reads and scans
 * @param n all operations
 * @param dispersion at least 1
 */
record Proportion(long reads, long n, double dispersion) {

    static Proportion of(Window window) {
        return new Proportion(window.reads() + window.scans(), window.operations(), window.dispersion());
    }

    static Proportion of(List<Slice> slices) {
        long reads = slices.stream().mapToLong(Slice::readsAndScans).sum();
        long n = slices.stream().mapToLong(Slice::operations).sum();
        return new Proportion(reads, n, dispersion(slices, reads, n));
    }

    double ratio() {
        return n == 0 ? Double.NaN : reads / (double) n;
    }

    /** Variance of the ratio; one operation of each kind is added, so that a ratio of 0 or 1 is not taken for certain. */
    double variance() {
        double p = (reads + 1.0) / (n + 2.0);
        return dispersion * p * (1 - p) / (n + 2.0);
    }

    /** Pearson's chi-squared over its degrees of freedom, at least 1; 1 if there is nothing to estimate it from. */
    private static double dispersion(List<Slice> slices, long reads, long n) {
        if (reads <= 0 || reads >= n) {
            return 1;
        }
        double p = reads / (double) n;
        double chiSquared = 0;
        int used = 0;
        for (Slice slice : slices) {
            if (slice.operations() > 0) {
                double residual = slice.readsAndScans() - slice.operations() * p;
                chiSquared += residual * residual / (slice.operations() * p * (1 - p));
                used++;
            }
        }
        return used < 2 ? 1 : Math.max(1, chiSquared / (used - 1));
    }
}
