package io.rafiki.workload;

/** A feature that is a share of operations, so that its sampling variance follows from counts. */
abstract class OperationShare implements WorkloadSensor {

    private final WorkloadFeature feature;

    OperationShare(WorkloadFeature feature) {
        this.feature = feature;
    }

    /** Operations of the kind whose share is taken. */
    abstract long part(OperationCounts counts);

    /** Operations among which the share is taken. */
    abstract long whole(OperationCounts counts);

    @Override
    public final WorkloadFeature feature() {
        return feature;
    }

    @Override
    public final double sense(Window window) {
        return of(window.counts());
    }

    /** The share; the feature's absent value if there are no operations of which it is a share. */
    final double of(OperationCounts counts) {
        long whole = whole(counts);
        return whole == 0 ? feature.absent() : part(counts) / (double) whole;
    }

    @Override
    public final double variance(Window before, Window now) {
        return ReadRatioEstimate.of(this, before).varianceOfDifference(ReadRatioEstimate.of(this, now));
    }
}
