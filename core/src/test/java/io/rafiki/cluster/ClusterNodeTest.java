package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.Request;
import io.rafiki.learning.MeasuredEffect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A node that does not lead. A second roll-out sets a knob that the first, confirmed one has set too. All nodes only observe while the state of
 * the datacenter forbids a change.
 */
class ClusterNodeTest {

    private static final long EPOCH = 7;
    private static final Map<String, String> RING = Map.of("n1", "10.0.0.1", "n2", "10.0.0.2", "n3", "10.0.0.3");

    private final StillNode.Leases leases =
            new StillNode.Leases(new LeaseTable.Row(EPOCH, 0, Optional.of("n2")), LeaseTable.Result.REFUSED);
    private final RolloutRows rows = new RolloutRows();
    private final Tuner tuner = new Tuner();
    private final Members reports = new Members();
    private final ClusterNode node = node(new StillNode(false, false));

    private ClusterNode node(StillNode surroundings) {
        return new ClusterNode(
                new ClusterTables(leases, reports, rows), leases.lease(() -> 1), tuner, surroundings, () -> 1);
    }

    @BeforeEach
    void aFirstRolloutIsConfirmed() {
        tuner.values.putAll(Map.of("concurrent_reads", "48", "concurrent_writes", "48"));
        rows.begin(rollout(
                1, Phase.CONFIRMED, NodeStep.APPLIED, Map.of("concurrent_reads", "48", "concurrent_writes", "48")));
    }

    /** For example rows that a newer release has written. */
    @Test
    void anUnexpectedErrorIsShownAsTheReasonToObserve() {
        reports.isUnreadable = true;
        assertThatThrownBy(node::tick).isInstanceOf(IllegalArgumentException.class);
        assertThat(node.status().observing()).get().asString().contains("No enum constant");
    }

    /** The tuner has written the values, and waits until the node has settled. */
    @Test
    void theFirstRolloutWaitsWhileTheSecondIsApplied() {
        rows.begin(rollout(2, Phase.CANARY, NodeStep.APPLY_ORDERED, Map.of("concurrent_reads", "8")));
        for (int i = 0; i < 5; i++) {
            node.tick();
        }
        assertThat(tuner.orders).containsOnly("apply r2");
        assertThat(tuner.values).containsEntry("concurrent_reads", "8");
        assertThat(step(1)).isEqualTo(NodeStep.APPLIED);
        tuner.settles = true;
        node.tick();
        node.tick();
        assertThat(step(1)).isEqualTo(NodeStep.APPLIED);
        assertThat(step(2)).isEqualTo(NodeStep.APPLIED);
    }

    /** The knobs that only the first one sets are still checked, for example after a restart. */
    @ParameterizedTest
    @EnumSource(names = {"APPLY_ORDERED", "APPLIED", "UNDO_ORDERED"})
    void theOtherKnobsOfTheFirstRolloutAreStillChecked(NodeStep step) {
        rows.begin(rollout(2, Phase.PROMOTING, step, Map.of("concurrent_reads", "8")));
        tuner.values.put("concurrent_reads", "8");
        tuner.values.put("concurrent_writes", "32");
        node.tick();
        assertThat(tuner.orders).isEmpty();
        assertThat(step(1)).isEqualTo(NodeStep.WAITING);
    }

    /** The knob has the value of the second one until its next undo. */
    @Test
    void theFirstRolloutWaitsWhileTheUndoOfTheSecondIsToBeTriedAgain() {
        rows.begin(rollout(2, Phase.ABORTING, NodeStep.FAILED, Map.of("concurrent_reads", "8")));
        tuner.values.put("concurrent_reads", "8");
        node.tick();
        assertThat(step(1)).isEqualTo(NodeStep.APPLIED);
        tuner.values.put("concurrent_writes", "32");
        node.tick();
        assertThat(step(1)).as("its other knob is still checked").isEqualTo(NodeStep.WAITING);
    }

    @Test
    void anOrderWaitsForTheEndOfAPause() {
        rows.begin(rollout(2, Phase.CANARY, NodeStep.APPLY_ORDERED, Map.of("concurrent_reads", "8")));
        rows.pause("an incident");
        node.tick();
        assertThat(tuner.orders).isEmpty();
        assertThat(node.status().order()).isEqualTo("an operator paused the cluster: an incident");
        rows.pause("");
        node.tick();
        assertThat(tuner.orders).containsExactly("apply r2");
    }

    @Test
    void anOrderWaitsForTheEndOfAHold() {
        rows.begin(rollout(2, Phase.CANARY, NodeStep.APPLY_ORDERED, Map.of("concurrent_reads", "8"))
                .requested(Request.PAUSE));
        node.tick();
        assertThat(tuner.orders).isEmpty();
        assertThat(node.status().order()).isEqualTo("an operator paused r2");
    }

