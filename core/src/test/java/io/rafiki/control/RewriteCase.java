package io.rafiki.control;

import io.rafiki.control.record.DecisionRecord;
import io.rafiki.knob.ChangeCost;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;

/**
 * A compaction that data must be rewritten for: 512 MB at 32 MB/s are 16 s at half the throughput. Leveled gives 40 % to reads and
 * takes 40 % from writes.
 */
abstract class RewriteCase extends RiggedTest {

    @BeforeEach
    final void allowRewrites() {
        rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads", "compaction"));
        rig.costs = Set.of(ChangeCost.INSTANT, ChangeCost.REWRITES_DATA);
    }

    final DecisionRecord last() {
        return rig.tuner.status().last().orElseThrow();
    }

    final String compaction() {
        return String.valueOf(rig.node.table.values.get("CompactionParametersJson"));
    }
}
