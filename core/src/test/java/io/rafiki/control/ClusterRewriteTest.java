package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.PeerGroup;
import io.rafiki.cluster.ProposedChange;
import io.rafiki.cluster.RolloutPlan;
import io.rafiki.cluster.RolloutTarget;
import io.rafiki.cluster.RolloutTarget.Answer;
import io.rafiki.cluster.RolloutTarget.Outcome;
import io.rafiki.cluster.RolloutTarget.Presence;
import io.rafiki.control.reason.ActionReason;
import io.rafiki.decision.Mode;
import io.rafiki.decision.RegressionLimits;
import io.rafiki.decision.RewriteAbort.DiskRunsOut;
import io.rafiki.node.DiskSpace;
import io.rafiki.reason.ReasonText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A roll-out that rewrites data has the guards of the disk and of the clients, although no search has priced it. */
class ClusterRewriteTest extends RiggedTest {

    private static final long DISK = 1_000_000_000_000L;

    private static final RolloutPlan LEVELED = rollout(Map.of("compaction", "Leveled"));
    private static final RolloutPlan LEVELED_WITH_READERS =
            rollout(Map.of("compaction", "Leveled", "concurrent_reads", "16"));

    @BeforeEach
    void permitRollouts() {
        rig.mode = Mode.APPROVE;
        rig.isInCluster = true;
        rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads"));
        rig.paybackHorizon = Duration.ofHours(1);
    }

    @Test
    void stopsAndFailsBeforeTheDiskIsFull() throws Exception {
        rig.start().run(10, 1.0);
        assertThat(rig.tuner.rollouts().apply(LEVELED, 3).outcome()).isEqualTo(Outcome.PENDING);
        rig.data.compacts(0.25);
        rig.room = new DiskSpace.Volume("disk", DISK * 11 / 100, DISK);
        rig.run(1, 1.0);
        assertThat(compaction()).as("above the floor").contains("Leveled");
        rig.room = new DiskSpace.Volume("disk", DISK * 9 / 100, DISK);
        rig.run(1, 1.0);
        assertThat(compaction()).contains("SizeTiered");
        assertThat(rig.node.compactions.calls).hasSize(1);
        assertThat(rig.tuner.history(1).get(0).reason())
                .isInstanceOfSatisfying(ActionReason.RewriteAborted.class, aborted -> assertThat(aborted.cause())
                        .isInstanceOf(DiskRunsOut.class));
        assertThat(rig.tuner.rollouts().apply(LEVELED, 3).outcome())
                .as("the undo rewrites data")
                .isEqualTo(Outcome.PENDING);
        rig.data.complete();
        rig.run(1, 1.0);
        assertThat(rig.tuner.rollouts().apply(LEVELED, 3))
                .isEqualTo(new Answer(Outcome.FAILED, "the node undid the change of r5"));
        assertThat(rig.tuner.rollouts().presence(LEVELED)).isEqualTo(Presence.UNDONE);
        assertThat(compaction()).contains("SizeTiered");
    }

    /** Another client sets a pool after the option was written, so all is undone. After the answer another node may rewrite data. */
    @Test
    void reportsAFailedChangeAfterTheRewriteThatItBegan() throws Exception {
        rig.node.table.whenWritten = () -> rig.node.readStage.values.put("MaximumPoolSize", 48);
        rig.start().run(10, 1.0);
        Answer waiting = rig.tuner.rollouts().apply(LEVELED_WITH_READERS, 3);
        assertThat(waiting.outcome()).isEqualTo(Outcome.PENDING);
        assertThat(waiting.detail())
                .isEqualTo(ReasonText.of(rig.tuner.status().rewriting().orElseThrow()));
        assertThat(compaction()).contains("SizeTiered");
        rig.data.complete();
        rig.run(40, 1.0);
        assertThat(rig.tuner.rollouts().apply(LEVELED_WITH_READERS, 3).outcome())
                .isEqualTo(Outcome.FAILED);
    }

    /** The node refuses the former value of a pool. */
    @Test
    void reportsAFailedUndoAfterTheRewriteAndTriesItOnce() throws Exception {
        rig.start().run(10, 1.0);
        RolloutTarget target = rig.tuner.rollouts();
        target.apply(LEVELED_WITH_READERS, 3);
        rig.data.compacts(0.25);
        rig.run(1, 1.0);
        rig.node.readStage.refuses = true;
        assertThat(target.undo(LEVELED_WITH_READERS, 4).outcome()).isEqualTo(Outcome.PENDING);
        long decisions = rig.tuner.status().decisions();
        assertThat(target.undo(LEVELED_WITH_READERS, 4).outcome()).isEqualTo(Outcome.PENDING);
        assertThat(rig.tuner.status().decisions()).isEqualTo(decisions);
        rig.data.complete();
        rig.run(40, 1.0);
        assertThat(target.undo(LEVELED_WITH_READERS, 4).outcome()).isEqualTo(Outcome.FAILED);
        rig.node.readStage.refuses = false;
        target.undo(LEVELED_WITH_READERS, 4);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(compaction()).contains("SizeTiered");
    }

