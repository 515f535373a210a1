package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.ProposedChange;
import io.rafiki.cluster.RolloutTarget.Answer;
import io.rafiki.cluster.RolloutTarget.Outcome;
import io.rafiki.control.reason.ActionReason.RolledBackByRollout;
import io.rafiki.decision.Mode;
import io.rafiki.node.SchemaChange;
import io.rafiki.node.TableName;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Changes of a roll-out that outlast a restart of the node. */
class PermanentChangeTest extends ClusterTargetCase {

    @Test
    void savesValuesOfTheNodeInLinesForCassandraYaml() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        Files.writeString(rig.permanentValues, "concurrent_reads: 20\nnative_transport_max_threads: 64\n");
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        assertThat(rig.tuner.rollouts().save(rollout(POOLS), 3, true)).isEqualTo(new Answer(Outcome.DONE, ""));
        assertThat(rig.permanentValues)
                .content()
                .startsWith("# Values that roll-outs of Rafiki made permanent")
                .endsWith("concurrent_reads: 16\nnative_transport_max_threads: 64\nconcurrent_writes: 80\n");
        assertThat(rig.statements).isEmpty();
        assertThat(rig.journal).content().contains("\"kind\":\"permanent\"").contains("\"rollout\":\"r5\"");
    }

    @Test
    void savesOptionsOfTablesByOneStatementForAllNodes() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        ProposedChange leveled = new ProposedChange(
                "d7", Map.of("compaction", "Leveled"), List.of("ycsb.usertable", "ycsb.dropped"), true, 12);
        rig.tuner.rollouts().apply(rollout(leveled), 3);
        rig.tuner.rollouts().save(rollout(leveled), 3, false);
        assertThat(rig.statements).as("another node does it").isEmpty();
        rig.tuner.rollouts().save(rollout(leveled), 3, true);
        assertThat(rig.statements)
                .singleElement()
                .asString()
                .startsWith(
                        "ALTER TABLE \"ycsb\".\"usertable\" WITH compaction = {'class': 'LeveledCompactionStrategy'");
    }

    /** The statement is for all nodes. */
    @Test
    void savesNoAutomaticCompactionThatIsOffOnThisNodeAlone() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(LEVELED), 3);
        rig.node.table.values.put(
                "CompactionParametersJson", "{\"class\":\"LeveledCompactionStrategy\",\"enabled\":\"false\"}");
        rig.tuner.rollouts().save(rollout(LEVELED), 3, true);
        assertThat(rig.statements).singleElement().asString().doesNotContain("enabled");
    }

    /** A view has a statement of its own, and keeps what the schema says about its automatic compaction. */
    @Test
    void savesOptionsOfAView() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.schema = new RecordingSchema() {
            @Override
            public boolean isView(TableName table) {
                return true;
            }
        };
        rig.node.agent.results.put("compactionInSchema", "{\"enabled\":\"false\"}");
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(LEVELED), 3);
        rig.tuner.rollouts().save(rollout(LEVELED), 3, true);
        assertThat(rig.statements)
                .singleElement()
                .asString()
                .startsWith("ALTER MATERIALIZED VIEW \"ycsb\".\"usertable\" WITH compaction = {")
                .contains("'enabled': 'false'");
    }

    /** Their nodes would rewrite the table together, without a canary. */
    @Test
    void rewritesNoOtherDatacenter() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.schema = new RecordingSchema() {
            @Override
            public Set<String> otherDatacenters() {
                return Set.of("berlin");
            }
        };
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(LEVELED), 3);
        Answer answer = rig.tuner.rollouts().save(rollout(LEVELED), 3, true);
        assertThat(answer.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(answer.detail()).contains("berlin");
        assertThat(rig.statements).isEmpty();
        assertThat(rig.tuner.rollouts().save(rollout(LEVELED), 3, false).outcome())
                .as("the other nodes")
                .isEqualTo(Outcome.DONE);
    }

    /** The roll-out that has set the compression on the nodes would lose it, and each node would yield it as another client's. */
    @Test
    void resetsNoOptionThatOnlyTheNodesHave() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.schema = new RecordingSchema() {
            @Override
            public Set<String> resetOptions(TableName table) {
                return Set.of("compression");
            }
        };
        Object former = rig.node.table.values.get("CompactionParametersJson");
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(LEVELED), 3);
        Answer answer = rig.tuner.rollouts().save(rollout(LEVELED), 3, true);
        assertThat(answer.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(answer.detail()).contains("ycsb.usertable", "would reset compression");
        assertThat(rig.statements).isEmpty();
        rig.node.table.values.put("CompactionParametersJson", former);
        assertThat(rig.tuner.rollouts().save(rollout(LEVELED), 3, true).outcome())
                .as("the undo of a permanent change")
                .isEqualTo(Outcome.DONE);
        assertThat(rig.statements).hasSize(1);
    }

    /** Leveled refuses them, so a later rollback could not restore them. */
    @Test
    void dropsNoOptionsOfTheSchema() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(LEVELED), 3);
        rig.node.agent.results.put(
                "compactionInSchema", "{\"class\":\"UnifiedCompactionStrategy\",\"max_sstables_to_compact\":\"64\"}");
        Answer answer = rig.tuner.rollouts().save(rollout(LEVELED), 3, true);
        assertThat(answer.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(answer.detail()).contains("max_sstables_to_compact=64");
        assertThat(rig.statements).isEmpty();
    }

    @Test
    void savesNothingWithoutARecord() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        rig.tuner.rollouts().apply(rollout(LEVELED), 3);
        rig.breakJournal();
        assertThat(rig.tuner.rollouts().save(rollout(POOLS), 3, true).outcome()).isNotEqualTo(Outcome.DONE);
        assertThat(rig.tuner.rollouts().save(rollout(LEVELED), 3, true).outcome())
                .isNotEqualTo(Outcome.DONE);
        assertThat(rig.permanentValues).doesNotExist();
        assertThat(rig.statements).isEmpty();
        rig.mendJournal();
        assertThat(rig.tuner.rollouts().save(rollout(POOLS), 3, true).outcome()).isEqualTo(Outcome.DONE);
        assertThat(rig.permanentValues).exists();
    }

    /** A stopped node takes no samples for decisions. It still knows its tables. */
    @Test
    void aStoppedNodeUndoesAPermanentOptionOrWaits() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(LEVELED), 3);
        rig.tuner.rollouts().save(rollout(LEVELED), 3, true);
        rig.tuner.stop();
        rig.start().run(10, 0.0);
        assertThat(rig.tuner.rollouts().undo(rollout(LEVELED), 4).outcome()).isNotEqualTo(Outcome.DONE);
        rig.startUnticked();
        assertThat(rig.tuner.rollouts().undo(rollout(LEVELED), 5).outcome())
                .as("before the first sample")
                .isEqualTo(Outcome.PENDING);
    }

    @Test
    void savesNothingOverAForeignFile() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        Files.writeString(rig.permanentValues, "not lines of cassandra.yaml");
        Answer answer = rig.tuner.rollouts().save(rollout(POOLS), 3, true);
        assertThat(answer.outcome()).isEqualTo(Outcome.PENDING);
        assertThat(rig.permanentValues).hasContent("not lines of cassandra.yaml");
    }

    /** The operator has moved the lines to cassandra.yaml. */
    @Test
    void savesInAFileOfComments() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        for (String text : List.of("", "# moved\n")) {
            Files.writeString(rig.permanentValues, text);
            assertThat(rig.tuner.rollouts().save(rollout(POOLS), 3, true).outcome())
                    .isEqualTo(Outcome.DONE);
            assertThat(rig.permanentValues).content().contains("concurrent_reads: 16");
        }
    }

    /** A node that reads permanent values at its start has no change to roll back, only the record of its journal. */
    @Test
    void undoesAChangeThatARestartKept() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        rig.tuner.rollouts().undo(rollout(POOLS), 4);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.history(1).get(0).reason()).isEqualTo(new RolledBackByRollout("r5", 4));
        rig.run(10, 0.0);
        assertThat(rig.tuner.rollouts().undo(rollout(POOLS), 4).outcome()).isEqualTo(Outcome.DONE);
        assertThat(rig.pools()).as("a repeated order changes nothing").containsExactly(32, 32);
    }

    @Test
    void modeAndPauseOfTheNodeDelayNoUndoAfterARestart() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        rig.mode = Mode.ADVISE;
        rig.start().run(10, 0.0);
        rig.tuner.pause("an incident");
        assertThat(rig.tuner.rollouts().undo(rollout(POOLS), 4))
                .isEqualTo(new Answer(Outcome.PENDING, "settles after the change"));
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    /** The permanent change itself can make compactions wait. */
    @Test
    void pendingCompactionsDelayNoUndoAfterARestart() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        rig.start().run(10, 0.0);
        rig.node.pendingCompactions.values.put("Value", 150);
        rig.tuner.rollouts().undo(rollout(POOLS), 4);
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    /** A restart kept one value, which is permanent, and lost the other, which the roll-out applied again. */
    @Test
    void undoesWhatARestartKeptAndWhatWasAppliedAgain() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        rig.node.mutationStage.values.put("MaximumPoolSize", 32);
        rig.start().run(10, 0.0);
        rig.tuner.rollouts().apply(rollout(POOLS), 3);
        assertThat(rig.pools()).containsExactly(16, 80);
        for (int tick = 0; tick < 3; tick++) {
            rig.tuner.rollouts().undo(rollout(POOLS), 4);
            rig.run(10, 0.0);
        }
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.rollouts().undo(rollout(POOLS), 4).outcome()).isEqualTo(Outcome.DONE);
    }

    private class RecordingSchema implements SchemaChange {
        @Override
        public void execute(String cql) {
            rig.statements.add(cql);
        }
    }
}
