package io.rafiki.workload;

/** Senses {@link WorkloadFeature#SCAN_SHARE}. */
public final class ScanShare extends OperationShare {

    public ScanShare() {
        super(WorkloadFeature.SCAN_SHARE);
    }

    @Override
    long part(OperationCounts counts) {
        return counts.scans();
    }

    @Override
    long whole(OperationCounts counts) {
        return counts.reads() + counts.scans();
    }
}
