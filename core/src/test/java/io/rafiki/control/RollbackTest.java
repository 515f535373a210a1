package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.rafiki.control.machine.LoopPhase;
import io.rafiki.control.reason.ChangeOutcome.ChangeStuck;
import io.rafiki.control.reason.ChangeOutcome.ChangeUndone;
import io.rafiki.control.reason.ChangeOutcome.DeadlineExceeded;
import io.rafiki.control.reason.ChangeOutcome.KnobKept;
import io.rafiki.control.reason.ChangeOutcome.KnobStuck;
import io.rafiki.control.reason.ChangeOutcome.Ok;
import io.rafiki.control.reason.ChangeOutcome.RollbackIncomplete;
import io.rafiki.control.reason.Problem.NotApplied;
import io.rafiki.control.reason.Problem.RestoreIncomplete;
import io.rafiki.control.reason.Refusal.NotInPlace;
import io.rafiki.control.reason.Refusal.NothingToRollBack;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.decision.HoldReason.RolledBackHere;
import io.rafiki.node.NodeFailure.KnobFailed;
import io.rafiki.reason.ReasonException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Undoing changes: after a failed write, by an operator, and what it leaves alone. */
class RollbackTest extends RiggedTest {

    @Test
    void rollbackKeepsValuesOutsideTheCatalogue() throws Exception {
        rig.start().run(10, 0.0);
        rig.node.readStage.values.put("MaximumPoolSize", 5_000);
        assertThat(rig.tuner.rollback("").readBack()).contains(kept("concurrent_reads", "5000"));
        assertThat(rig.pools()).containsExactly(5_000, 32);
    }