    @Test
    void aNodeThatHasTheChangeReportsItDuringAPause() {
        rows.begin(rollout(2, Phase.CANARY, NodeStep.APPLY_ORDERED, Map.of("concurrent_reads", "8")));
        tuner.values.put("concurrent_reads", "8");
        tuner.settles = true;
        rows.pause("an incident");
        node.tick();
        assertThat(step(2)).isEqualTo(NodeStep.APPLIED);
    }

    @ParameterizedTest
    @EnumSource(names = {"APPLY_ORDERED", "PERMANENT_ORDERED"})
    void anOrderIsVoidOnceTheRolloutIsUndone(NodeStep step) {
        Map<String, String> values = Map.of("concurrent_reads", "8");
        tuner.values.putAll(values);
        rows.begin(rollout(2, Phase.ABORTING, step, values));
        rows.begin(rollout(3, Phase.PROMOTING, step, values).requested(Request.ABORT));
        node.tick();
        assertThat(tuner.orders).isEmpty();
    }

    @Test
    void anUndoIsExecutedDuringAPause() {
        rows.begin(rollout(2, Phase.ABORTING, NodeStep.UNDO_ORDERED, Map.of("concurrent_reads", "8")));
        rows.pause("an incident");
        node.tick();
        assertThat(tuner.orders).containsExactly("undo r2");
    }

    /** The node can be unable to change for long. */
    @Test
    void anOrderToChangeWaitsForAnUndo() {
        rows.begin(rollout(2, Phase.CONFIRMED, NodeStep.APPLY_ORDERED, Map.of("concurrent_writes", "8")));
        rows.begin(rollout(3, Phase.ABORTING, NodeStep.UNDO_ORDERED, Map.of("concurrent_reads", "8")));
        node.tick();
        assertThat(tuner.orders).containsExactly("undo r3");
        tuner.settles = true;
        node.tick();
        node.tick();
        assertThat(step(3)).isEqualTo(NodeStep.UNDONE);
        assertThat(step(2)).isEqualTo(NodeStep.APPLIED);
    }

    /** Its file has other text, for example. The undo on the other nodes must not wait for it. */
    @Test
    void aNodeThatCannotReplaceItsPermanentValuesReportsAFailedUndo() {
        rows.begin(rollout(2, Phase.PERMANENT, NodeStep.UNDO_ORDERED, Map.of("concurrent_reads", "8"))
                .makingPermanent()
                .with(Phase.ABORTING, "an operator requested it"));
        tuner.settles = true;
        tuner.saves = false;
        node.tick();
        assertThat(tuner.orders).containsExactly("undo r2", "save r2");
        assertThat(step(2)).isEqualTo(NodeStep.FAILED);
        node.tick();
        assertThat(node.status().order()).as("until the next order").isEqualTo("the file contains other text");
    }

    /** The table has the failure, so the next order to change is not the repetition of the one that failed. */
    @Test
    void theTunerLearnsThatItsFailureIsReported() {
        rows.begin(rollout(2, Phase.CONFIRMED, NodeStep.FAILED, Map.of("concurrent_reads", "8")));
        node.tick();
        assertThat(tuner.orders).containsExactly("reported r2");
    }

    /** It restarted after its report. Its windows are no longer comparable, and no step follows by itself. */
    @ParameterizedTest
    @EnumSource(names = {"CANARY", "COMPARING"})
    void aCanaryThatLostTheChangeFails(Phase phase) {
        rows.begin(rollout(2, phase, NodeStep.APPLIED, Map.of("concurrent_reads", "8")));
        node.tick();
        assertThat(step(2)).isEqualTo(NodeStep.FAILED);
    }

    /** As in a roll-out that is not confirmed, all nodes undo what one has undone by itself. */
    @Test
    void aNodeThatUndidAConfirmedChangeRequestsTheUndoOnAllNodes() {
        tuner.values.put("concurrent_writes", "32");
        tuner.lacking = RolloutTarget.Presence.UNDONE;
        node.tick();
        assertThat(step(1)).isEqualTo(NodeStep.FAILED);
        assertThat(rows.all().get(0).rollout().request()).isEqualTo(Request.ABORT);
    }

    @Test
    void oneUnhealthyNodeIsNoReasonToObserveAndTwoAre() {
        report(member("n1"), Windows.unhealthy(member("n2"), "repairs"), member("n3"));
        assertThat(observing(Optional.empty())).isEmpty();
        report(member("n1"), Windows.unhealthy(member("n2"), "repairs"), Windows.unhealthy(member("n3"), "drains"));
        assertThat(observing(Optional.empty())).contains("2 nodes cannot be changed: address of n2: repairs");
    }

    @Test
    void aNodeWithoutAReportIsAReasonToObserve() {
        report(member("n1"), member("n2"));
        assertThat(observing(Optional.empty())).contains("no report from 1 of 3 nodes: 10.0.0.3");
    }

