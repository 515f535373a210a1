package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.cluster.LeaseTable.Result;
import io.rafiki.cluster.LeaseTable.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Leases of 60 s that end 10 s earlier on the node, on a table with lost answers and lost requests. */
class LeaseTest {

    private static final Duration TTL = Duration.ofSeconds(60);
    private static final Duration MARGIN = Duration.ofSeconds(10);
    private static final long SECOND = 1_000_000_000L;

    private final FaultyTable table = new FaultyTable();

    @Test
    void oneNodeLeadsAndItsSuccessorHasTheNextEpoch() throws Exception {
        Lease one = lease("n1");
        Lease two = lease("n2");
        assertThat(one.refresh(0)).hasValue(1);
        assertThat(two.refresh(0)).isEmpty();
        table.now = 60 * SECOND;
        assertThat(two.refresh(0)).hasValue(2);
        assertThat(one.refresh(0)).isEmpty();
    }

    @Test
    void aHolderThatRenewsKeepsItsEpoch() throws Exception {
        Lease one = lease("n1");
        for (int second = 0; second < 600; second += 10) {
            table.now = second * SECOND;
            assertThat(one.refresh(0)).hasValue(1);
        }
    }

    @Test
    void aHolderThatCannotRenewStopsBeforeAnotherNodeLeads() throws Exception {
        Lease one = lease("n1");
        Lease two = lease("n2");
        one.refresh(0);
        two.refresh(0);
        table.fails = true;
        table.now = 49 * SECOND;
        assertThat(one.refresh(0)).hasValue(1);
        table.now = 50 * SECOND;
        assertThat(one.epoch()).isEmpty();
        assertThatThrownBy(() -> one.refresh(0)).isInstanceOf(ClusterException.class);
        table.fails = false;
        assertThat(two.refresh(0)).as("the lease lasts 60 s").isEmpty();
        table.now = 60 * SECOND;
        assertThat(two.refresh(0)).hasValue(2);
    }

    /** A node that starts does not know how old the lease is. */
    @Test
    void aNewNodeWaitsForAWholeTimeToLive() throws Exception {
        lease("n1").refresh(0);
        table.now = 600 * SECOND;
        Lease two = lease("n2");
        assertThat(two.refresh(0)).isEmpty();
        table.now = 659 * SECOND;
        assertThat(two.refresh(0)).isEmpty();
        table.now = 660 * SECOND;
        assertThat(two.refresh(0)).hasValue(2);
    }

    /** A lease that is renewed in the moment of the take-over stays. */
    @Test
    void aRenewalDefeatsATakeOver() throws Exception {
        Lease one = lease("n1");
        one.refresh(0);
        Row before = table.read();
        table.now = 30 * SECOND;
        assertThat(one.refresh(0)).hasValue(1);
        assertThat(table.acquire(before, new Row(2, 0, Optional.of("n2")))).isEqualTo(Result.REFUSED);
        assertThat(one.refresh(0)).hasValue(1);
    }

    @Test
    void withoutAQuorumTheHolderKeepsItsTime() throws Exception {
        Lease one = lease("n1");
        one.refresh(0);
        table.losesRequest = true;
        table.now = 30 * SECOND;
        assertThat(one.refresh(0)).hasValue(1);
        table.now = 50 * SECOND;
        assertThat(one.epoch()).isEmpty();
    }

    /** The answer to the acquisition is lost. The row shows that it was applied; the time counts from the request. */
    @Test
    void anUnknownResultIsResolvedByReading() throws Exception {
        table.losesAnswer = true;
        Lease one = lease("n1");
        assertThat(one.refresh(0)).hasValue(1);
        table.losesAnswer = false;
        table.losesRequest = true;
        assertThat(lease("n2").refresh(0)).isEmpty();
    }

    /** The nodes have obeyed leaders with epochs of a table that an operator dropped. */
    @Test
    void aLeaseInANewTableHasAHigherEpochThanTheNodesReport() throws Exception {
        Lease one = lease("n1");
        assertThat(one.refresh(7)).hasValue(8);
        table.now = 20 * SECOND;
        assertThat(one.refresh(8)).as("the nodes obey it").hasValue(8);
    }

    /** A node that starts has not read the reports when it acquires the lease. */
    @Test
    void aHolderGivesALeaseUpThatTheNodesWouldRefuse() throws Exception {
        Lease one = lease("n1");
        Lease two = lease("n2");
        assertThat(one.refresh(0)).hasValue(1);
        table.now = SECOND;
        assertThat(one.refresh(7)).isEmpty();
        assertThat(two.refresh(7)).isEmpty();
        table.now = 61 * SECOND;
        assertThat(two.refresh(7)).hasValue(8);
    }

