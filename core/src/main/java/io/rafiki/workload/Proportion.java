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
        return sum(slices).with(new Scatter().add(slices));
    }

    /** Two stretches with a common dispersion, each measured against its own ratio. */
    static Proportion[] apart(List<Slice> before, List<Slice> after) {
        Scatter common = new Scatter().add(before).add(after);
        return new Proportion[] {sum(before).with(common), sum(after).with(common)};
    }

    double ratio() {
        return n == 0 ? Double.NaN : reads / (double) n;
    }

    /** The ratio of both together; one operation of each kind is added, so that a ratio of 0 or 1 is not taken for certain. */
    double ratioWith(Proportion other) {
        return (reads + other.reads + 1.0) / (n + other.n + 2.0);
    }

    /**
     * Variance of the ratio where the true one may be another: the greater of the two. A few operations that happen to agree look certain
     * of themselves, a few rare ones look impossible to the other ratio.
     */
    double varianceAbout(double p) {
        return Math.max(variance(), dispersion * p * (1 - p) / (n + 2.0));
    }

    /** Variance of the ratio; one operation of each kind is added, so that a ratio of 0 or 1 is not taken for certain. */
    double variance() {
        double p = (reads + 1.0) / (n + 2.0);
        return dispersion * p * (1 - p) / (n + 2.0);
    }

    private static Proportion sum(List<Slice> slices) {
        long reads = 0;
        long n = 0;
        for (Slice slice : slices) {
            reads += slice.readsAndScans();
            n += slice.operations();
        }
        return new Proportion(reads, n, 1);
    }

    private Proportion with(Scatter scatter) {
        return new Proportion(reads, n, scatter.dispersion());
    }

    /** Pearson's chi-squared of slices against the ratio of their stretch, over its degrees of freedom. */
    private static final class Scatter {

        private double chiSquared;
        private int freedom;

        Scatter add(List<Slice> stretch) {
            Proportion whole = sum(stretch);
            double p = whole.ratio();
            int used = 0;
            for (Slice slice : stretch) {
                if (slice.operations() > 0) {
                    double residual = slice.readsAndScans() - slice.operations() * p;
                    chiSquared += residual == 0 ? 0 : residual * residual / (slice.operations() * p * (1 - p));
                    used++;
                }
            }
            freedom += Math.max(0, used - 1);
            return this;
        }

        double dispersion() {
            return freedom == 0 ? 1 : Math.max(1, chiSquared / freedom);
        }
    }
}