    @Test
    void differentVersionsAreAReasonToObserve() {
        report(member("n1"), member("n2"), Windows.withVersions("n3", "0.1 on 5.0.10"));
        assertThat(observing(Optional.empty()))
                .contains("the nodes have different versions or windows: 0.1 on 5.0.10, 1.0");
    }

    @Test
    void anErrorBeforeATickIsShownAsTheReasonToObserve() {
        node.failed(new ClusterException("the tables of the cluster cannot be created: no quorum", null));
        assertThat(node.status().observing()).contains("the tables of the cluster cannot be created: no quorum");
        node.failed(new IllegalStateException("gossip is off"));
        assertThat(node.status().observing()).get().asString().endsWith("IllegalStateException: gossip is off");
    }

    @Test
    void quietHoursAndAPauseAreReasonsToObserve() {
        report(member("n1"), member("n2"), member("n3"));
        assertThat(observing(Optional.of("quiet hours until noon"))).contains("quiet hours until noon");
        rows.pause("an incident");
        assertThat(observing(Optional.empty())).contains("an operator paused the cluster: an incident");
    }

    @Test
    void theLossOfTheQuorumIsAReasonToObserve() {
        report(member("n1"), member("n2"), member("n3"));
        ClusterNode lost = node(new StillNode(RING, Optional.empty(), false, false));
        lost.tick();
        assertThat(lost.status().observing()).isEmpty();
        reports.fails = true;
        lost.tick();
        assertThat(lost.status().observing()).contains("no quorum");
    }

    private void report(Member... members) {
        reports.all = List.of(members);
    }

    private static Member member(String id) {
        return Windows.member(id, "rack");
    }

    /** Why the node only observes after a tick; empty if it does not. */
    private Optional<String> observing(Optional<String> hold) {
        ClusterNode observed = node(new StillNode(RING, hold, false, false));
        observed.tick();
        return observed.status().observing();
    }

    private NodeStep step(long number) {
        return rows.all().stream()
                .map(RolloutTable.Row::rollout)
                .filter(rollout -> rollout.plan().number() == number)
                .findFirst()
                .orElseThrow()
                .nodes()
                .get("n1");
    }

    private static Rollout rollout(long number, Phase phase, NodeStep step, Map<String, String> values) {
        ProposedChange change = new ProposedChange("d" + number, values, List.of(), false, 1);
        RolloutPlan plan = new RolloutPlan(number, change, "an operator", new PeerGroup("n1", List.of("n2", "n3")));
        Rollout begun = Rollout.begin(plan, List.of());
        return new Rollout(
                plan, EPOCH, phase, Map.of("n1", step), List.of("n1"), begun.comparison(), begun.request(), "", false);
    }

    /** Writes at once; reports that it is done when it settles. */
    private static final class Tuner implements RolloutTarget {

        private final Map<String, String> values = new LinkedHashMap<>();
        private final List<String> orders = new ArrayList<>();
        private boolean settles;
        private boolean saves = true;

        /** How the values are lacking. */
        private Presence lacking = Presence.ABSENT;

        @Override
        public void record(String verb, String argument, String by) {
            // no operator commands it
        }

        @Override
        public OrderNumber highestOrder() {
            return OrderNumber.NONE;
        }

        @Override
        public Optional<String> problem() {
            return Optional.empty();
        }

        @Override
        public Optional<ProposedChange> proposed() {
            return Optional.empty();
        }

        @Override
        public ProposedChange given(Map<String, String> given, List<String> tables) {
            return new ProposedChange("", given, tables, false, 0);
        }

        @Override
        public Answer apply(RolloutPlan plan, long epoch) {
            orders.add("apply " + plan.id());
            values.putAll(plan.change().values());
            return answer();
        }

        @Override
        public void reported(RolloutPlan plan) {
            orders.add("reported " + plan.id());
        }

        @Override
        public Answer undo(RolloutPlan plan, long epoch) {
            orders.add("undo " + plan.id());
            return answer();
        }

        @Override
        public Answer save(RolloutPlan plan, long epoch, boolean altersTables) {
            orders.add("save " + plan.id());
            return saves ? answer() : new Answer(Outcome.PENDING, "the file contains other text");
        }

        private Answer answer() {
            return new Answer(settles ? Outcome.DONE : Outcome.PENDING, "");
        }

        @Override
        public void learn(List<MeasuredEffect> effects) {
            // these tests have no effects
        }

        @Override
        public Presence presence(RolloutPlan plan) {
            return values.entrySet().containsAll(plan.change().values().entrySet()) ? Presence.PRESENT : lacking;
        }
    }

    private static final class Members implements MemberTable {

        private List<Member> all = List.of(member("n1"));
        private boolean fails;
        private boolean isUnreadable;

        @Override
        public void publish(Member member) throws ClusterException {
            if (fails) {
                throw new ClusterException("no quorum", null);
            }
        }

        @Override
        public List<Member> members() {
            if (isUnreadable) {
                throw new IllegalArgumentException("No enum constant");
            }
            return all;
        }
    }
}
