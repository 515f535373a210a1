package io.rafiki.control;

import io.rafiki.cluster.PeerGroup;
import io.rafiki.cluster.ProposedChange;
import io.rafiki.cluster.RolloutPlan;
import java.util.List;
import java.util.Map;

/** Changes of a roll-out on three nodes. */
abstract class ClusterTargetCase extends RiggedTest {

    static final PeerGroup GROUP = new PeerGroup("n1", List.of("n2", "n3"));

    static final ProposedChange LEVELED =
            new ProposedChange("d7", Map.of("compaction", "Leveled"), List.of("ycsb.usertable"), true, 12);
    static final ProposedChange POOLS =
            new ProposedChange("d7", Map.of("concurrent_reads", "16", "concurrent_writes", "80"), List.of(), false, 12);

    static RolloutPlan rollout(ProposedChange change) {
        return new RolloutPlan(5, change, "an operator", GROUP);
    }
}
