package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.rafiki.control.ActionReason.RewriteAborted;
import io.rafiki.control.Activity.Rewriting;
import io.rafiki.control.Activity.RollbackSuspended;
import io.rafiki.control.ChangeOutcome.ChangeUndone;
import io.rafiki.control.LoopTimings.Step;
import io.rafiki.control.Refusal.NoSuchOffer;
import io.rafiki.decision.Budget;
import io.rafiki.decision.Decision.Proposed;
import io.rafiki.decision.Evidence.AnotherChange;
import io.rafiki.decision.HoldReason.NotStationary;
import io.rafiki.decision.HoldReason.OnlyRewriteGains;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.decision.PredictedGain;
import io.rafiki.decision.RegressionLimits;
import io.rafiki.decision.RewriteAbort.DiskRunsOut;
import io.rafiki.decision.RewriteAbort.PaybackImpossible;
import io.rafiki.decision.RewriteDeferred;
import io.rafiki.decision.RewriteDuration;
import io.rafiki.decision.RewriteDuration.Basis;
import io.rafiki.decision.RewriteObstacle;
import io.rafiki.decision.RewriteObstacle.DiskShort;
import io.rafiki.decision.RewriteObstacle.ManualTaskRunning;
import io.rafiki.decision.RewriteObstacle.PaybackTooLate;
import io.rafiki.decision.RewriteObstacle.RewriteBudgetSpent;
import io.rafiki.decision.RewriteObstacle.RewriteRunning;
import io.rafiki.decision.RewriteObstacle.RewriteTooRecent;
import io.rafiki.decision.Verdict;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.knob.ChangeCost;
import io.rafiki.node.DiskSpace;
import io.rafiki.reason.ReasonException;
import io.rafiki.workload.Instability.DriftWithinWindow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A compaction that data must be rewritten for: 512 MB at 32 MB/s are 16 s at half the throughput. Leveled gives 40 % to reads and
 * takes 40 % from writes.
 */
class RewriteTest extends RiggedTest {

    @BeforeEach
    void allowRewrites() {
        rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads", "compaction"));
        rig.costs = Set.of(ChangeCost.INSTANT, ChangeCost.REWRITES_DATA);
    }

    @Test
    void rewritesDataThatRepaysWithinTheHorizonAndReportsTheCost() throws Exception {
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("Leveled");
        assertThat(last().reason()).isInstanceOfSatisfying(PredictedGain.class, gain -> assertThat(gain.rewrite())
                .hasValueSatisfying(rewrite -> {
                    assertThat(rewrite.cost().bytes()).isEqualTo(512_000_000);
                    assertThat(rewrite.cost().duration())
                            .isEqualTo(new RewriteDuration(
                                    Duration.ofSeconds(16),
                                    Duration.ofSeconds(8),
                                    Duration.ofSeconds(32),
                                    Basis.ASSUMED));
                    assertThat(rewrite.cost().throughputLoss()).isEqualTo(0.5);
                    assertThat(rewrite.payback()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(40));
                }));
        assertThat(last().changes()).contains("compaction SizeTiered -> Leveled");
    }

