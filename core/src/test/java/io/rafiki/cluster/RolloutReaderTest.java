package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.Rollout.Phase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A roll-out is in place, and the later ones were aborted. */
class RolloutReaderTest {

    private final RolloutRows rows = new RolloutRows();
    private final RolloutReader reader = new RolloutReader(rows);
    private long number;

    @Test
    void aRolloutInPlaceIsReadHoweverManyLaterOnesWereAborted() throws ClusterException {
        begin(Phase.CONFIRMED);
        for (int i = 0; i < 3 * ClusterNode.KEPT; i++) {
            begin(Phase.ABORTED);
            assertThat(read()).endsWith(1L).startsWith(number).hasSizeLessThanOrEqualTo(ClusterNode.KEPT + 1);
        }
        begin(Phase.ABORTED);
        begin(Phase.ABORTED);
        begin(Phase.ABORTED);
        assertThat(read()).as("several since the last read").endsWith(1L);
        assertThat(new RolloutReader(rows).read(true)).as("the first read").hasSize(ClusterNode.KEPT + 1);
    }

    @Test
    void onlyTheLastOnesAreReadIfNoneIsInPlace() throws ClusterException {
        for (int i = 0; i < 2 * ClusterNode.KEPT; i++) {
            begin(Phase.ABORTED);
        }
        assertThat(read()).hasSize(ClusterNode.KEPT);
        assertThat(read()).hasSize(ClusterNode.KEPT).startsWith(number);
    }

    private List<Long> read() throws ClusterException {
        return reader.read(false).stream()
                .map(row -> row.rollout().plan().number())
                .toList();
    }

    private void begin(Phase phase) {
        number++;
        ProposedChange change = new ProposedChange("d1", Map.of("concurrent_reads", "16"), List.of(), false, 1);
        RolloutPlan plan = new RolloutPlan(number, change, "an operator", new PeerGroup("n1", List.of("n2", "n3")));
        Rollout begun = Rollout.begin(plan, List.of());
        rows.begin(begun.with(phase, ""));
    }
}
