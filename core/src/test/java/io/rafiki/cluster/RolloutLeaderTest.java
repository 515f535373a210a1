package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.CanaryComparison.Round;
import io.rafiki.cluster.LeaseTable.Result;
import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.Request;
import io.rafiki.cluster.RolloutTable.Row;
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
        undoesALaterOne(earlier, QUIET);
    }

    /** Its node has lost the change by a restart, and cannot make it again. */
    @ParameterizedTest
    @EnumSource(
            value = Phase.class,
            names = {"CONFIRMED", "MAKING_PERMANENT"})
    void aConfirmedRolloutThatWaitsForANodeDelaysNoUndoOfALaterOne(Phase earlier) {
        undoesALaterOne(earlier, Optional.empty());
    }

    @Test
    void aRolloutMakesNoChangesWhileAnEarlierOneWaitsForANode() {
        offered = change("d1", "48");
        lead(EPOCH);
        replaceBy(Phase.CONFIRMED, NodeStep.APPLY_ORDERED);
        beginAfter(newest().plan());
        replaceBy(Phase.PROMOTING, NodeStep.WAITING);
        lead(EPOCH);
        assertThat(newest().nodes().values()).containsOnly(NodeStep.WAITING);
        assertThat(newest().reason()).isEqualTo("r1 is under way");
    }

    /** A node rewrites data for the second one, so the third one undoes nothing yet. */
    @Test
    void aConfirmedRolloutThatRewritesDataDelaysALaterOneAlthoughAnEarlierOneWaitsForANode() {
        begin(1, false, Phase.CONFIRMED, NodeStep.APPLIED, NodeStep.APPLY_ORDERED);
        begin(2, true, Phase.CONFIRMED, NodeStep.APPLY_ORDERED, NodeStep.APPLIED);
        begin(3, false, Phase.PROMOTING, NodeStep.FAILED, NodeStep.WAITING);
        lead(EPOCH);
        lead(EPOCH);
        assertThat(numbered(3).rollout().phase()).isEqualTo(Phase.PROMOTING);
        report(2, "n2", NodeStep.APPLIED);
        lead(EPOCH);
        assertThat(numbered(3).rollout().phase()).isEqualTo(Phase.ABORTING);
    }

    /** All nodes have the first change, and n2 cannot save it now. */
    @Test
    void aRewriteThatOnlyWaitsToBePermanentDelaysNoUndoOfALaterOne() {
        begin(1, true, Phase.MAKING_PERMANENT, NodeStep.PERMANENT_ORDERED, NodeStep.APPLIED);
        begin(2, false, Phase.PROMOTING, NodeStep.FAILED, NodeStep.WAITING);
        lead(EPOCH);
        assertThat(numbered(1).rollout().nodes()).containsEntry("n2", NodeStep.PERMANENT_ORDERED);
        assertThat(numbered(2).rollout().phase()).isEqualTo(Phase.ABORTING);
    }

    /** The node n2 restarted, and lacks the first change. */
    @Test
    void aConfirmedRolloutRewritesNoDataWhileAnotherOneDoes() {
        begin(1, true, Phase.CONFIRMED, NodeStep.WAITING, NodeStep.APPLIED);
        begin(2, true, Phase.PROMOTING, NodeStep.WAITING, NodeStep.APPLY_ORDERED);
        lead(EPOCH);
        lead(EPOCH);
        assertThat(numbered(1).rollout().nodes()).containsEntry("n2", NodeStep.WAITING);
        assertThat(numbered(1).rollout().reason()).isEqualTo("r2 is under way");
        report(2, "n3", NodeStep.APPLIED);
        lead(EPOCH);
        assertThat(numbered(1).rollout().nodes()).containsEntry("n2", NodeStep.APPLY_ORDERED);
    }

    @Test
    void aConfirmedRolloutRewritesNoDataWhileAnotherOneIsUndoneAndDoesNotDelayTheUndo() {
        begin(1, true, Phase.MAKING_PERMANENT, NodeStep.WAITING, NodeStep.APPLIED);
        begin(2, true, Phase.ABORTING, NodeStep.APPLIED, NodeStep.UNDO_ORDERED);
        lead(EPOCH);
        for (String node : List.of("n3", "n2", "n1")) {
            assertThat(numbered(1).rollout().nodes()).containsEntry("n2", NodeStep.WAITING);
            assertThat(numbered(2).rollout().nodes()).containsEntry(node, NodeStep.UNDO_ORDERED);
            report(2, node, NodeStep.UNDONE);
            lead(EPOCH);
        }
        assertThat(numbered(2).rollout().phase()).isEqualTo(Phase.ABORTED);
        lead(EPOCH);
        assertThat(numbered(1).rollout().nodes()).containsEntry("n2", NodeStep.APPLY_ORDERED);
    }

    @Test
    void theUndoOfAConfirmedRolloutDoesNotWaitForARewrite() {
        begin(1, true, Phase.CONFIRMED, NodeStep.WAITING, NodeStep.APPLIED);
        begin(2, true, Phase.PROMOTING, NodeStep.WAITING, NodeStep.APPLY_ORDERED);
        Row first = numbered(1);
        rows.replace(first.version(), first.rollout().requested(Request.ABORT));
        lead(EPOCH);
        assertThat(numbered(1).rollout().phase()).isEqualTo(Phase.ABORTING);
    }

    /** Begins a roll-out in a later phase. The node n1 has the change. */
    private void begin(long number, boolean rewrites, Phase phase, NodeStep second, NodeStep third) {
        ProposedChange change =
                new ProposedChange("d" + number, Map.of("compaction", "Leveled"), List.of(), rewrites, 1);
        RolloutPlan plan = new RolloutPlan(number, change, "an operator", new PeerGroup("n1", List.of("n2", "n3")));
        rows.begin(new Rollout(
                plan,
                EPOCH,
                phase,
                Map.of("n1", NodeStep.APPLIED, "n2", second, "n3", third),
                List.of("n1", "n2", "n3"),
                CanaryComparison.NONE,
                phase == Phase.MAKING_PERMANENT ? Request.MAKE_PERMANENT : Request.CONTINUE,
                "",
                false));
    }

    private Row numbered(long number) {
        return rows.all().stream()
                .filter(row -> row.rollout().plan().number() == number)
                .findFirst()
                .orElseThrow();
    }

    private void report(long number, String node, NodeStep step) {
        Row row = numbered(number);
        assertThat(rows.replace(row.version(), row.rollout().reported(node, step)))
                .isEqualTo(Result.APPLIED);
    }

    private void beginAfter(RolloutPlan first) {
        RolloutPlan second = new RolloutPlan(first.number() + 1, change("d2", "22"), first.by(), first.group());
        rows.begin(Rollout.begin(second, members()).ordered("n1"));
    }

    private void undoesALaterOne(Phase earlier, Optional<Hold> hold) {
        offered = change("d1", "48");
        lead(EPOCH);
        replaceBy(earlier, earlier == Phase.CONFIRMED ? NodeStep.APPLY_ORDERED : NodeStep.PERMANENT_ORDERED);
        beginAfter(newest().plan());
        replaceBy(Phase.COMPARING, NodeStep.APPLIED);
        for (int windows = 2; windows < 5; windows++) {
            List<Member> members = List.of(
                    Windows.member("n1", "rack", windows, failing()),
                    Windows.member("n2", "rack", windows, Windows.USUAL),
                    Windows.member("n3", "rack", windows, Windows.USUAL));
            leader.lead(EPOCH, members, RING, hold, rows.all());
        }
        assertThat(newest().phase()).isEqualTo(Phase.ABORTING);
        assertThat(rows.all().get(1).rollout().phase()).isEqualTo(earlier);
    }

    /** They write hints for it, so no window is comparable. Neighbouring windows resemble each other, so one alone shows nothing. */
    @Test
    void aHarmfulCanaryIsUndoneAlthoughAllPeersHaveProblemsFromTheBeginning() {
        offered = change("d1", "48");
        lead(EPOCH);
        compare();
        for (int windows = 2; windows < 12 && newest().phase() == Phase.COMPARING; windows++) {
            List<Member> members = List.of(
                    Windows.member("n1", "rack", windows, Windows.window(1_000)),
                    Windows.unhealthy(Windows.member("n2", "rack", windows, Windows.USUAL), "writes hints"),
                    Windows.unhealthy(Windows.member("n3", "rack", windows, Windows.USUAL), "writes hints"));
            leader.lead(EPOCH, members, RING, Optional.of(new Hold("2 nodes cannot be changed", false)), rows.all());
        }
        assertThat(newest().phase()).isEqualTo(Phase.ABORTING);
        assertThat(newest().reason()).startsWith("the canary is worse than its peers: service time +");
    }

    /** The canary can look better for that reason alone. */
    @Test
    void windowsInWhichAPeerLacksAnEarlierChangeAreNoGain() {
        begin(1, false, Phase.CONFIRMED, NodeStep.APPLY_ORDERED, NodeStep.APPLIED);
        begin(2, false, Phase.COMPARING, NodeStep.WAITING, NodeStep.WAITING);
        compare();
        for (int windows = 2; windows < 12; windows++) {
            List<Member> members = List.of(
                    Windows.member("n1", "rack", windows, Windows.window(200)),
                    Windows.member("n2", "rack", windows, Windows.USUAL),
                    Windows.member("n3", "rack", windows, Windows.USUAL));
            leader.lead(EPOCH, members, RING, Optional.empty(), rows.all());
        }
        assertThat(newest().phase()).isEqualTo(Phase.COMPARING);
        assertThat(newest().comparison().roundsAfter()).isZero();
    }

    /** The newest roll-out has enough windows before the change, and its canary n1 has the change. */
    private void compare() {
        CanaryComparison baseline = CanaryComparison.NONE;
        for (int i = 0; i < CanaryComparison.WINDOWS_BEFORE; i++) {
            double level = i / 3 % 2 == 0 ? 0.98 : 1.02;
            baseline = baseline.before(new Round(Windows.window(400 * level), List.of(Windows.USUAL, Windows.USUAL)));
        }
        Rollout compared = newest().with(EPOCH)
                .with(baseline)
                .ordered("n1")
                .with("n1", NodeStep.APPLIED)
                .with(Phase.COMPARING, "");
        assertThat(rows.replace(rows.all().get(0).version(), compared)).isEqualTo(Result.APPLIED);
    }

    private static PeerWindow failing() {
        return RolloutCase.failing("n1", 10).window().orElseThrow();
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
