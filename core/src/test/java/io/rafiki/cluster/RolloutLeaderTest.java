package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.LeaseTable.Result;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.RolloutTable.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A leader begins explorations at its own pace; the canary of three nodes in mode auto offers them. */
class RolloutLeaderTest {

    private static final Duration INTERVAL = Duration.ofHours(4);
    private static final long EPOCH = 7;
    private static final Set<String> RING = Set.of("n1", "n2", "n3");

    private final List<Row> rows = new ArrayList<>();
    private final Lease lease =
            new Lease(new FreeLease(), "n1", Duration.ofSeconds(60), Duration.ofSeconds(10), this::nanos);
    private final RolloutLeader leader = new RolloutLeader(new Rollouts(), lease, new Node(), this::nanos);
    private boolean explores = true;
    private long nanos = 1;
    private ProposedChange offered = change(ProposedChange.EXPLORATION, "48");

    private long nanos() {
        return nanos;
    }

    @BeforeEach
    void leads() throws ClusterException {
        assertThat(lease.refresh(0)).isEqualTo(OptionalLong.of(EPOCH));
    }

    @Test
    void anExplorationBeginsAfterTheIntervalAndTheNextOneAfterAnother() {
        lead(EPOCH);
        pass(INTERVAL.minusSeconds(1));
        lead(EPOCH);
        assertThat(rows).isEmpty();
        pass(Duration.ofSeconds(1));
        lead(EPOCH);
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).rollout().plan().change()).isEqualTo(offered);
        lead(EPOCH);
        undo();
        offered = change(ProposedChange.EXPLORATION, "22");
        pass(INTERVAL.minusSeconds(1));
        lead(EPOCH);
        assertThat(rows).hasSize(1);
        pass(Duration.ofSeconds(1));
        lead(EPOCH);
        assertThat(rows).hasSize(2);
    }

    @Test
    void aNewLeaderWaitsForAFullInterval() {
        lead(EPOCH);
        pass(INTERVAL);
        lead(EPOCH + 1);
        pass(INTERVAL.minusSeconds(1));
        lead(EPOCH + 1);
        assertThat(rows).isEmpty();
        pass(Duration.ofSeconds(1));
        lead(EPOCH + 1);
        assertThat(rows).hasSize(1);
    }

    @Test
    void anExplorationThatTakesAnIntervalIsUndone() throws ClusterException {
        lead(EPOCH);
        pass(INTERVAL);
        lead(EPOCH);
        lead(EPOCH);
        pass(INTERVAL.minusSeconds(1));
        lead(EPOCH);
        assertThat(rows.get(0).rollout().phase()).isEqualTo(Phase.BASELINE);
        pass(Duration.ofSeconds(1));
        assertThat(lease.refresh(0)).as("it held no lease for hours").isPresent();
        leader.lead(EPOCH, members(), RING, Optional.of("quiet hours"), List.copyOf(rows));
        assertThat(rows.get(0).rollout().phase()).as("during a hold too").isEqualTo(Phase.ABORTED);
        assertThat(rows.get(0).rollout().reason()).isEqualTo("the exploration took too long");
    }

    @Test
    void noOtherRolloutIsLate() throws ClusterException {
        offered = change("d1", "48");
        lead(EPOCH);
        pass(INTERVAL.plusSeconds(1));
        assertThat(lease.refresh(0)).isPresent();
        lead(EPOCH);
        assertThat(rows.get(0).rollout().phase()).isEqualTo(Phase.BASELINE);
    }

    @Test
    void aProposalOfTheTunerDoesNotWait() {
        offered = change("d1", "48");
        lead(EPOCH);
        assertThat(rows).hasSize(1);
    }

    @Test
    void aLeaderWithoutExplorationBeginsNone() {
        explores = false;
        lead(EPOCH);
        pass(INTERVAL);
        lead(EPOCH);
        assertThat(rows).isEmpty();
    }

    @Test
    void noExplorationBeginsWhileAllNodesOnlyObserve() {
        lead(EPOCH);
        pass(INTERVAL);
        leader.lead(EPOCH, members(), RING, Optional.of("quiet hours"), rows);
        assertThat(rows).isEmpty();
    }

    private void lead(long epoch) {
        leader.lead(epoch, members(), RING, Optional.empty(), List.copyOf(rows));
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    private void undo() {
        Rollout begun = rows.get(0).rollout();
        rows.set(
                0,
                new Row(
                        new Rollout(
                                begun.plan(),
                                EPOCH,
                                Phase.ABORTED,
                                begun.nodes(),
                                begun.order(),
                                begun.comparison(),
                                begun.request(),
                                "",
                                false),
                        1));
    }

    private List<Member> members() {
        return List.of(member("n1"), member("n2"), member("n3"));
    }

    private Member member(String id) {
        return new Member(
                id,
                id,
                "rack",
                "1.0",
                "auto",
                "x",
                1,
                Optional.of(Windows.USUAL),
                Optional.of(offered),
                Optional.empty(),
                OrderNumber.NONE);
    }

    private static ProposedChange change(String decision, String readers) {
        return new ProposedChange(decision, Map.of("concurrent_reads", readers), List.of(), false, 1);
    }

    /** A lease that no other node wants. */
    private static final class FreeLease implements LeaseTable {

        @Override
        public LeaseTable.Row read() {
            return new LeaseTable.Row(EPOCH - 1, 0, Optional.empty());
        }

        @Override
        public LeaseTable.Row look() {
            return read();
        }

        @Override
        public Result acquire(LeaseTable.Row before, LeaseTable.Row next) {
            return Result.APPLIED;
        }

        @Override
        public Result renew(LeaseTable.Row extended) {
            return Result.APPLIED;
        }
    }

    /** The roll-outs in memory, newest first. */
    private final class Rollouts implements RolloutTable {

        @Override
        public List<Row> latest(int most, boolean isFinal) {
            return List.copyOf(rows);
        }

        @Override
        public Result begin(Rollout first) {
            rows.add(0, new Row(first, 0));
            return Result.APPLIED;
        }

        @Override
        public Result replace(long version, Rollout next) {
            rows.set(0, new Row(next, version + 1));
            return Result.APPLIED;
        }

        @Override
        public String paused() {
            return "";
        }

        @Override
        public Result pause(String reason) {
            return Result.APPLIED;
        }
    }

    private final class Node implements ClusterNode.Surroundings {

        @Override
        public String id() {
            return "n1";
        }

        @Override
        public Member self() {
            return member("n1");
        }

        @Override
        public Map<String, String> ring() {
            return Map.of("n1", "n1", "n2", "n2", "n3", "n3");
        }

        @Override
        public Optional<String> hold() {
            return Optional.empty();
        }

        @Override
        public boolean makesPermanent() {
            return false;
        }

        @Override
        public boolean explores() {
            return explores;
        }
    }
}
