package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.reason.ActionReason.RewriteAborted;
import io.rafiki.control.reason.Activity.Rewriting;
import io.rafiki.control.reason.Activity.RollbackSuspended;
import io.rafiki.control.reason.ChangeOutcome.ChangeUndone;
import io.rafiki.control.record.LoopTimings.Step;
import io.rafiki.decision.RegressionLimits;
import io.rafiki.decision.RewriteAbort.DiskRunsOut;
import io.rafiki.decision.RewriteAbort.PaybackImpossible;
import io.rafiki.node.DiskSpace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Aborts and rollbacks of rewrites. */
class RewriteAbortTest extends RewriteCase {

    @Test
    void aRewriteStopsAndIsRestoredBeforeTheDiskIsFull() throws Exception {
        rig.start().run(10, 1.0);
        rig.data.compacts(0.25);
        rig.room = new DiskSpace.Volume("disk", 110_000_000_000L, 1_000_000_000_000L);
        rig.run(1, 1.0);
        assertThat(compaction()).as("above the floor").contains("Leveled");
        rig.room = new DiskSpace.Volume("disk", 99_000_000_000L, 1_000_000_000_000L);
        rig.run(1, 1.0);
        assertThat(compaction()).contains("SizeTiered");
        assertThat(rig.pools()).as("the whole decision is undone").containsExactly(32, 32);
        assertThat(rig.node.compactions.calls)
                .containsExactly("stopCompactionById[5b7ea510-c8a5-11f0-9b2c-000000000001]");
        assertThat(last().kind()).isEqualTo("rollback");
        assertThat(last().reason()).isInstanceOfSatisfying(RewriteAborted.class, aborted -> {
            assertThat(aborted.decision()).isEqualTo("d1");
            assertThat(aborted.cause()).isInstanceOfSatisfying(DiskRunsOut.class, disk -> assertThat(disk.floor())
                    .isEqualTo(100_000_000_000L));
        });
        rig.run(30, 1.0);
        assertThat(rig.node.compactions.calls).as("the rollback continues").hasSize(1);
    }

    @Test
    void aStepOfTheWallClockDoesNotStopARewrite() throws Exception {
        rig.start().run(10, 1.0);
        rig.data.compacts(0.25);
        rig.run(5, 1.0);
        for (Duration step : List.of(Duration.ofHours(1), Duration.ofDays(-1))) {
            rig.pass(step);
            rig.run(1, 1.0);
        }
        assertThat(compaction()).contains("Leveled");
        assertThat(rig.node.compactions.calls).isEmpty();
        Rewriting progress =
                new Rewriting("d1", 512_000_000, 0.25, Duration.ofSeconds(7), Optional.of(Duration.ofSeconds(21)));
        assertThat(rig.tuner.status().rewriting()).contains(progress);
        rig.data.complete();
        rig.run(1, 1.0);
        assertThat(rig.durations.get(Step.REWRITE)).containsExactly(Duration.ofSeconds(8));
    }

    /** After 20 s a tenth is rewritten: the whole takes longer than the payback horizon. */
    @Test
    void aRewriteThatCannotPayBackInTimeIsStopped() throws Exception {
        rig.start().run(10, 1.0);
        rig.data.compacts(0.1);
        rig.run(20, 1.0);
        assertThat(compaction()).contains("SizeTiered");
        assertThat(rig.node.compactions.calls).hasSize(1);
        assertThat(rig.tuner.history(10)).anySatisfy(decision -> assertThat(decision.reason())
                .isInstanceOfSatisfying(RewriteAborted.class, aborted -> assertThat(aborted.cause())
                        .isInstanceOf(PaybackImpossible.class)));
    }

    @Test
    void aRewriteThatIsCompletedDuringAPauseIsNotUndone() throws Exception {
        rig.start().run(10, 1.0);
        rig.tuner.pause("a benchmark");
        rig.data.compacts(0.1);
        rig.run(20, 1.0);
        assertThat(rig.activities()).hasAtLeastOneElementOfType(RollbackSuspended.class);
        rig.data.complete();
        rig.run(10, 1.0);
        assertThat(rig.activities()).doesNotHaveAnyElementsOfTypes(RollbackSuspended.class);
        rig.tuner.resume();
        rig.run(20, 1.0);
        assertThat(compaction()).contains("Leveled");
        assertThat(rig.tuner.history(100))
                .noneSatisfy(decision -> assertThat(decision.kind()).isEqualTo("rollback"));
    }

    /** Unlike a rewrite that cannot pay back, a full disk does not wait for the operator. */
    @Test
    void aDiskThatRunsOutDuringAPauseEndsTheRewrite() throws Exception {
        rig.start().run(10, 1.0);
        rig.tuner.pause("a benchmark");
        rig.data.compacts(0.1);
        rig.run(20, 1.0);
        assertThat(rig.activities()).hasAtLeastOneElementOfType(RollbackSuspended.class);
        rig.room = new DiskSpace.Volume("disk", 99_000_000_000L, 1_000_000_000_000L);
        rig.run(1, 1.0);
        assertThat(compaction()).contains("SizeTiered");
    }

