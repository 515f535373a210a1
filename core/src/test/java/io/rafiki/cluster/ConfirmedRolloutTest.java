package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A change that all nodes have: later nodes get it, it becomes permanent, and it is undone. */
class ConfirmedRolloutTest extends RolloutCase {

    @Test
    void aConfirmedChangeIsUndoneByRequestOnly() {
        confirm();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.CONFIRMED);
        rollout = rollout.requested(Request.ABORT);
        for (int i = 0; i < 20 && rollout.phase() != Phase.ABORTED; i++) {
            step();
            obey();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTED);
        assertThat(rollout.nodes().values()).containsOnly(NodeStep.UNDONE);
    }

    /** A node that lost one table of the change waits to get it again. It still has the others. */
    @Test
    void aNodeThatWaitsForAPartOfTheChangeIsUndoneToo() {
        confirm();
        rollout = rollout.reported("b2", NodeStep.WAITING).requested(Request.ABORT);
        List<String> undone = abort();
        assertThat(undone).contains("b2");
    }

    @Test
    void aNewNodeAndARestartedOneGetAConfirmedChange() {
        confirm();
        members.put("b4", Windows.member("b4", "b"));
        ring.add("b4");
        rollout = rollout.reported("a2", NodeStep.WAITING);
        step();
        assertThat(ordered()).as("the canary's rack is first").containsExactly("a2");
        obey();
        step();
        assertThat(ordered()).containsExactly("b4");
        obey();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.CONFIRMED);
    }

    @Test
    void anAbortDoesNotWaitForAChangedNodeThatHasLeftTheRing() {
        confirm();
        members.remove("b2");
        ring.remove("b2");
        rollout = rollout.requested(Request.ABORT);
        for (int i = 0; i < 20 && rollout.phase() != Phase.ABORTED; i++) {
            step();
            obey();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTED);
        assertThat(rollout.nodes()).hasSize(5);
    }

    @Test
    void theFirstNodeMakesAChangePermanentBeforeTheOthers() {
        confirm();
        rollout = rollout.requested(Request.MAKE_PERMANENT);
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.MAKING_PERMANENT);
        assertThat(at(NodeStep.PERMANENT_ORDERED)).containsExactly("a1");
        assertThat(rollout.isFirst("a1")).isTrue();
        obey();
        step();
        assertThat(at(NodeStep.PERMANENT_ORDERED)).containsExactly("a2", "a3", "b1", "b2", "b3");
        obey();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.PERMANENT);
        assertThat(rollout.step(1, view())).as("nothing follows by itself").isEqualTo(rollout);
    }

    /** For example because another datacenter has the same schema. The change stays, and blocks no other one. */
    @Test
    void aRefusedPermanentChangeStaysConfirmed() {
        confirm();
        rollout = rollout.requested(Request.MAKE_PERMANENT);
        step();
        rollout = rollout.reported("a1", NodeStep.NOT_PERMANENT);
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.CONFIRMED);
        assertThat(rollout.reason()).contains("cannot make the change permanent", "a1");
        assertThat(rollout.changed()).isEqualTo(6);
        assertThat(rollout.step(1, view())).as("nothing follows by itself").isEqualTo(rollout);

        rollout = rollout.requested(Request.MAKE_PERMANENT);
        step();
        assertThat(at(NodeStep.PERMANENT_ORDERED)).as("an operator asks again").containsExactly("a1");
        rollout = rollout.reported("a1", NodeStep.NOT_PERMANENT).requested(Request.ABORT);
        for (int i = 0; i < 20 && rollout.phase() != Phase.ABORTED; i++) {
            step();
            obey();
        }
        assertThat(at(NodeStep.UNDONE)).hasSize(6);
    }

    @Test
    void aNewNodeAndARestartedOneGetAPermanentChange() {
        makePermanent();
        members.put("b4", Windows.member("b4", "b"));
        ring.add("b4");
        rollout = rollout.reported("a1", NodeStep.WAITING);
        step();
        assertThat(ordered()).containsExactly("a1");
        obey();
        step();
        assertThat(ordered()).containsExactly("b4");
        obey();
        step();
        assertThat(at(NodeStep.PERMANENT_ORDERED)).containsExactly("a1", "b4");
        obey();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.PERMANENT);
    }

    /** A restart can have taken the change from a node, but not its permanent values. */
    @Test
    void anUndoOfAPermanentChangeIncludesNodesThatLostIt() {
        makePermanent();
        rollout = rollout.reported("a1", NodeStep.WAITING).requested(Request.ABORT);
        List<String> undone = abort();
        assertThat(undone)
                .as("the first one also changes the schema")
                .endsWith("a1")
                .hasSize(6);
        assertThat(rollout.isFirst("a1")).isTrue();
        assertThat(rollout.outlastsRestarts()).isTrue();
    }

    /** For example a node with fewer processors, whose catalogue does not allow the value. */
    @Test
    void aLaterNodeThatCannotApplyUndoesNothing() {
        makePermanent();
        members.put("b4", Windows.member("b4", "b"));
        ring.add("b4");
        step();
        assertThat(ordered()).containsExactly("b4");
        assertThat(rollout.isOver()).as("another roll-out waits").isFalse();
        rollout = rollout.reported("b4", NodeStep.FAILED);
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.PERMANENT);
        assertThat(rollout.isOver()).isTrue();
        assertThat(rollout.reason()).isEqualTo("a node could not apply the change: b4");
        assertThat(rollout.changed()).isEqualTo(6);
        assertThat(rollout.step(1, view())).as("nothing follows by itself").isEqualTo(rollout);

        rollout = rollout.requested(Request.MAKE_PERMANENT);
        step();
        assertThat(ordered()).as("an operator asks again").containsExactly("b4");
        rollout = rollout.reported("b4", NodeStep.FAILED).requested(Request.ABORT);
        for (int i = 0; i < 20 && rollout.phase() != Phase.ABORTED; i++) {
            step();
            obey();
        }
        assertThat(at(NodeStep.UNDONE)).hasSize(7);
    }

    /** It became slower, or its operator rolled the change back. */
    @Test
    void aNodeThatUndoesAConfirmedChangeEndsItOnAllNodes() {
        confirm();
        rollout = rollout.undoneBy("b2");
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTING);
        assertThat(rollout.reason()).isEqualTo("a node undid the change: b2");
    }

    @Test
    void anOperatorsUndoIsNotBlamedOnANodeThatCouldNotApply() {
        confirm();
        rollout = rollout.reported("b3", NodeStep.FAILED);
        step();
        assertThat(rollout.reason()).isEqualTo("a node could not apply the change: b3");
        rollout = rollout.requested(Request.ABORT);
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTING);
        assertThat(rollout.reason()).isEqualTo("an operator requested it");
    }

    /** Another node could not apply the change at all. */
    @Test
    void theReasonOfARefusalStays() {
        confirm();
        rollout = rollout.requested(Request.MAKE_PERMANENT);
        step();
        rollout = rollout.reported("a1", NodeStep.NOT_PERMANENT).reported("b3", NodeStep.FAILED);
        for (int i = 0; i < 3; i++) {
            step();
            assertThat(rollout.phase()).isEqualTo(Phase.CONFIRMED);
            assertThat(rollout.reason()).contains("cannot make the change permanent", "a1");
        }
    }

    @Test
    void theReasonOfAHoldEndsWithIt() {
        confirm();
        holdDuring(NodeStep.APPLIED);
        assertThat(rollout.phase()).isEqualTo(Phase.CONFIRMED);
        makePermanent();
        holdDuring(NodeStep.PERMANENT);
        assertThat(rollout.phase()).isEqualTo(Phase.PERMANENT);
    }

    /** A node lacks the change during a hold, and reports it again. */
    private void holdDuring(NodeStep again) {
        rollout = rollout.reported("a2", NodeStep.WAITING);
        hold = Optional.of(new Hold("quiet hours", false));
        step();
        assertThat(rollout.reason()).isEqualTo("quiet hours");
        rollout = rollout.reported("a2", again);
        hold = Optional.empty();
        step();
        assertThat(rollout.reason()).isEmpty();
        assertThat(rollout.step(1, view())).as("nothing follows by itself").isEqualTo(rollout);
    }

    /** The first node restores the schema at its undo, which is the last one. */
    @Test
    void theNextNodeUndoesTheSchemaIfTheFirstOneLeftBefore() {
        makePermanent();
        members.remove("a1");
        rollout = rollout.requested(Request.ABORT);
        for (int i = 0; i < 20 && at(NodeStep.UNDONE).size() < 5; i++) {
            step();
            at(NodeStep.UNDO_ORDERED).stream()
                    .filter(node -> !node.equals("a1"))
                    .forEach(node -> rollout = rollout.reported(node, NodeStep.UNDONE));
        }
        step();
        assertThat(at(NodeStep.UNDO_ORDERED)).containsExactly("a1");
        ring.remove("a1");
        step();
        assertThat(at(NodeStep.UNDO_ORDERED)).containsExactly("a2");
        assertThat(rollout.isFirst("a2")).isTrue();
        obey();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTED);
    }

    private void makePermanent() {
        confirm();
        rollout = rollout.requested(Request.MAKE_PERMANENT);
        for (int i = 0; i < 20 && rollout.phase() != Phase.PERMANENT; i++) {
            step();
            obey();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.PERMANENT);
    }

    /** Steps until the roll-out is aborted, and returns the nodes with an order to undo, in their order. */
    private List<String> abort() {
        List<String> undone = new ArrayList<>();
        for (int i = 0; i < 20 && rollout.phase() != Phase.ABORTED; i++) {
            step();
            undone.addAll(at(NodeStep.UNDO_ORDERED));
            obey();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTED);
        return undone;
    }
}
