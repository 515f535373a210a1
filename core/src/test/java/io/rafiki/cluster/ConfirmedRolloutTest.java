package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.Request;
import java.util.ArrayList;
import java.util.List;
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
        List<String> undone = new ArrayList<>();
        for (int i = 0; i < 20 && rollout.phase() != Phase.ABORTED; i++) {
            step();
            undone.addAll(at(NodeStep.UNDO_ORDERED));
            obey();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTED);
        assertThat(undone)
                .as("the first one also changes the schema")
                .endsWith("a1")
                .hasSize(6);
        assertThat(rollout.isFirst("a1")).isTrue();
        assertThat(rollout.outlastsRestarts()).isTrue();
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
}
