package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.OrderNumber;
import io.rafiki.cluster.ProposedChange;
import io.rafiki.cluster.RolloutPlan;
import io.rafiki.cluster.RolloutTarget;
import io.rafiki.cluster.RolloutTarget.Answer;
import io.rafiki.cluster.RolloutTarget.Outcome;
import io.rafiki.cluster.RolloutTarget.Presence;
import io.rafiki.control.executor.BoundedWait;
import io.rafiki.control.reason.ActionReason.AppliedByRollout;
import io.rafiki.control.reason.ActionReason.RolledBackByRollout;
import io.rafiki.control.reason.Problem.NotApplied;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.rollout.RolloutExecutor;
import io.rafiki.decision.Mode;
import io.rafiki.workload.CounterSource;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A node executes the orders of a leader through its own control loop. */
class ClusterTargetTest extends ClusterTargetCase {

    @Test
    void inAClusterModeAutoProposesAndTheRolloutApplies() throws Exception {
        rig.isInCluster = true;
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).as("no change by itself").containsExactly(32, 32);
        ProposedChange proposed = rig.tuner.rollouts().proposed().orElseThrow();
        assertThat(proposed.values()).isEqualTo(POOLS.values());
        assertThat(proposed.decision()).isEqualTo("d1");

        Answer first = rig.tuner.rollouts().apply(rollout(POOLS), 3);
        assertThat(first).isEqualTo(new Answer(Outcome.PENDING, "settles after the change"));
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.history(1).get(0).reason()).isEqualTo(new AppliedByRollout("r5", 3, "an operator"));
        rig.run(10, 0.0);
        assertThat(rig.tuner.rollouts().apply(rollout(POOLS), 3).outcome()).isEqualTo(Outcome.DONE);
        assertThat(rig.tuner.status().applied())
                .as("repeated orders are one change")
                .isEqualTo(1);
        assertThat(rig.tuner.rollouts().presence(rollout(POOLS))).isEqualTo(Presence.PRESENT);
    }

    @Test
    void undoesTheChangeOnce() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        rig.tuner.rollouts().undo(rollout(POOLS), 4);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.history(1).get(0).reason()).isEqualTo(new RolledBackByRollout("r5", 4));
        rig.run(10, 0.0);
        assertThat(rig.tuner.rollouts().undo(rollout(POOLS), 4).outcome()).isEqualTo(Outcome.DONE);
        assertThat(rig.tuner.rollouts().presence(rollout(POOLS))).isEqualTo(Presence.UNDONE);
    }

    /** The epoch is in the journal, so a restart does not forget it. */
    @Test
    void refusesAFormerLeaderAlsoAfterARestart() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        rig.node.readStage.values.put("MaximumPoolSize", 32);
        rig.node.mutationStage.values.put("MaximumPoolSize", 32);
        rig.start().run(10, 0.0);
        assertThat(rig.tuner.rollouts().highestOrder()).isEqualTo(new OrderNumber(3, 5));
        assertThat(rig.tuner.rollouts().presence(rollout(POOLS)))
                .as("lost by the restart")
                .isEqualTo(Presence.ABSENT);
        assertThat(rig.tuner.rollouts().apply(rollout(POOLS), 2))
                .isEqualTo(new Answer(Outcome.PENDING, "refuses an order of epoch 2, because it has seen epoch 3"));
        assertThat(rig.pools()).containsExactly(32, 32);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    /** The node refused one value, and then the restore of the other. A later roll-out of another knob does not hide that. */
    @Test
    void undoesAChangeThatIsStuck() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.node.readStage.refuses = true;
        rig.node.readStage.whenRefused = () -> rig.node.mutationStage.refuses = true;
        rig.start().run(10, 0.0);
        Map<String, String> writesFirst = new LinkedHashMap<>();
        writesFirst.put("concurrent_writes", "80");
        writesFirst.put("concurrent_reads", "16");
        RolloutPlan pools = rollout(new ProposedChange("d7", writesFirst, List.of(), false, 12));
        assertThat(rig.tuner.rollouts().apply(pools, 3).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(rig.pools()).containsExactly(32, 80);
        rig.node.readStage.refuses = false;
        ProposedChange reads = new ProposedChange("d8", Map.of("concurrent_reads", "24"), List.of(), false, 12);
        rig.tuner.rollouts().apply(new RolloutPlan(6, reads, "an operator", GROUP), 3);
        assertThat(rig.problems()).hasAtLeastOneElementOfType(NotApplied.class);
        rig.tuner.rollouts().undo(new RolloutPlan(6, reads, "an operator", GROUP), 3);
        rig.node.mutationStage.refuses = false;
        rig.tuner.rollouts().undo(pools, 4);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.problems()).isEmpty();
    }

    @Test
    void theGuardrailsOfTheNodeDelayAnOrder() throws Exception {
        rig.mode = Mode.ADVISE;
        rig.start().run(10, 0.0);
        Answer advises = rig.tuner.rollouts().apply(rollout(POOLS), 3);
        assertThat(advises.outcome()).isEqualTo(Outcome.PENDING);
        assertThat(advises.detail()).contains("advise");
        rig.tuner.setMode("approve");
        rig.node.storageService.values.put("OperationMode", "DRAINING");
        assertThat(rig.tuner.rollouts().apply(rollout(POOLS), 3).detail()).contains("DRAINING");
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void anOrderOutsideTheCatalogueFails() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        ProposedChange unknown = new ProposedChange("d7", Map.of("no_such_knob", "16"), List.of(), false, 12);
        Answer answer = rig.tuner.rollouts().apply(rollout(unknown), 3);
        assertThat(answer.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(answer.detail()).contains("no_such_knob");
    }

    /** The operator of a node has the last word about it. */
    @Test
    void aKnobThatAnotherClientSetKeepsItsValue() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.externalChangeHold = Duration.ofHours(1);
        rig.start().run(10, 0.0);
        rig.node.readStage.values.put("MaximumPoolSize", 48);
        rig.run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        assertThat(rig.pools()).containsExactly(48, 80);
        assertThat(rig.tuner.rollouts().presence(rollout(POOLS))).isEqualTo(Presence.PRESENT);
    }

    @Test
    void aTableOptionChangesOnTheTablesOfTheRollout() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.addTable("other", "{\"class\":\"SizeTieredCompactionStrategy\"}");
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(LEVELED), 3);
        DecisionRecord made = rig.tuner.history(1).get(0);
        assertThat(made.kind()).as(made.reasonText()).isEqualTo("apply");
        assertThat(made.tables()).containsExactly("ycsb.usertable");
        assertThat(made.readBackText()).isEqualTo("ok");
    }

    /** Nothing was executed, so the node did not fail. */
    @Test
    void anOrderWaitsForAJournalThatCannotBeWritten() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        RolloutTarget target = rig.tuner.rollouts();
        assertThat(target.undo(rollout(POOLS), 3)).as("records the epoch").isEqualTo(new Answer(Outcome.DONE, ""));
        breakJournal();
        for (int tick = 0; tick < 2; tick++) {
            assertThat(target.apply(rollout(POOLS), 3).outcome()).isEqualTo(Outcome.PENDING);
        }
        assertThat(rig.pools()).containsExactly(32, 32);
        mendJournal();
        target.apply(rollout(POOLS), 3);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    /** The other nodes do not wait for its journal. */
    @Test
    void anUndoFailsIfTheJournalCannotRecordTheEpoch() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        RolloutTarget target = rig.tuner.rollouts();
        target.apply(rollout(POOLS), 3);
        breakJournal();
        Answer answer = target.undo(rollout(POOLS), 4);
        assertThat(answer.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(answer.detail()).startsWith("the journal cannot record the epoch");
        assertThat(rig.pools()).containsExactly(16, 80);
        mendJournal();
        target.undo(rollout(POOLS), 4);
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    /** The change is in place after a restart, so its undo is a change too. */
    @Test
    void anUndoAfterARestartFailsIfTheJournalCannotRecordIt() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        rig.start().run(10, 0.0);
        RolloutTarget target = rig.tuner.rollouts();
        breakJournal();
        for (int tick = 0; tick < 2; tick++) {
            assertThat(target.undo(rollout(POOLS), 3).outcome()).isEqualTo(Outcome.FAILED);
        }
        assertThat(rig.pools()).containsExactly(16, 80);
        mendJournal();
        target.undo(rollout(POOLS), 3);
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    private void breakJournal() throws Exception {
        Files.move(rig.journal, folder.resolve("aside"));
        Files.createDirectory(rig.journal);
    }

    private void mendJournal() throws Exception {
        Files.delete(rig.journal);
        Files.move(folder.resolve("aside"), rig.journal);
    }

    /** An operator asks again after the node has reported its failure. */
    @Test
    void aNodeTriesAFailedChangeAgainAfterItsReport() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.node.readStage.refuses = true;
        rig.start().run(10, 0.0);
        RolloutTarget target = rig.tuner.rollouts();
        assertThat(target.apply(rollout(POOLS), 3).outcome()).isEqualTo(Outcome.FAILED);
        rig.node.readStage.refuses = false;
        assertThat(target.apply(rollout(POOLS), 3).outcome())
                .as("a repeated order")
                .isEqualTo(Outcome.FAILED);
        target.reported(rollout(POOLS));
        assertThat(target.apply(rollout(POOLS), 3)).isEqualTo(new Answer(Outcome.PENDING, "settles after the change"));
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(target.presence(rollout(POOLS))).isEqualTo(Presence.PRESENT);
    }

    /** So a new order during a hold waits for its end. */
    @Test
    void aNodeOnlyLacksAChangeThatItUndidBeforeItsReport() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        RolloutTarget target = rig.tuner.rollouts();
        target.apply(rollout(POOLS), 3);
        rig.tuner.rollback("");
        assertThat(target.presence(rollout(POOLS))).isEqualTo(Presence.UNDONE);
        assertThat(target.apply(rollout(POOLS), 3))
                .isEqualTo(new Answer(Outcome.FAILED, "the node undid the change of r5"));
        target.reported(rollout(POOLS));
        assertThat(target.presence(rollout(POOLS))).isEqualTo(Presence.ABSENT);
        target.apply(rollout(POOLS), 3);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    /** The answer to the order comes from the record of the failure. */
    @Test
    void aNewOrderDoesNotGetTheLateFailureOfAFormerOne() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.orders = new BoundedWait(task -> new Thread(task).start(), Duration.ofMillis(50));
        rig.start().run(10, 0.0);
        RolloutTarget target = rig.tuner.rollouts();
        Semaphore end = new Semaphore(0);
        rig.node.mutationStage.beforeSet = end::acquireUninterruptibly;
        rig.node.mutationStage.refuses = true;
        assertThat(target.apply(rollout(POOLS), 3)).isEqualTo(RolloutExecutor.BUSY);
        end.release(100);
        assertThat(settled(() -> target.apply(rollout(POOLS), 3)).outcome()).isEqualTo(Outcome.FAILED);
        rig.node.mutationStage.refuses = false;
        target.reported(rollout(POOLS));
        assertThat(settled(() -> target.apply(rollout(POOLS), 3)).detail()).isEqualTo("settles after the change");
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    /** A node that does not report itself while it changes hundreds of tables would be a lost canary. */
    @Test
    void aLongChangeDoesNotDelayTheReportsOfTheNode() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.orders = new BoundedWait(task -> new Thread(task).start(), Duration.ofMillis(50));
        rig.start().run(10, 0.0);
        Semaphore end = new Semaphore(0);
        rig.node.mutationStage.beforeSet = end::acquireUninterruptibly;
        assertThat(rig.tuner.rollouts().apply(rollout(POOLS), 3))
                .isEqualTo(new Answer(Outcome.PENDING, "changes the node"));
        end.release(10);
        assertThat(settled(() -> rig.tuner.rollouts().apply(rollout(POOLS), 3)))
                .isEqualTo(new Answer(Outcome.PENDING, "settles after the change"));
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.status().applied()).isEqualTo(1);
    }

    /** The order was answered before. */
    @Test
    void aLongUndoThatFailsSaysSoAtTheNextOrder() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.orders = new BoundedWait(task -> new Thread(task).start(), Duration.ofMillis(50));
        rig.start().run(10, 0.0);
        RolloutTarget target = rig.tuner.rollouts();
        assertThat(settled(() -> target.apply(rollout(POOLS), 3)).detail()).isEqualTo("settles after the change");
        Semaphore end = new Semaphore(0);
        rig.node.mutationStage.beforeSet = end::acquireUninterruptibly;
        rig.node.mutationStage.refuses = true;
        assertThat(target.undo(rollout(POOLS), 4)).isEqualTo(RolloutExecutor.BUSY);
        end.release(100);
        assertThat(settled(() -> target.undo(rollout(POOLS), 4)).outcome()).isEqualTo(Outcome.FAILED);
    }

    /** The first answer after that of a command that still runs. */
    private static Answer settled(Supplier<Answer> order) throws InterruptedException {
        Answer answer = order.get();
        for (int i = 0; i < 100 && answer.equals(RolloutExecutor.BUSY); i++) {
            Thread.sleep(50);
            answer = order.get();
        }
        return answer;
    }

    /** The journal has one writer at a time. */
    @Test
    void anOrderWaitsForTheEffectThatRuns() throws Exception {
        rig.mode = Mode.APPROVE;
        AtomicBoolean hangs = new AtomicBoolean();
        CountDownLatch reached = new CountDownLatch(1);
        Semaphore end = new Semaphore(0);
        CounterSource counters = rig.counters;
        rig.counters = () -> {
            if (hangs.get()) {
                reached.countDown();
                end.acquireUninterruptibly();
            }
            return counters.sample();
        };
        rig.start().run(10, 0.0);
        hangs.set(true);
        Thread tick = new Thread(() -> rig.tuner.tick());
        tick.start();
        reached.await();
        Answer answer = rig.tuner.rollouts().apply(rollout(POOLS), 3);
        end.release();
        tick.join();
        assertThat(answer.outcome()).isEqualTo(Outcome.PENDING);
        assertThat(answer.detail()).startsWith("the tuner is");
        assertThat(rig.journal).content().doesNotContain("\"epoch\"");
    }
}