    @Test
    void aHolderDoesNotRenewTheLeaseOfAnotherNodeInANewTable() throws Exception {
        Lease one = lease("n1");
        assertThat(one.refresh(0)).hasValue(1);
        table.row = Row.NONE;
        Lease two = lease("n2");
        assertThat(two.refresh(0)).hasValue(1);
        table.now = 20 * SECOND;
        assertThat(one.refresh(0)).isEmpty();
        assertThat(two.refresh(0)).hasValue(1);
    }

    @Test
    void theFenceRecordsTheHighestEpochAndTheHighestRollout() throws Exception {
        List<OrderNumber> recorded = new ArrayList<>();
        EpochFence fence = new EpochFence(recorded::add);
        assertThat(fence.accepts(new OrderNumber(3, 5))).isTrue();
        assertThat(fence.accepts(new OrderNumber(3, 4)))
                .as("the undo of a former roll-out")
                .isTrue();
        assertThat(fence.accepts(new OrderNumber(2, 6))).as("a former leader").isFalse();
        assertThat(fence.accepts(new OrderNumber(4, 4))).isTrue();
        assertThat(recorded).containsExactly(new OrderNumber(3, 5), new OrderNumber(4, 5));
        assertThat(fence.highest()).isEqualTo(new OrderNumber(4, 5));
    }

    @Test
    void aMarginOfMoreThanHalfTheTimeIsRefused() {
        assertThatThrownBy(() -> new Lease(table, "n1", TTL, Duration.ofSeconds(31), () -> 0))
                .hasMessageContaining("expected a margin of at most half of PT1M, found PT31S");
    }

    /**
     * Random schedules of three nodes. Each step one of them refreshes its lease or sends a plan to a target, which may arrive later. Nodes
     * stop for up to two minutes, clocks run up to 0.1 % apart, answers and requests are lost. The target never executes an epoch after a
     * higher one, and at no time two nodes believe to hold the lease.
     */
    @Test
    void noScheduleLetsTwoEpochsActAtOnce() throws Exception {
        int plans = 0;
        for (int seed = 0; seed < 10_000; seed++) {
            List<Long> executed = schedule(new SplittableRandom(seed), seed);
            plans += executed.size();
            for (int i = 1; i < executed.size(); i++) {
                assertThat(executed.get(i))
                        .as("seed %d: %s", seed, executed)
                        .isGreaterThanOrEqualTo(executed.get(i - 1));
            }
        }
        assertThat(plans).isGreaterThan(10_000);
    }

    private static List<Long> schedule(SplittableRandom random, int seed) throws Exception {
        FaultyTable shared = new FaultyTable();
        List<Lease> nodes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            double drift = 1 + (random.nextDouble() - 0.5) * 0.002;
            nodes.add(new Lease(shared, "n" + i, TTL, MARGIN, () -> (long) (shared.now * drift)));
        }
        EpochFence target = new EpochFence(highest -> {});
        List<Long> delayed = new ArrayList<>();
        List<Long> executed = new ArrayList<>();
        for (int step = 0; step < 120; step++) {
            shared.now += random.nextLong(30 * SECOND);
            shared.losesAnswer = random.nextInt(5) == 0;
            shared.losesRequest = random.nextInt(5) == 0;
            shared.fails = random.nextInt(10) == 0;
            Lease node = nodes.get(random.nextInt(3));
            OptionalLong epoch;
            try {
                epoch = node.refresh(0);
            } catch (ClusterException noQuorum) {
                epoch = node.epoch();
            }
            assertThat(nodes.stream().filter(each -> each.epoch().isPresent()))
                    .as("holders, seed %d, step %d", seed, step)
                    .hasSizeLessThanOrEqualTo(1);
            // the process may stop between the check and the plan
            epoch.ifPresent(delayed::add);
            while (!delayed.isEmpty() && random.nextInt(3) > 0) {
                long arrived = delayed.remove(random.nextInt(delayed.size()));
                if (target.accepts(new OrderNumber(arrived, 1))) {
                    executed.add(arrived);
                }
            }
        }
        return executed;
    }

    private Lease lease(String node) {
        return new Lease(table, node, TTL, MARGIN, () -> table.now);
    }

    /** A row whose writes can fail. */
    private static final class FaultyTable implements LeaseTable {

        private long now;
        private Row row = Row.NONE;
        private boolean fails;
        private boolean losesAnswer;
        private boolean losesRequest;

        @Override
        public Row look() throws ClusterException {
            return read();
        }

        @Override
        public Row read() throws ClusterException {
            if (fails) {
                throw new ClusterException("no quorum", null);
            }
            return row;
        }

        private Result write(boolean condition, Row next) {
            if (fails || losesRequest) {
                return Result.UNKNOWN;
            }
            if (condition) {
                row = next;
            }
            return losesAnswer ? Result.UNKNOWN : condition ? Result.APPLIED : Result.REFUSED;
        }

        @Override
        public Result acquire(Row before, Row next) {
            return write(row.equals(before), next);
        }

        @Override
        public Result renew(Row extended) {
            return write(row.epoch() == extended.epoch() && row.holder().equals(extended.holder()), extended);
        }
    }
}