    /** The catalogue has another value in place of Leveled. Its levels leave a single file alone. */
    @Test
    void aRewriteIsPricedByTheOptionAndNotByTheNameOfItsValue() throws Exception {
        String shipped = Files.readString(Path.of("../conf/knobs/cassandra-5.0.yaml"));
        String renamed = shipped.replace(
                "      Leveled: {class: LeveledCompactionStrategy}",
                "      UCS: {class: UnifiedCompactionStrategy, scaling_parameters: \"T8,T4\"}");
        assertThat(renamed).isNotEqualTo(shipped);
        rig = new Rig(folder, Files.writeString(folder.resolve("knobs.yaml"), renamed));
        allowRewrites();
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 1.0);
        Plan pending = rig.tuner.status().pending().orElseThrow();
        assertThat(pending.to().get("compaction")).isEqualTo("UCS");
        assertThat(pending.rewrite().orElseThrow().cost().bytes()).isZero();
    }

    /** Each of its nodes may decide the same at the same time. */
    @Test
    void onARingWithFurtherNodesOnlyAnOperatorRewritesData() throws Exception {
        rig.node.storageService.values.put("LiveNodes", List.of("127.0.0.1", "127.0.0.2", "127.0.0.3"));
        rig.start().run(40, 1.0);
        assertThat(compaction()).contains("SizeTiered");
        assertThat(rig.tuner.status().applied()).as("the pools").isEqualTo(1);
        assertThat(rig.tuner.propose().changes()).contains("compaction SizeTiered -> Leveled");
    }

    /** The settings permit instant changes only. The commands follow the mode. */
    @Test
    void anOperatorAppliesARewriteThatTheSettingsDoNotPermit() throws Exception {
        rig.costs = Set.of(ChangeCost.INSTANT);
        rig.mode = Mode.ADVISE;
        rig.start().run(10, 1.0);
        DecisionRecord proposed = rig.tuner.propose();
        assertThat(proposed.changes()).doesNotContain("compaction");
        String command = "rafiki apply " + proposed.id() + " --allow instant";
        assertThat(rig.tuner.status().offers().get(0).command()).isEqualTo("rafiki mode approve && " + command);
        rig.tuner.setMode("approve");
        assertThat(rig.tuner.status().offers().get(0).command()).isEqualTo(command);
        assertThat(rig.tuner.status().offers())
                .extracting(Offer::decision, offer -> offer.best().cost())
                .containsExactly(
                        tuple(proposed.id(), ChangeCost.INSTANT), tuple(proposed.id(), ChangeCost.REWRITES_DATA));
        DecisionRecord applied = rig.tuner.apply(proposed.id(), "rewrites_data");
        assertThat(applied.isDone()).isTrue();
        assertThat(compaction()).contains("Leveled");
        assertThat(rig.tuner.status().rewriting()).isPresent();
        assertThatThrownBy(() -> rig.tuner.apply(proposed.id(), "next_start"))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isInstanceOf(NoSuchOffer.class));
        assertThatThrownBy(() -> rig.tuner.apply(proposed.id(), "cheap"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("instant, new_data, rewrites_data, next_start");
    }

    /** The pools are the best already. */
    @Test
    void autoShowsTheRewriteThatTheSettingsDoNotPermit() throws Exception {
        rig.costs = Set.of(ChangeCost.INSTANT);
        rig.node.readStage.values.put("MaximumPoolSize", 80);
        rig.node.mutationStage.values.put("MaximumPoolSize", 16);
        rig.start().run(10, 1.0);
        assertThat(rig.tuner.status().applied()).isZero();
        assertThat(rig.tuner.status().offers())
                .extracting(Offer::decision, offer -> offer.best().cost())
                .containsExactly(tuple(last().id(), ChangeCost.REWRITES_DATA));
        assertThat(rig.tuner.apply(last().id(), "rewrites_data").isDone()).isTrue();
        assertThat(compaction()).contains("Leveled");
    }

    @Test
    void changesTheRestWhileTheRewritingDoesNotPay() throws Exception {
        rig.paybackHorizon = Duration.ofSeconds(30);
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("SizeTiered");
        assertThat(rig.pools()).containsExactly(80, 16);
        assertThat(deferred(last())).isInstanceOfSatisfying(PaybackTooLate.class, late -> {
            assertThat(late.cost().bytes()).isEqualTo(512_000_000);
            assertThat(late.horizon()).isEqualTo(Duration.ofSeconds(30));
        });
        rig.run(60, 1.0);
        assertThat(compaction())
                .as("the workload is the same, and so is the answer")
                .contains("SizeTiered");
    }

    @Test
    void reportsThatOnlyARewriteGains() throws Exception {
        rig.paybackHorizon = Duration.ofSeconds(30);
        rig.node.readStage.values.put("MaximumPoolSize", 80);
        rig.node.mutationStage.values.put("MaximumPoolSize", 16);
        rig.start().run(10, 1.0);
        assertThat(last().reason()).isInstanceOfSatisfying(OnlyRewriteGains.class, hold -> assertThat(
                        hold.deferred().change().knob())
                .isEqualTo("compaction"));
        assertThat(rig.tuner.status().applied()).isZero();
    }

    @Test
    void showsTheProgressUntilTheOldFilesAreReplaced() throws Exception {
        rig.start().run(10, 1.0);
        rig.data.compacts(0.25);
        rig.run(5, 1.0);
        Rewriting progress =
                new Rewriting("d1", 512_000_000, 0.25, Duration.ofSeconds(5), Optional.of(Duration.ofSeconds(15)));
        assertThat(rig.tuner.status().rewriting()).contains(progress);
        assertThat(rig.activities()).contains(progress);
        rig.data.complete();
        rig.run(1, 1.0);
        assertThat(rig.tuner.status().rewriting()).isEmpty();
    }

    @Test
    void eachStepOfTheLoopHasItsDuration() throws Exception {
        rig.start().run(10, 1.0);
        rig.data.compacts(0.25);
        rig.run(5, 1.0);
        assertThat(rig.durations).containsOnlyKeys(Step.SEARCH, Step.APPLY, Step.READ_BACK);
        assertThat(rig.durations.get(Step.APPLY)).hasSize(1);
        assertThat(rig.durations.get(Step.READ_BACK)).as("one for each knob").hasSize(3);
        rig.data.complete();
        rig.run(1, 1.0);
        assertThat(rig.durations.get(Step.REWRITE)).containsExactly(Duration.ofSeconds(6));
    }

    /** Waiting compactions of other tables decrease at once; the rewrite has not even begun. */
    @Test
    void aRewriteThatStartsWithManyPendingCompactionsIsNotOverWhenTheyDecrease() throws Exception {
        rig.node.pendingCompactions.values.put("Value", 60);
        rig.start().run(10, 1.0);
        rig.node.pendingCompactions.values.put("Value", 2);
        rig.data.compacts(0.1);
        rig.run(5, 1.0);
        assertThat(rig.tuner.status().rewriting()).isPresent();
    }

    @Test
    void compactionsOfNewDataDoNotKeepARewriteRunning() throws Exception {
        rig.start().run(10, 1.0);
        rig.node.pendingCompactions.values.put("Value", 40);
        rig.node.pendingByTable.values.put("Value", Map.of("ycsb", Map.of("usertable", 40)));
        rig.data.complete();
        rig.data.compactsFlushedData();
        rig.run(1, 1.0);
        assertThat(rig.tuner.status().rewriting()).isEmpty();
    }

    /** The instant knobs follow the workload at once; the compaction follows when the last rewriting is over and has paid. */
    @Test
    void holdsTheNextRewritingBackAndNothingElse() throws Exception {
        rig.start().run(10, 1.0);
        rig.data.compacts(0.6);
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(compaction()).contains("Leveled");
        assertThat(deferred(rig.tuner.history(2).get(0))).isEqualTo(new RewriteRunning("d1", 0.6));
        rig.run(60, 0.0);
        assertThat(compaction()).as("the rewrite still runs").contains("Leveled");
        rig.data.complete();
        rig.run(20, 0.0);
        assertThat(compaction()).contains("SizeTiered");
    }

    @Test
    void theNextRewritingWaitsForTheLookAheadOfTheLast() throws Exception {
        rig.start().run(10, 1.0);
        rig.data.complete();
        rig.run(20, 0.0);
        assertThat(compaction()).contains("Leveled");
        assertThat(deferred(rig.tuner.history(2).get(0)))
                .isEqualTo(new RewriteTooRecent("d1", Duration.ofSeconds(10), Duration.ofMinutes(1)));
        rig.run(50, 0.0);
        assertThat(compaction()).contains("SizeTiered");
    }

    @Test
    void aManualTaskDefersARewrite() throws Exception {
        rig.data.runs("Scrub");
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("SizeTiered");
        assertThat(deferred(last())).isEqualTo(new ManualTaskRunning("Scrub", "ycsb.usertable"));
        rig.node.compactions.values.put("Compactions", List.of());
        rig.run(10, 1.0);
        assertThat(compaction()).contains("Leveled");
    }

    @Test
    void aDeferredRewriteWaitsForTheVerdictOfTheChangeBeforeIt() throws Exception {
        rig.watch = new RegressionLimits(Duration.ofMinutes(2), 0.1);
        rig.data.runs("Scrub");
        rig.start().run(10, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
        rig.node.compactions.values.put("Compactions", List.of());
        rig.run(100, 1.0);
        assertThat(compaction()).contains("SizeTiered");
        rig.run(50, 1.0);
        assertThat(compaction()).contains("Leveled");
        assertThat(applied()).hasSize(2);
        assertThat(applied().get(0).verdict()).isPresent();
        assertThat(applied().get(1).verdict()).isEmpty();
    }

    /** After an operator's command the next window decides again. */
    @Test
    void theVerdictIsUnknownIfAnotherChangeIsMadeFirst() throws Exception {
        rig.watch = new RegressionLimits(Duration.ofMinutes(2), 0.1);
        rig.data.runs("Scrub");
        rig.start().run(10, 1.0);
        rig.node.compactions.values.put("Compactions", List.of());
        rig.tuner.pause("a backup");
        rig.tuner.resume();
        rig.run(10, 1.0);
        assertThat(compaction()).contains("Leveled");
        assertThat(applied().get(0).verdict())
                .hasValueSatisfying(verdict -> assertThat(verdict).isInstanceOfSatisfying(Verdict.class, found -> {
                    assertThat(found.outcome()).isEqualTo(Outcome.UNKNOWN);
                    assertThat(found.evidence())
                            .isInstanceOfSatisfying(AnotherChange.class, another -> assertThat(another.decision())
                                    .isEqualTo(last().id()));
                }));
    }

    /** 20 % of the disk and all of the table are free, but not a tenth of the disk more. */
    @Test
    void aRewriteNeedsTheSpaceOfTheTableAndATenth() throws Exception {
        rig.room = new DiskSpace.Volume("disk", 600_000_000L, 2_000_000_000L);
        rig.data.snapshot();
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("SizeTiered");
        assertThat(deferred(last())).isInstanceOfSatisfying(DiskShort.class, disk -> {
            assertThat(disk.pinned()).isEqualTo(512_000_000);
            assertThat(disk.required()).isEqualTo(712_000_000);
        });
    }

    /** The table has 512 MB in its data file and 256 MB in indexes and other components. */
    @Test
    void aRewriteNeedsTheSpaceOfAllComponents() throws Exception {
        rig.room = new DiskSpace.Volume("disk", 900_000_000L, 2_000_000_000L);
        rig.node.liveBytes.values.put("Count", 768_000_000L);
        rig.data.snapshot();
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("SizeTiered");
        assertThat(deferred(last())).isInstanceOfSatisfying(DiskShort.class, disk -> {
            assertThat(disk.required()).isEqualTo(968_000_000);
            assertThat(disk.tables()).isEqualTo(768_000_000);
            assertThat(disk.pinned()).isEqualTo(768_000_000);
        });
    }

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
    void aRewriteIsPricedByTheNodesOwnCompactions() throws Exception {
        rig.mode = Mode.ADVISE;
        rig.data.compacts(0);
        rig.start();
        for (int second = 1; second <= 20; second++) {
            rig.node.compactedBytes.values.put("Count", 64_000_000L * second);
            rig.run(1, 1.0);
        }
        PredictedGain gain = ((Proposed) rig.tuner.propose().reason()).prediction();
        RewriteDuration duration = gain.rewrite().orElseThrow().cost().duration();
        assertThat(duration.basis()).isEqualTo(Basis.MEASURED);
        assertThat(duration.expected()).isEqualTo(Duration.ofSeconds(9));
    }

    /** A repair reads ten times as fast as a compaction. */
    @Test
    void bytesOfOtherTasksAreNoRateOfCompactions() throws Exception {
        rig.mode = Mode.ADVISE;
        rig.data.compacts(0);
        rig.start();
        for (int second = 1; second <= 40; second++) {
            if (second == 21) {
                rig.data.compactsWith("Validation");
            }
            long bytes = second <= 20 ? 64_000_000L : 640_000_000L;
            rig.node.compactedBytes.values.merge("Count", bytes, (old, more) -> (Long) old + (Long) more);
            rig.run(1, 1.0);
        }
        PredictedGain gain = ((Proposed) rig.tuner.propose().reason()).prediction();
        assertThat(gain.rewrite().orElseThrow().cost().duration().expected()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void theBudgetOfTheDayHoldsTheNextRewritingBackAndNothingElse() throws Exception {
        rig.budget = new Budget(1_000, 1);
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("Leveled");
        rig.data.complete();
        rig.run(70, 1.0);
        rig.run(20, 0.0);
        assertThat(compaction()).contains("Leveled");
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.history(100)).anySatisfy(decided -> assertThat(deferred(decided))
                .isInstanceOfSatisfying(RewriteBudgetSpent.class, spent -> assertThat(spent.allowed())
                        .isEqualTo(1)));
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

    @Test
    void aNodeThatIsNotStationaryIsNotChanged() throws Exception {
        rig.maxDrift = 0.15;
        rig.start();
        for (int rate = 1_000; rate < 4_000; rate += 100) {
            rig.run(1, 1.0, rate);
        }
        assertThat(rig.tuner.status().applied()).isZero();
        assertThat(rig.reason()).isInstanceOfSatisfying(NotStationary.class, hold -> assertThat(hold.cause())
                .isInstanceOfSatisfying(DriftWithinWindow.class, drift -> assertThat(drift.change())
                        .isPositive()));
        rig.run(30, 1.0, 4_000);
        assertThat(rig.tuner.status().applied()).isEqualTo(1);
    }

    @Test
    void inAdviseTheRewritingIsShown() throws Exception {
        rig.mode = Mode.ADVISE;
        rig.start().run(10, 1.0);
        assertThat(last().kind()).isEqualTo("propose");
        assertThat(last().reason()).isInstanceOfSatisfying(Proposed.class, proposed -> assertThat(
                        proposed.prediction().rewrite())
                .isPresent());
        assertThat(compaction()).contains("SizeTiered");
    }

    private static RewriteObstacle deferred(DecisionRecord decided) {
        assertThat(decided.reason()).isInstanceOf(PredictedGain.class);
        Optional<RewriteDeferred> deferred = ((PredictedGain) decided.reason()).deferred();
        assertThat(deferred).isPresent();
        return deferred.get().obstacle();
    }

    private List<DecisionRecord> applied() {
        return rig.tuner.history(1_000).stream()
                .filter(decision -> decision.kind().equals("apply"))
                .toList();
    }

    private DecisionRecord last() {
        return rig.tuner.status().last().orElseThrow();
    }

    private String compaction() {
        return String.valueOf(rig.node.table.values.get("CompactionParametersJson"));
    }
}
