package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.agent.console.Decided;
import io.rafiki.decision.Budget;
import io.rafiki.decision.Mode;
import io.rafiki.decision.WatchLimits;
import io.rafiki.knob.Cost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A compaction that data must be rewritten for: 512 MB at 32 MB/s are 16 s at half the throughput. Leveled gives 40 % to reads and
 * takes 40 % from writes.
 */
class RewritingTest {

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void rig() throws Exception {
        rig = new Rig(folder);
        rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads", "compaction"));
        rig.costs = Set.of(Cost.INSTANT, Cost.REWRITES_DATA);
    }

    @AfterEach
    void close() throws Exception {
        rig.stop();
    }

    @Test
    void rewritesWhatPaysWithinTheLookAheadAndSaysWhatItTakes() throws Exception {
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("Leveled");
        assertThat(last().reason()).contains("rewrites 512 MB, about 16 s with 50% less throughput, pays back after 3");
        assertThat(last().changes()).contains("compaction SizeTiered -> Leveled");
    }

    @Test
    void changesTheRestWhileTheRewritingDoesNotPay() throws Exception {
        rig.lookAhead = Duration.ofSeconds(30);
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("SizeTiered");
        assertThat(rig.pools()).containsExactly(80, 16);
        assertThat(last().reason())
                .contains("held back: compaction SizeTiered -> Leveled: rewrites 512 MB")
                .endsWith("later than the look-ahead of 30 s");
        rig.run(60, 1.0);
        assertThat(compaction())
                .as("the workload is the same, and so is the answer")
                .contains("SizeTiered");
    }

    @Test
    void saysSoWhenNothingElseWouldGain() throws Exception {
        rig.lookAhead = Duration.ofSeconds(30);
        rig.node.readStage.values.put("MaximumPoolSize", 80);
        rig.node.mutationStage.values.put("MaximumPoolSize", 16);
        rig.start().run(10, 1.0);
        assertThat(last().reason()).startsWith("nothing better without rewriting data; held back: compaction");
        assertThat(rig.tuner.status().applied()).isZero();
    }

    @Test
    void showsWhatIsPendingUntilTheCompactionsAreOver() throws Exception {
        rig.node.pendingCompactions.values.put("Value", 1);
        rig.start().run(10, 1.0);
        rig.node.pendingCompactions.values.put("Value", 4);
        rig.run(5, 1.0);
        assertThat(rig.tuner.status().rewriting())
                .contains("rewriting for [d1]: 4 compactions pending, 1 before, 5 s so far");
        assertThat(rig.tuner.status().line()).contains("rewriting for [d1]: 4 compactions pending");
        rig.node.pendingCompactions.values.put("Value", 1);
        rig.run(2, 1.0);
        assertThat(rig.tuner.status().rewriting()).isPresent();
        rig.run(1, 1.0);
        assertThat(rig.tuner.status().rewriting()).isEmpty();
    }

    /** The instant knobs follow the workload at once; the compaction follows when the last rewriting is over and has paid. */
    @Test
    void holdsTheNextRewritingBackAndNothingElse() throws Exception {
        rig.start().run(10, 1.0);
        rig.node.pendingCompactions.values.put("Value", 3);
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(compaction()).contains("Leveled");
        assertThat(rig.tuner.history(2).get(0).reason())
                .contains(
                        "held back: compaction Leveled -> SizeTiered: the rewriting of [d1] is not over, 3 compactions");
        rig.run(60, 0.0);
        assertThat(compaction()).as("compactions are pending still").contains("Leveled");
        rig.node.pendingCompactions.values.put("Value", 0);
        rig.run(20, 0.0);
        assertThat(compaction()).contains("SizeTiered");
    }

    @Test
    void theNextRewritingWaitsForTheLookAheadOfTheLast() throws Exception {
        rig.start().run(10, 1.0);
        rig.run(20, 0.0);
        assertThat(compaction()).contains("Leveled");
        assertThat(rig.tuner.history(2).get(0).reason()).contains("[d1] rewrote the data 10 s ago");
        rig.run(50, 0.0);
        assertThat(compaction()).contains("SizeTiered");
    }

    @Test
    void theBudgetOfTheDayHoldsTheNextRewritingBackAndNothingElse() throws Exception {
        rig.budget = new Budget(1_000, 1);
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("Leveled");
        rig.node.pendingCompactions.values.put("Value", 0);
        rig.run(70, 1.0);
        rig.run(20, 0.0);
        assertThat(compaction()).contains("Leveled");
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.history(100))
                .anySatisfy(
                        decided -> assertThat(decided.reason())
                                .contains(
                                        "held back: compaction Leveled -> SizeTiered: budget of 1 changes a day that rewrite data is spent"));
    }

    @Test
    void aRollbackRewritesToo() throws Exception {
        rig.start().run(10, 1.0);
        rig.run(5, 1.0);
        rig.node.pendingCompactions.values.put("Value", 0);
        rig.tuner.rollback();
        assertThat(compaction()).contains("SizeTiered");
        assertThat(rig.tuner.status().rewriting())
                .hasValueSatisfying(text -> assertThat(text).startsWith("rewriting for [d2]"));
    }

    @Test
    void aTableThatHasComeSinceIsLeftAloneAndStandsInNobodysWay() throws Exception {
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("Leveled");
        String timeWindow = "{\"class\":\"TimeWindowCompactionStrategy\"}";
        LoneNode.Bean other = rig.addTable("other", timeWindow);
        rig.run(5, 1.0);
        rig.tuner.rollback();
        assertThat(compaction()).contains("SizeTiered");
        assertThat(other.values).containsEntry("CompactionParametersJson", timeWindow);
        assertThat(rig.tuner.history(100))
                .anySatisfy(decision ->
                        assertThat(decision.kind() + " " + decision.readBack()).isEqualTo("rollback ok"));
    }

    @Test
    void aRewritingThatNeverEndsIsNoExcuseWithoutEnd() throws Exception {
        rig.watch = new WatchLimits(Duration.ofMinutes(5), 0.1);
        rig.micros = (readers, writers) -> readers == 32 ? 500 : 900;
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("Leveled");
        rig.node.pendingCompactions.values.put("Value", 4);
        rig.run(60, 1.0);
        assertThat(compaction()).as("it may be the rewriting").contains("Leveled");
        rig.run(30, 1.0);
        assertThat(compaction()).contains("SizeTiered");
    }

    @Test
    void aNodeThatLooksForItsPaceIsNotChanged() throws Exception {
        rig.maxDrift = 0.15;
        rig.start();
        for (int rate = 1_000; rate < 4_000; rate += 100) {
            rig.run(1, 1.0, rate);
        }
        assertThat(rig.tuner.status().applied()).isZero();
        assertThat(rig.tuner.status().line())
                .contains("operations per second rose by")
                .contains("awaits a steady window; next decision in");
        rig.run(30, 1.0, 4_000);
        assertThat(rig.tuner.status().applied()).isEqualTo(1);
    }

    @Test
    void inAdviseTheRewritingIsShown() throws Exception {
        rig.mode = Mode.ADVISE;
        rig.start().run(10, 1.0);
        assertThat(last().kind()).isEqualTo("propose");
        assertThat(last().reason()).contains("rewrites 512 MB");
        assertThat(compaction()).contains("SizeTiered");
    }

    private Decided last() {
        return rig.tuner.status().last().orElseThrow();
    }

    private String compaction() {
        return String.valueOf(rig.node.table.values.get("CompactionParametersJson"));
    }
}
