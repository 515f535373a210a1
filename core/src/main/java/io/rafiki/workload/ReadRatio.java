package io.rafiki.workload;

/** Senses {@link WorkloadFeature#READ_RATIO}. */
public final class ReadRatio extends OperationShare {

    public ReadRatio() {
        super(WorkloadFeature.READ_RATIO);
    }

    @Override
    long part(OperationCounts counts) {
        return counts.reads() + counts.scans();
    }

    @Override
    long whole(OperationCounts counts) {
        return counts.total();
    }
}