    /** The rewrite of the change is over, so that of the undo begins. A repeated undo rewrites nothing more. */
    @Test
    void reportsAFailedUndoAfterTheRewriteThatItBegan() throws Exception {
        rig.start().run(10, 1.0);
        RolloutTarget target = rig.tuner.rollouts();
        target.apply(LEVELED_WITH_READERS, 3);
        rig.data.complete();
        rig.run(40, 1.0);
        assertThat(rig.tuner.status().rewriting()).isEmpty();
        rig.node.readStage.refuses = true;
        assertThat(target.undo(LEVELED_WITH_READERS, 4).outcome()).isEqualTo(Outcome.PENDING);
        assertThat(compaction()).contains("SizeTiered");
        assertThat(rig.tuner.status().rewriting()).isPresent();
        rig.data.complete();
        rig.run(40, 1.0);
        assertThat(target.undo(LEVELED_WITH_READERS, 4).outcome()).isEqualTo(Outcome.FAILED);
        long decisions = rig.tuner.status().decisions();
        assertThat(target.undo(LEVELED_WITH_READERS, 4).outcome())
                .as("nothing is left to rewrite")
                .isEqualTo(Outcome.FAILED);
        assertThat(rig.tuner.status().decisions()).isEqualTo(decisions + 1);
        assertThat(rig.tuner.status().rewriting()).isEmpty();
    }

    @Test
    void reportsAnOrderOutsideTheCatalogueAfterTheRewrite() throws Exception {
        rig.start().run(10, 1.0);
        rig.tuner.rollouts().apply(LEVELED, 3);
        RolloutPlan unknown = rollout(Map.of("no_such_knob", "16"));
        assertThat(rig.tuner.rollouts().apply(unknown, 3).outcome()).isEqualTo(Outcome.PENDING);
        rig.data.complete();
        rig.run(40, 1.0);
        assertThat(rig.tuner.rollouts().apply(unknown, 3).outcome()).isEqualTo(Outcome.FAILED);
    }

    /** No search has named the tables of the node. */
    @Test
    void waitsForTheDiskSpaceOfItsTables() throws Exception {
        rig.room = new DiskSpace.Volume("disk", DISK * 15 / 100, DISK);
        rig.start().run(1, 1.0);
        Answer answer = rig.tuner.rollouts().apply(LEVELED, 3);
        assertThat(answer.outcome()).isEqualTo(Outcome.PENDING);
        assertThat(answer.detail()).contains("disk");
        assertThat(compaction()).contains("SizeTiered");
        rig.room = new DiskSpace.Volume("disk", DISK * 80 / 100, DISK);
        rig.tuner.rollouts().apply(LEVELED, 3);
        assertThat(compaction()).contains("Leveled");
    }

    @Test
    void anUndoWaitsForTheDiskSpaceOfItsTables() throws Exception {
        rig.start().run(10, 1.0);
        rig.tuner.rollouts().apply(LEVELED, 3);
        rig.data.complete();
        rig.run(40, 1.0);
        rig.room = new DiskSpace.Volume("disk", DISK * 15 / 100, DISK);
        Answer answer = rig.tuner.rollouts().undo(LEVELED, 4);
        assertThat(answer.outcome()).isEqualTo(Outcome.PENDING);
        assertThat(answer.detail()).contains("disk");
        assertThat(compaction()).contains("Leveled");
        rig.room = new DiskSpace.Volume("disk", DISK * 80 / 100, DISK);
        rig.tuner.rollouts().undo(LEVELED, 4);
        assertThat(compaction()).contains("SizeTiered");
    }

    /** No search has named the tables of the node. */
    @Test
    void aRollbackAfterAVerdictWaitsForTheDiskSpaceOfItsTables() throws Exception {
        rig.mode = Mode.AUTO;
        rig.watch = new RegressionLimits(Duration.ofMinutes(5), 0.1);
        rig.start().run(40, 1.0);
        rig.tuner.rollouts().apply(LEVELED, 3);
        rig.data.complete();
        rig.micros = (readers, writers) -> 900;
        rig.room = new DiskSpace.Volume("disk", DISK * 15 / 100, DISK);
        rig.run(400, 1.0);
        assertThat(compaction()).contains("Leveled");
        rig.room = new DiskSpace.Volume("disk", DISK * 80 / 100, DISK);
        rig.run(200, 1.0);
        assertThat(compaction()).contains("SizeTiered");
    }

    /** The control of the rewrite lowers the limit that the roll-out has set. A repeated order does not raise it again. */
    @Test
    void theControlOfTheRewriteOwnsTheLimitOfCompactionsUntilItsEnd() throws Exception {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("compaction_throughput", "128");
        values.put("compaction", "Leveled");
        RolloutPlan plan = rollout(values);
        rig.start().run(120, 1.0);
        rig.tuner.rollouts().apply(plan, 3);
        assertThat(limit()).isEqualTo(128);
        rig.data.compacts(0.1);
        rig.micros = (readers, writers) -> 1_500;
        int lowest = limit();
        for (int second = 0; second < 60; second++) {
            rig.run(1, 1.0);
            int before = limit();
            assertThat(rig.tuner.rollouts().apply(plan, 3).outcome()).isEqualTo(Outcome.PENDING);
            assertThat(limit()).isEqualTo(before);
            lowest = Math.min(lowest, before);
        }
        assertThat(lowest).isLessThan(128);
        rig.micros = (readers, writers) -> 500;
        rig.data.complete();
        rig.run(40, 1.0);
        assertThat(limit()).isEqualTo(128);
        assertThat(rig.tuner.rollouts().apply(plan, 3).outcome()).isEqualTo(Outcome.DONE);
    }

    private String compaction() {
        return String.valueOf(rig.node.table.values.get("CompactionParametersJson"));
    }

    private int limit() {
        return (Integer) rig.node.storageService.values.get("CompactionThroughputMbPerSec");
    }

    private static RolloutPlan rollout(Map<String, String> values) {
        ProposedChange change = new ProposedChange("", values, List.of("ycsb.usertable"), true, Double.NaN);
        return new RolloutPlan(5, change, "an operator", new PeerGroup("n1", List.of("n2", "n3")));
    }
}