    /** The node refuses the former option, so the first attempt restores only the pools. */
    @Test
    void aRewriteThatIsCompletedBeforeTheNextAttemptIsNotUndone() throws Exception {
        rig.start().run(10, 1.0);
        rig.data.compacts(0.1);
        rig.node.table.refuses = true;
        rig.run(20, 1.0);
        assertThat(compaction()).contains("Leveled");
        assertThat(rig.pools()).containsExactly(32, 32);
        rig.node.table.refuses = false;
        rig.data.complete();
        rig.run(120, 1.0);
        assertThat(compaction()).contains("Leveled");
        assertThat(rig.pools()).as("the next window decides again").containsExactly(80, 16);
    }

    /** The node refuses the former value of a pool, and rewrites the data back. */
    @Test
    void anAbortThatHasRestoredTheOptionIsCompleted() throws Exception {
        rig.start().run(10, 1.0);
        rig.data.compacts(0.1);
        rig.node.readStage.refuses = true;
        rig.run(20, 1.0);
        assertThat(compaction()).contains("SizeTiered");
        assertThat(rig.pools()).containsExactly(80, 32);
        rig.node.readStage.refuses = false;
        rig.data.complete();
        rig.run(90, 1.0);
        assertThat(compaction()).contains("SizeTiered");
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void aRollbackRewritesToo() throws Exception {
        rig.start().run(10, 1.0);
        rig.run(5, 1.0);
        rig.tuner.rollback("");
        assertThat(compaction()).contains("SizeTiered");
        assertThat(rig.tuner.status().rewriting()).hasValueSatisfying(activity -> assertThat(activity)
                .isInstanceOfSatisfying(Rewriting.class, rewriting -> assertThat(rewriting.decision())
                        .isEqualTo("d2")));
    }

    @Test
    void aRollbackByTheOperatorStopsTheRewrite() throws Exception {
        rig.start().run(10, 1.0);
        rig.data.compacts(0.25);
        rig.run(2, 1.0);
        rig.tuner.rollback("");
        assertThat(compaction()).contains("SizeTiered");
        assertThat(rig.node.compactions.calls)
                .containsExactly("stopCompactionById[5b7ea510-c8a5-11f0-9b2c-000000000001]");
        rig.run(10, 1.0);
        assertThat(rig.node.compactions.calls).as("the rollback continues").hasSize(1);
    }

    @Test
    void aRollbackAfterTheRewriteStopsNoCompaction() throws Exception {
        rig.start().run(10, 1.0);
        rig.data.complete();
        rig.run(2, 1.0);
        rig.data.compacts(0.25);
        rig.tuner.rollback("");
        assertThat(compaction()).contains("SizeTiered");
        assertThat(rig.node.compactions.calls).isEmpty();
    }

    /** Another client sets a pool after the option was written, so all is undone. Compactions may have begun. */
    @Test
    void aFailedRewriteIsFollowedToo() throws Exception {
        rig.node.table.whenWritten = () -> rig.node.readStage.values.put("MaximumPoolSize", 48);
        rig.start().run(10, 1.0);
        assertThat(last().readBack())
                .hasValueSatisfying(outcome -> assertThat(outcome).isInstanceOf(ChangeUndone.class));
        assertThat(compaction()).contains("SizeTiered");
        assertThat(rig.tuner.status().rewriting()).isPresent();
    }

    @Test
    void aNewTableIsNotRolledBackAndBlocksNothing() throws Exception {
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("Leveled");
        String timeWindow = "{\"class\":\"TimeWindowCompactionStrategy\"}";
        LoneNode.Bean other = rig.addTable("other", timeWindow);
        rig.run(5, 1.0);
        rig.tuner.rollback("");
        assertThat(compaction()).contains("SizeTiered");
        assertThat(other.values).containsEntry("CompactionParametersJson", timeWindow);
        assertThat(rig.tuner.history(100))
                .anySatisfy(decision -> assertThat(decision.kind() + " " + decision.readBackText())
                        .isEqualTo("rollback ok"));
    }

    @Test
    void aRewritingThatNeverEndsIsNoExcuseWithoutEnd() throws Exception {
        rig.watch = new RegressionLimits(Duration.ofMinutes(5), 0.1);
        rig.micros = (readers, writers) -> readers == 32 ? 500 : 900;
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("Leveled");
        rig.data.compacts(0.6);
        rig.run(60, 1.0);
        assertThat(compaction()).as("it may be the rewriting").contains("Leveled");
        rig.run(30, 1.0);
        assertThat(compaction()).contains("SizeTiered");
    }

    /** The new strategy does not keep up with the writes. */
    @Test
    void pendingCompactionsDoNotDelayTheRollback() throws Exception {
        rig.watch = new RegressionLimits(Duration.ofMinutes(5), 0.1);
        rig.micros = (readers, writers) -> readers == 32 ? 500 : 900;
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("Leveled");
        rig.data.complete();
        rig.node.pendingCompactions.values.put("Value", 101);
        rig.run(60, 1.0);
        assertThat(compaction()).contains("SizeTiered");
    }
}