    @Test
    void rollbackUndoesStepByStepToTheStart() throws Exception {
        long seed = 11;
        SplittableRandom random = new SplittableRandom(seed);
        rig.start();
        Deque<List<Object>> before = new ArrayDeque<>();
        while (before.size() < 30) {
            List<Object> now = rig.pools();
            rig.run(20, random.nextInt(11) / 10.0);
            if (!rig.pools().equals(now)) {
                before.push(now);
            }
        }
        while (!before.isEmpty()) {
            rig.tuner.rollback("");
            assertThat(rig.pools())
                    .as("%d steps remain, seed %d", before.size(), seed)
                    .isEqualTo(before.pop());
        }
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThatThrownBy(() -> rig.tuner.rollback(""))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new NothingToRollBack()));
    }

    @Test
    void rollbackToANamedDecisionUndoesAllLaterOnesAndTwiceIsOnce() throws Exception {
        rig.start().run(10, 0.0);
        rig.run(20, 1.0);
        String second = rig.tuner.lastApplied().orElseThrow().decided().id();
        rig.run(20, 0.5);
        assertThat(rig.tuner.status().applied()).isEqualTo(3);
        DecisionRecord undone = rig.tuner.rollback(second);
        assertThat(rig.pools()).as("of the first change").containsExactly(16, 80);
        assertThat(rig.tuner.rollback(second)).as("twice is once").isEqualTo(undone);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThatThrownBy(() -> rig.tuner.rollback("d99"))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new NotInPlace("d99")));
    }

    @Test
    void afterARollbackNothingIsDecidedForThatWorkloadUntilAnOperatorLoadsAModel() throws Exception {
        rig.start().run(10, 0.0);
        rig.tuner.rollback("");
        rig.tuner.setMode("auto");
        rig.run(30, 0.03);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.reason()).isEqualTo(new RolledBackHere("d1", Map.of("readRatio", 0.0), 0.05));
        rig.run(20, 1.0);
        assertThat(rig.pools()).as("another workload").containsExactly(80, 16);
        rig.tuner.pause("maintenance");
        rig.tuner.resume();
        rig.run(20, 0.03);
        assertThat(rig.reason()).isInstanceOf(RolledBackHere.class);
        rig.tuner.reloadModel("");
        rig.run(20, 0.03);
        assertThat(rig.tuner.status().applied()).isEqualTo(3);
    }

    @Test
    void rollbackLeavesAloneWhatAnotherClientHasSetSince() throws Exception {
        rig.start().run(10, 0.0);
        rig.node.readStage.values.put("MaximumPoolSize", 48);
        assertThat(rig.tuner.rollback("").readBack()).contains(kept("concurrent_reads", "48"));
        assertThat(rig.pools()).containsExactly(48, 32);
    }

    @Test
    void restoresTheFormerValuesWhenAWriteIsRefused() throws Exception {
        rig.node.readStage.refuses = true;
        rig.start().run(10, 0.0);
        assertThat(rig.node.mutationStage.writes).as("written and put back").isEqualTo(2);
        assertThat(rig.pools()).containsExactly(32, 32);
        DecisionRecord last = rig.tuner.status().last().orElseThrow();
        assertThat(last.readBack()).hasValueSatisfying(outcome -> assertThat(outcome)
                .isInstanceOfSatisfying(ChangeUndone.class, undone -> assertThat(undone.cause())
                        .isInstanceOfSatisfying(KnobFailed.class, failed -> assertThat(failed.knob())
                                .isEqualTo("concurrent_reads=16"))));
        assertThat(rig.tuner.status().readBackFailures()).isEqualTo(1);
        assertThat(rig.tuner.status().applied()).isZero();
    }

    @Test
    void putsBackWhatWasThereWhenAValueReadsBackAsAnother() throws Exception {
        rig.node.readStage.forgets = true;
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.status().readBackFailures()).isEqualTo(1);
    }

    /** Each write lasts longer than the deadline of the whole change. */
    @Test
    void undoesAChangeThatExceedsItsDeadline() throws Exception {
        Runnable slow = () -> rig.pass(Duration.ofMinutes(11));
        rig.node.readStage.beforeSet = slow;
        rig.node.mutationStage.beforeSet = slow;
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.status().last().orElseThrow().readBack())
                .contains(new ChangeUndone(new DeadlineExceeded(Duration.ofMinutes(10)), List.of()));
        assertThat(rig.node.readStage.writes + rig.node.mutationStage.writes)
                .as("one value is written and put back")
                .isEqualTo(2);
    }

    @Test
    void reportsAFailedRollbackAndCanRetryIt() throws Exception {
        rig.node.readStage.refuses = true;
        rig.node.readStage.whenRefused = () -> rig.node.mutationStage.refuses = true;
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 80);
        rig.run(10, 0.0);
        assertThat(rig.problems()).singleElement().isInstanceOfSatisfying(NotApplied.class, problem -> {
            assertThat(problem.decision()).isEqualTo("d1");
            assertThat(problem.outcome()).isInstanceOfSatisfying(ChangeStuck.class, stuck -> assertThat(stuck.stuck())
                    .extracting(KnobStuck::knob, KnobStuck::value)
                    .containsExactly(tuple("concurrent_writes", "32")));
        });
        rig.node.readStage.refuses = false;
        rig.node.mutationStage.refuses = false;
        rig.tuner.rollback("");
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.problems()).isEmpty();
    }

    @Test
    void aSecondStuckChangeDoesNotHideTheFirst() throws Exception {
        rig.node.readStage.refuses = true;
        rig.node.readStage.whenRefused = () -> rig.node.mutationStage.refuses = true;
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).as("the first change is stuck").containsExactly(32, 80);
        rig.node.mutationStage.refuses = false;
        rig.run(20, 1.0);
        assertThat(rig.pools()).as("both changes are stuck").containsExactly(32, 16);
        assertThat(rig.problems()).hasSize(2).allMatch(NotApplied.class::isInstance);
        rig.node.readStage.refuses = false;
        rig.node.mutationStage.refuses = false;
        rig.tuner.rollback("");
        assertThat(rig.pools()).as("the second is undone").containsExactly(32, 80);
        assertThat(rig.problems()).singleElement().isInstanceOf(NotApplied.class);
        rig.tuner.rollback("");
        assertThat(rig.pools()).as("the first is undone too").containsExactly(32, 32);
        assertThat(rig.problems()).isEmpty();
    }

    @Test
    void anIncompleteRollbackStaysInTheStatusUntilItIsComplete() throws Exception {
        rig.start().run(10, 0.0);
        rig.node.readStage.refuses = true;
        assertThatThrownBy(() -> rig.tuner.rollback("")).isInstanceOf(ReasonException.class);
        rig.run(20, 0.0);
        assertThat(rig.problems())
                .singleElement()
                .isInstanceOfSatisfying(RestoreIncomplete.class, problem -> assertThat(problem.outcome())
                        .isInstanceOfSatisfying(RollbackIncomplete.class, left -> assertThat(left.failed())
                                .extracting(KnobStuck::knob, KnobStuck::value)
                                .containsExactly(tuple("concurrent_reads", "32"))));
        rig.node.readStage.refuses = false;
        rig.tuner.rollback("");
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.problems()).isEmpty();
    }

    @Test
    void rollbackToANamedDecisionUndoesALaterOneThatIsStuckToo() throws Exception {
        rig.start().run(10, 0.0);
        rig.node.readStage.refuses = true;
        rig.node.readStage.whenRefused = () -> rig.node.mutationStage.refuses = true;
        rig.run(20, 1.0);
        assertThat(rig.pools()).as("the second change is stuck").containsExactly(16, 16);
        rig.node.readStage.refuses = false;
        rig.node.mutationStage.refuses = false;
        assertThat(rig.tuner.rollback("d1").readBack()).contains(new Ok());
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.problems()).isEmpty();
    }

    /** The rollback keeps its own answer, and its workload stays barred. */
    @Test
    @Timeout(60)
    void aStopDuringARollbackChangesNeitherItsAnswerNorItsBar() throws Exception {
        rig.start().run(10, 0.0);
        CountDownLatch hung = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        rig.node.mutationStage.beforeSet = () -> {
            hung.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        CompletableFuture<DecisionRecord> rollback = CompletableFuture.supplyAsync(() -> rig.tuner.rollback(""));
        assertThat(hung.await(10, TimeUnit.SECONDS)).isTrue();
        rig.tuner.stop();
        release.countDown();
        assertThat(rollback.get(10, TimeUnit.SECONDS).readBack()).contains(new Ok());
        assertThat(rig.tuner.status().phase()).isEqualTo(LoopPhase.STOPPED);
        assertThat(rig.pools()).containsExactly(32, 32);
        rig.tuner.resume();
        rig.run(20, 0.0);
        assertThat(rig.reason()).isInstanceOf(RolledBackHere.class);
    }

    private static RollbackIncomplete kept(String knob, String value) {
        return new RollbackIncomplete(List.of(), List.of(new KnobKept(knob, value, List.of())));
    }
}
