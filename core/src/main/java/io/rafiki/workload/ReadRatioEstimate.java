package io.rafiki.workload;

import java.util.List;

/**
 * The estimate of a share of operations: {@code part} of {@code n} operations, with {@code dispersion} times the variance of independent
 * ones (quasi-binomial; McCullagh and Nelder 1989, §4.5).
 *
 * @param part operations of the counted kind
 * @param n all operations
 * @param dispersion at least 1
 */
record ReadRatioEstimate(long part, long n, double dispersion) {

    static ReadRatioEstimate of(OperationShare share, Window window) {
        OperationCounts counts = window.counts();
        return new ReadRatioEstimate(share.part(counts), share.whole(counts), window.dispersion());
    }

    static ReadRatioEstimate of(OperationShare share, List<SampleInterval> slices) {
        return sum(share, slices).with(new Scatter(share).add(slices));
    }

    /** Estimates of two intervals with a common dispersion, each measured against its own ratio. */
    static ReadRatioEstimate[] estimates(
            OperationShare share, List<SampleInterval> before, List<SampleInterval> after) {
        Scatter common = new Scatter(share).add(before).add(after);
        return new ReadRatioEstimate[] {
            sum(share, before).with(common), sum(share, after).with(common)
        };
    }

    /** The dispersion of the share with the highest variance. */
    static double dispersion(List<SampleInterval> slices) {
        return WorkloadSensors.shares().stream()
                .mapToDouble(share -> of(share, slices).dispersion())
                .max()
                .orElse(1);
    }

    double ratio() {
        return n == 0 ? Double.NaN : part / (double) n;
    }

    /** The sum of both variances, under the hypothesis that the true ratios are equal. */
    double varianceOfDifference(ReadRatioEstimate other) {
        double common = ratioWith(other);
        return varianceAbout(common) + other.varianceAbout(common);
    }

    /** The pooled ratio. One operation of each kind is added, so that a ratio of 0 or 1 keeps a variance. */
    private double ratioWith(ReadRatioEstimate other) {
        return (part + other.part + 1.0) / (n + other.n + 2.0);
    }

    /**
     * The variance of the ratio for another true ratio: the greater of the two. A few equal operations underestimate their own variance,
     * and a few rare ones look impossible under the other ratio.
     */
    private double varianceAbout(double p) {
        return Math.max(variance(), dispersion * p * (1 - p) / (n + 2.0));
    }

    /** The variance of the ratio. One operation of each kind is added, so that a ratio of 0 or 1 keeps a variance. */
    double variance() {
        double p = (part + 1.0) / (n + 2.0);
        return dispersion * p * (1 - p) / (n + 2.0);
    }

    private static ReadRatioEstimate sum(OperationShare share, List<SampleInterval> slices) {
        long part = 0;
        long n = 0;
        for (SampleInterval slice : slices) {
            part += share.part(slice.counts());
            n += share.whole(slice.counts());
        }
        return new ReadRatioEstimate(part, n, 1);
    }

    private ReadRatioEstimate with(Scatter scatter) {
        return new ReadRatioEstimate(part, n, scatter.dispersion());
    }

    /** Pearson's chi-squared of slices against the ratio of their interval, divided by its degrees of freedom. */
    private static final class Scatter {

        private final OperationShare share;
        private double chiSquared;
        private int freedom;

        Scatter(OperationShare share) {
            this.share = share;
        }

        Scatter add(List<SampleInterval> stretch) {
            double p = sum(share, stretch).ratio();
            int used = 0;
            for (SampleInterval slice : stretch) {
                long n = share.whole(slice.counts());
                if (n > 0) {
                    double residual = share.part(slice.counts()) - n * p;
                    chiSquared += residual == 0 ? 0 : residual * residual / (n * p * (1 - p));
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
