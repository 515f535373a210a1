package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.ProposedChange;
import io.rafiki.cluster.RolloutPlan;
import io.rafiki.cluster.RolloutTarget;
import io.rafiki.cluster.RolloutTarget.Outcome;
import io.rafiki.decision.Mode;
import io.rafiki.decision.RegressionLimits;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an undo of a roll-out restores, and which effects of roll-outs judge the model. */
class RolloutUndoTest extends ClusterTargetCase {

    private static final String COMPRESSION = "CompressionParametersJson";
    private static final String CHUNKS_OF_16 = "{\"class\":\"LZ4Compressor\",\"chunk_length_in_kb\":\"16\"}";

    @BeforeEach
    void watch() {
        rig.isInCluster = true;
        rig.watch = new RegressionLimits(Duration.ofSeconds(60), 0.1);
    }

    /** The roll-out made the node faster. */
    @Test
    void anUndoAfterARestartIsNotJudged() throws Exception {
        rig.micros = (readers, writers) -> readers == 32 ? 900 : 500;
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).as("the restart kept it").containsExactly(16, 80);
        rig.tuner.rollouts().undo(rollout(POOLS), 4);
        rig.run(60, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(JournalScan.entries(rig.journal)).noneMatch(entry -> entry.kind() == RecordType.VERDICT);
    }

    /** The node had lost the earlier one in a restart. */
    @Test
    void theUndoOfARolloutKeepsAnEarlierOneThatWasMadeAfterIt() throws Exception {
        rig.start().run(10, 0.0);
        RolloutTarget target = rig.tuner.rollouts();
        RolloutPlan earlier = pool(5, "concurrent_writes", "80");
        RolloutPlan later = pool(6, "concurrent_reads", "16");
        target.apply(later, 3);
        target.apply(earlier, 3);
        assertThat(rig.pools()).containsExactly(16, 80);
        target.undo(later, 4);
        assertThat(rig.pools()).containsExactly(32, 80);
        assertThat(target.presence(earlier)).isEqualTo(RolloutTarget.Presence.PRESENT);
        assertThat(target.presence(later)).isEqualTo(RolloutTarget.Presence.UNDONE);
    }

    private static RolloutPlan pool(int number, String knob, String value) {
        return new RolloutPlan(
                number, new ProposedChange("d7", Map.of(knob, value), List.of(), false, 12), "an operator", GROUP);
    }

    @Test
    void threeWorseChangesOfAnOperatorDoNotDiscreditTheModel() throws Exception {
        rig.micros = (readers, writers) -> readers == 32 ? 500 : 900;
        ProposedChange own = new ProposedChange("", POOLS.values(), List.of(), false, Double.NaN);
        rig.start().run(10, 0.0);
        for (int number = 5; number < 8; number++) {
            rig.tuner.rollouts().apply(new RolloutPlan(number, own, "an operator", GROUP), 3);
            assertThat(rig.pools()).containsExactly(16, 80);
            rig.run(60, 0.0);
            assertThat(rig.pools()).as("rolled back").containsExactly(32, 32);
        }
        assertThat(rig.problems()).isEmpty();
    }

    /** One table keeps the value of the second roll-out, the other never received it. */
    @Test
    void restoresEachTableAfterALaterChangeThatIsStuckOnOneOfThem() throws Exception {
        rig.mode = Mode.APPROVE;
        LoneNode.Bean stuck = rig.addTable("other", "{\"class\":\"SizeTieredCompactionStrategy\"}");
        LoneNode.Bean refusing = rig.node.table;
        stuck.values.put(COMPRESSION, CHUNKS_OF_16);
        refusing.values.put(COMPRESSION, CHUNKS_OF_16);
        rig.start().run(10, 0.0);
        RolloutTarget target = rig.tuner.rollouts();
        target.apply(compression(5, "LZ4(64KiB)"), 3);
        refusing.refuses = true;
        refusing.whenRefused = () -> stuck.refuses = true;
        assertThat(target.apply(compression(6, "LZ4(4KiB)"), 3).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(stuck.values.get(COMPRESSION)).asString().contains("\"4\"");
        assertThat(refusing.values.get(COMPRESSION)).asString().contains("\"64\"");
        refusing.refuses = false;
        stuck.refuses = false;
        target.undo(compression(5, "LZ4(64KiB)"), 4);
        assertThat(stuck.values.get(COMPRESSION)).asString().contains("\"16\"");
        assertThat(refusing.values.get(COMPRESSION)).asString().contains("\"16\"");
        assertThat(rig.problems()).isEmpty();
    }

    private static RolloutPlan compression(long number, String value) {
        ProposedChange change = new ProposedChange(
                "d7", Map.of("compression", value), List.of("ycsb.other", "ycsb.usertable"), false, 12);
        return new RolloutPlan(number, change, "an operator", GROUP);
    }
}
