package io.rafiki.trainer.analysis;

import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.List;
import java.util.stream.Stream;

/** The workloads at which an analysis compares predictions. */
final class ComparedWorkloads {

    private static final double READS_WITH_SCANS = 0.9;
    private static final double SCAN_SHARE = 0.1;

    private ComparedWorkloads() {}

    /** 10, 50 and 90 % reads, then 90 % with range reads: the nearest ones in the training domain, without duplicates. */
    static List<Workload> of(TrainingDomain seen) {
        return Stream.of(
                        Workload.ofReadRatio(0.1),
                        Workload.ofReadRatio(0.5),
                        Workload.ofReadRatio(READS_WITH_SCANS),
                        Workload.ofReadRatio(READS_WITH_SCANS).with(WorkloadFeature.SCAN_SHARE, SCAN_SHARE))
                .map(seen::nearest)
                .distinct()
                .toList();
    }
}
