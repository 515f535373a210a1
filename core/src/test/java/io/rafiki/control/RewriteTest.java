package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.rafiki.control.proposal.Offer;
import io.rafiki.control.reason.Activity.Rewriting;
import io.rafiki.control.reason.Refusal.NoSuchOffer;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.record.LoopTimings.Step;
import io.rafiki.decision.Decision.Proposed;
import io.rafiki.decision.HoldReason.GainTooSmall;
import io.rafiki.decision.HoldReason.NotStationary;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.decision.PredictedGain;
import io.rafiki.decision.RewriteDuration;
import io.rafiki.decision.RewriteDuration.Basis;
import io.rafiki.knob.ChangeCost;
import io.rafiki.reason.ReasonException;
import io.rafiki.workload.Instability.DriftWithinWindow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions to rewrite data, with their cost and their progress. */
class RewriteTest extends RewriteCase {

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

    /** A rollback rewrites the data back. Until its end an operator begins no other rewrite, also none that was offered before. */
    @Test
    void anOperatorBeginsNoSecondRewriteWhileOneRuns() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 1.0);
        String first = last().id();
        rig.tuner.apply(first, "");
        rig.tuner.rollback("");
        assertThat(rig.tuner.status().rewriting()).isPresent();
        assertThat(rig.tuner.status().offers()).isEmpty();
        for (String id : List.of(first, rig.tuner.propose().id())) {
            assertThatThrownBy(() -> rig.tuner.apply(id, "rewrites_data"))
                    .isInstanceOfSatisfying(
                            ReasonException.class, e -> assertThat(e.reason()).isInstanceOf(NoSuchOffer.class));
        }
        assertThat(compaction()).contains("SizeTiered");
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

    /** Three more readers gain 1 %. */
    @Test
    void autoShowsTheRewriteIfThePermittedChangeGainsTooLittle() throws Exception {
        rig.costs = Set.of(ChangeCost.INSTANT);
        rig.node.readStage.values.put("MaximumPoolSize", 77);
        rig.node.mutationStage.values.put("MaximumPoolSize", 16);
        rig.start().run(10, 1.0);
        assertThat(rig.tuner.status().applied()).isZero();
        assertThat(rig.reason()).isInstanceOf(GainTooSmall.class);
        assertThat(rig.tuner.status().offers())
                .extracting(Offer::decision, offer -> offer.best().cost())
                .contains(tuple(last().id(), ChangeCost.REWRITES_DATA));
    }

    /** What the search found starts from the former pools. */
    @Test
    void autoShowsNoRewriteAfterAChange() throws Exception {
        rig.costs = Set.of(ChangeCost.INSTANT);
        rig.start().run(10, 1.0);
        assertThat(rig.tuner.status().applied()).isEqualTo(1);
        assertThat(rig.tuner.status().offers()).isEmpty();
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

    /** @param step of the wall clock in seconds, which does not change the rate */
    @ParameterizedTest
    @ValueSource(longs = {0, 50})
    void aRewriteIsPricedByTheNodesOwnCompactions(long step) throws Exception {
        rig.mode = Mode.ADVISE;
        rig.data.compacts(0);
        rig.start();
        for (int second = 1; second <= 20; second++) {
            if (second == 10) {
                rig.pass(Duration.ofSeconds(step));
            }
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
}
