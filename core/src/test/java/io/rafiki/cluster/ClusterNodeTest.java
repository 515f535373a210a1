package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterNodeTest {

    private final List<Member> rows = new ArrayList<>();
    private Optional<ClusterException> failure = Optional.empty();
    private Member self = member("n1", "1.0", Optional.empty());

    private final MemberTable table = new MemberTable() {
        @Override
        public void publish(Member member) throws ClusterException {
            if (failure.isPresent()) {
                throw failure.get();
            }
            rows.removeIf(row -> row.id().equals(member.id()));
            rows.add(member);
        }

        @Override
        public List<Member> members() {
            return rows;
        }
    };

    private final ClusterNode node = new ClusterNode(
            table,
            new Lease(new LeaseRow(), "n1", Duration.ofSeconds(60), Duration.ofSeconds(10), () -> 0),
            () -> self);

    @Test
    void aNodeReportsItselfAndLeads() {
        assertThat(node.status().observing()).contains("the node has not reported itself yet");
        node.tick();
        assertThat(node.status().members()).containsExactly(self);
        assertThat(node.status().epoch()).hasValue(1);
        assertThat(node.status().observing()).isEmpty();
    }

    @Test
    void twoUnhealthyNodesOrMixedVersionsAreReasonsToObserve() {
        rows.add(member("n2", "1.0", Optional.of("streams data")));
        node.tick();
        assertThat(node.status().observing()).as("one unhealthy node").isEmpty();
        rows.add(member("n3", "1.0", Optional.of("is joining")));
        node.tick();
        assertThat(node.status().observing()).contains("2 nodes are unhealthy: n2 streams data");
        rows.clear();
        rows.add(member("n2", "1.1", Optional.empty()));
        node.tick();
        assertThat(node.status().observing()).contains("the nodes have different versions: 1.0, 1.1");
    }

    @Test
    void withoutTheTablesItObserves() {
        node.tick();
        failure = Optional.of(new ClusterException("no quorum", null));
        node.tick();
        assertThat(node.status().observing()).contains("no quorum");
        assertThat(node.status().members()).as("as last read").containsExactly(self);
    }

    private static Member member(String id, String versions, Optional<String> problem) {
        return new Member(id, "r1", versions, "x", Optional.empty(), problem);
    }

    /** A row that one node writes, without expiry. */
    private static final class LeaseRow implements LeaseTable {

        private long epoch;
        private Optional<String> holder = Optional.empty();

        @Override
        public Row read() {
            return new Row(epoch, holder);
        }

        @Override
        public Result acquire(String node, long after) {
            epoch = after + 1;
            holder = Optional.of(node);
            return Result.APPLIED;
        }

        @Override
        public Result renew(String node, long held) {
            return Result.APPLIED;
        }

        @Override
        public Result release(String node, long held) {
            holder = Optional.empty();
            return Result.APPLIED;
        }
    }
}
