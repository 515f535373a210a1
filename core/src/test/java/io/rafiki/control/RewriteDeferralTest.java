package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.record.DecisionRecord;
import io.rafiki.decision.Budget;
import io.rafiki.decision.Evidence.AnotherChange;
import io.rafiki.decision.HoldReason.OnlyRewriteGains;
import io.rafiki.decision.PredictedGain;
import io.rafiki.decision.RegressionLimits;
import io.rafiki.decision.RewriteDeferred;
import io.rafiki.decision.RewriteObstacle;
import io.rafiki.decision.RewriteObstacle.DiskShort;
import io.rafiki.decision.RewriteObstacle.ManualTaskRunning;
import io.rafiki.decision.RewriteObstacle.PaybackTooLate;
import io.rafiki.decision.RewriteObstacle.RewriteBudgetSpent;
import io.rafiki.decision.RewriteObstacle.RewriteRunning;
import io.rafiki.decision.RewriteObstacle.RewriteTooRecent;
import io.rafiki.decision.Verdict;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.node.DiskSpace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rewrites that wait or do not pay. The other knobs change meanwhile. */
class RewriteDeferralTest extends RewriteCase {

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

    /**
     * 20 % of the disk and all of the table are free, but not a tenth of the disk more. The table has 512 MB in its data file; in the second
     * case it also has 256 MB in indexes and other components.
     */
    @ParameterizedTest
    @CsvSource({"600000000, 512000000, 712000000", "900000000, 768000000, 968000000"})
    void aRewriteNeedsTheSpaceOfTheTableAndATenth(long free, long table, long required) throws Exception {
        rig.room = new DiskSpace.Volume("disk", free, 2_000_000_000L);
        rig.node.liveBytes.values.put("Count", table);
        rig.data.snapshot();
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("SizeTiered");
        assertThat(deferred(last())).isInstanceOfSatisfying(DiskShort.class, disk -> {
            assertThat(disk.required()).isEqualTo(required);
            assertThat(disk.tables()).isEqualTo(table);
            assertThat(disk.pinned()).isEqualTo(table);
        });
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
}
