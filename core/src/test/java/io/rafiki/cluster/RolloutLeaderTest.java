package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.LeaseTable.Result;
import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A leader of three nodes in mode auto: it begins what the canary offers, explorations at its own pace, and keeps what is confirmed. */
class RolloutLeaderTest {

    private static final Duration INTERVAL = Duration.ofHours(4);
    private static final long EPOCH = 7;
    private static final Map<String, String> RING = Map.of("n1", "n1", "n2", "n2", "n3", "n3");
    private static final Optional<Hold> QUIET = Optional.of(new Hold("quiet hours", false));

    private final RolloutRows rows = new RolloutRows();
    private final Lease lease =
            new StillNode.Leases(new LeaseTable.Row(EPOCH - 1, 0, Optional.empty()), Result.APPLIED).lease(this::nanos);
    private RolloutLeader leader = leader(true);
    private long nanos = 1;
    private ProposedChange offered = change(ProposedChange.EXPLORATION, "48");

    private RolloutLeader leader(boolean explores) {
        return new RolloutLeader(rows, lease, new StillNode(false, explores), this::nanos);
    }

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
        assertThat(rows.all()).isEmpty();
        pass(Duration.ofSeconds(1));
        lead(EPOCH);
        assertThat(rows.all()).hasSize(1);
        assertThat(newest().plan().change()).isEqualTo(offered);
        lead(EPOCH);
        replaceBy(Phase.ABORTED, NodeStep.WAITING);
        offered = change(ProposedChange.EXPLORATION, "22");
        pass(INTERVAL.minusSeconds(1));
        lead(EPOCH);
        assertThat(rows.all()).hasSize(1);
        pass(Duration.ofSeconds(1));
        lead(EPOCH);
        assertThat(rows.all()).hasSize(2);
    }

    @Test
    void aNewLeaderWaitsForAFullInterval() {
        lead(EPOCH);
        pass(INTERVAL);
        lead(EPOCH + 1);
        pass(INTERVAL.minusSeconds(1));
        lead(EPOCH + 1);
        assertThat(rows.all()).isEmpty();
        pass(Duration.ofSeconds(1));
        lead(EPOCH + 1);
        assertThat(rows.all()).hasSize(1);
    }

    @Test
    void anExplorationThatTakesAnIntervalIsUndone() throws ClusterException {
        lead(EPOCH);
        pass(INTERVAL);
        lead(EPOCH);
        lead(EPOCH);
        pass(INTERVAL.minusSeconds(1));
        lead(EPOCH);
        assertThat(newest().phase()).isEqualTo(Phase.BASELINE);
        pass(Duration.ofSeconds(1));
        assertThat(lease.refresh(0)).as("it held no lease for hours").isPresent();
        leader.lead(EPOCH, members(), RING, QUIET, rows.all());
        assertThat(newest().phase()).as("during a hold too").isEqualTo(Phase.ABORTED);
        assertThat(newest().reason()).isEqualTo("the exploration took too long");
    }

    @Test
    void noOtherRolloutIsLate() throws ClusterException {
        offered = change("d1", "48");
        lead(EPOCH);
        pass(INTERVAL.plusSeconds(1));
        assertThat(lease.refresh(0)).isPresent();
        lead(EPOCH);
        assertThat(newest().phase()).isEqualTo(Phase.BASELINE);
    }

    @Test
    void aProposalOfTheTunerDoesNotWait() {
        offered = change("d1", "48");
        lead(EPOCH);
        assertThat(rows.all()).hasSize(1);
    }

    @Test
    void aLeaderWithoutExplorationBeginsNone() {
        leader = leader(false);
        lead(EPOCH);
        pass(INTERVAL);
        lead(EPOCH);
        assertThat(rows.all()).isEmpty();
    }

    @Test
    void noExplorationBeginsWhileAllNodesOnlyObserve() {
        lead(EPOCH);
        pass(INTERVAL);
        leader.lead(EPOCH, members(), RING, QUIET, rows.all());
        assertThat(rows.all()).isEmpty();
    }

    @Test
    void aConfirmedRolloutBecomesPermanentWhereTheSettingsPermitIt() {
        offered = change("d1", "48");
        lead(EPOCH);
        replaceBy(Phase.CONFIRMED, NodeStep.APPLIED);
        lead(EPOCH);
        assertThat(newest().phase()).isEqualTo(Phase.CONFIRMED);
        leader = new RolloutLeader(rows, lease, new StillNode(true, false), this::nanos);
        lead(EPOCH);
        assertThat(newest().phase()).isEqualTo(Phase.MAKING_PERMANENT);
    }

    /** Its node gets the order after the hold. Meanwhile the canary of the later one is watched. */
    @ParameterizedTest
    @EnumSource(
            value = Phase.class,
            names = {"CONFIRMED", "MAKING_PERMANENT"})
    void aConfirmedRolloutThatWaitsDelaysNoUndoOfALaterOne(Phase earlier) {
        offered = change("d1", "48");
        lead(EPOCH);
        replaceBy(earlier, earlier == Phase.CONFIRMED ? NodeStep.APPLY_ORDERED : NodeStep.PERMANENT_ORDERED);
        RolloutPlan first = newest().plan();
        RolloutPlan second = new RolloutPlan(first.number() + 1, change("d2", "22"), first.by(), first.group());
        rows.begin(Rollout.begin(second, members()).ordered("n1"));
        replaceBy(Phase.COMPARING, NodeStep.APPLIED);
        for (int windows = 2; windows < 5; windows++) {
            List<Member> members = List.of(
                    Windows.member("n1", "rack", windows, failing()),
                    Windows.member("n2", "rack", windows, Windows.USUAL),
                    Windows.member("n3", "rack", windows, Windows.USUAL));
            leader.lead(EPOCH, members, RING, QUIET, rows.all());
        }
        assertThat(newest().phase()).isEqualTo(Phase.ABORTING);
        assertThat(rows.all().get(1).rollout().phase()).isEqualTo(earlier);
    }

    private static PeerWindow failing() {
        return RolloutCase.failing("n1", 5).window().orElseThrow();
    }

    private void lead(long epoch) {
        leader.lead(epoch, members(), RING, Optional.empty(), rows.all());
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    private Rollout newest() {
        return rows.all().get(0).rollout();
    }

    /** Another phase of the newest roll-out, and the same step for all nodes. */
    private void replaceBy(Phase phase, NodeStep step) {
        Rollout begun = newest();
        Map<String, NodeStep> steps = new HashMap<>();
        begun.nodes().keySet().forEach(node -> steps.put(node, step));
        Rollout next = new Rollout(
                begun.plan(), EPOCH, phase, steps, begun.order(), begun.comparison(), begun.request(), "", false);
        assertThat(rows.replace(rows.all().get(0).version(), next)).isEqualTo(Result.APPLIED);
    }

    private List<Member> members() {
        return List.of(member("n1"), member("n2"), member("n3"));
    }

    private Member member(String id) {
        return Windows.proposing(id, "auto", Optional.of(offered), OrderNumber.NONE);
    }

    private static ProposedChange change(String decision, String readers) {
        return new ProposedChange(decision, Map.of("concurrent_reads", readers), List.of(), false, 1);
    }
}
