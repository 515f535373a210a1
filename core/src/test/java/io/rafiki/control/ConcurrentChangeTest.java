package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.machine.LoopPhase;
import io.rafiki.control.reason.ChangeOutcome.ChangeUndone;
import io.rafiki.control.reason.ChangeOutcome.KnobKept;
import io.rafiki.control.reason.ChangeOutcome.RollbackIncomplete;
import io.rafiki.control.reason.ChangeOutcome.StoppedByOperator;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.ChangeCost;
import io.rafiki.node.NodeFailure.ValueChanged;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another client changes the node while the tuner executes a change or a rollback: its value wins. */
class ConcurrentChangeTest {

    private static final String OPTION = "CompactionParametersJson";
    private static final String SIZE_TIERED = "{\"class\":\"SizeTieredCompactionStrategy\"}";
    private static final String TIME_WINDOW = "{\"class\":\"TimeWindowCompactionStrategy\"}";
    private static final String UNIFIED = "{\"class\":\"UnifiedCompactionStrategy\",\"scaling_parameters\":\"T4\"}";
    private static final String PURGES_REPAIRED =
            "{\"class\":\"SizeTieredCompactionStrategy\",\"only_purge_repaired_tombstones\":\"true\"}";

    @TempDir
    Path folder;

    private Rig rig;

    /** Written before usertable. */
    private LoneNode.Bean first;

    private LoneNode.Bean second;

    @BeforeEach
    void rig() throws Exception {
        rig = new Rig(folder);
        rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads", "compaction"));
        rig.costs = Set.of(ChangeCost.INSTANT, ChangeCost.REWRITES_DATA);
        rig.externalChangeHold = Duration.ofDays(1);
        first = rig.addTable("first", SIZE_TIERED, 0.5, 1_000_000);
        second = rig.node.table;
    }

    @AfterEach
    void close() throws Exception {
        rig.stop();
    }

    @Test
    void aTableThatIsAlteredBeforeItsTurnIsNotOverwritten() throws Exception {
        first.whenWritten = () -> second.values.put(OPTION, TIME_WINDOW);
        rig.start().run(10, 1.0);
        assertThat(second.values).containsEntry(OPTION, TIME_WINDOW);
        assertThat(second.writes).isZero();
        assertThat(first.values).containsEntry(OPTION, SIZE_TIERED);
        assertThat(undone().cause())
                .isEqualTo(new ValueChanged("compaction", "ycsb.usertable", "SizeTiered", TIME_WINDOW));
        assertThat(undone().kept()).containsExactly(kept("compaction", TIME_WINDOW, "ycsb.usertable"));
        rig.run(40, 1.0);
        assertThat(first.values).as("the operator's change ends the tuner's").containsEntry(OPTION, SIZE_TIERED);
    }

    @Test
    void anUnrelatedOptionThatIsAlteredBeforeTheTablesTurnStays() throws Exception {
        first.whenWritten = () -> second.values.put(OPTION, PURGES_REPAIRED);
        rig.start().run(10, 1.0);
        assertThat(second.values)
                .containsEntry(
                        OPTION,
                        "{\"class\":\"LeveledCompactionStrategy\",\"only_purge_repaired_tombstones\":\"true\"}");
        rig.tuner.rollback("");
        assertThat(second.values).containsEntry(OPTION, PURGES_REPAIRED);
        assertThat(first.values).containsEntry(OPTION, SIZE_TIERED);
    }

    @Test
    void aTableThatIsAlteredAfterItsTurnIsNotRestored() throws Exception {
        second.refuses = true;
        second.whenRefused = () -> first.values.put(OPTION, UNIFIED);
        rig.start().run(10, 1.0);
        assertThat(first.values).containsEntry(OPTION, UNIFIED);
        assertThat(second.values).containsEntry(OPTION, SIZE_TIERED);
        assertThat(undone().kept()).containsExactly(kept("compaction", "Unified(T4)", "ycsb.first"));
    }

    @Test
    void optionsThatAreAlteredAfterATablesTurnStayWhenItIsRestored() throws Exception {
        second.refuses = true;
        second.whenRefused = () -> first.values.put(
                OPTION, "{\"class\":\"LeveledCompactionStrategy\",\"only_purge_repaired_tombstones\":\"true\"}");
        rig.start().run(10, 1.0);
        assertThat(first.values).containsEntry(OPTION, PURGES_REPAIRED);
    }

    /** Hundreds of tables take minutes, so a stop does not wait for all of them. */
    @Test
    void aStopEndsTheChangeBeforeTheNextTable() throws Exception {
        stopAfterTheFirstTable();
        assertThat(second.writes).isZero();
        assertThat(first.values).containsEntry(OPTION, SIZE_TIERED);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(undone().cause()).isEqualTo(new StoppedByOperator());
        assertThat(rig.tuner.status().phase()).isEqualTo(LoopPhase.STOPPED);
    }

    @Test
    void aStopThatRestoresLeavesTablesAloneThatTheChangeDidNotReach() throws Exception {
        rig.restoresOnStop = true;
        stopAfterTheFirstTable();
        assertThat(second.writes).isZero();
        assertThat(second.values).containsEntry(OPTION, SIZE_TIERED);
        assertThat(first.values).containsEntry(OPTION, SIZE_TIERED);
        assertThat(rig.tuner.status().phase()).isEqualTo(LoopPhase.STOPPED);
    }

    private void stopAfterTheFirstTable() throws Exception {
        first.whenWritten = () -> {
            first.whenWritten = () -> {};
            CompletableFuture.runAsync(() -> rig.tuner.stop()).join();
        };
        rig.start().run(10, 1.0);
    }

    @Test
    void aPoolThatIsSetDuringAFailingChangeKeepsItsValue() throws Exception {
        rig.node.readStage.refuses = true;
        rig.node.readStage.whenRefused = () -> rig.node.mutationStage.values.put("MaximumPoolSize", 64);
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 64);
        assertThat(undone().kept()).containsExactly(kept("concurrent_writes", "64"));
        rig.stop();
        assertThat(JournalScan.entries(rig.journal))
                .filteredOn(entry -> entry.kind() == RecordType.OUTCOME)
                .singleElement()
                .satisfies(entry -> assertThat(entry.content().get("data"))
                        .asInstanceOf(InstanceOfAssertFactories.MAP)
                        .containsKey("kept"));
    }

    @Test
    void aPoolThatIsSetBetweenComparisonAndWriteKeepsItsValue() throws Exception {
        rig.node.mutationStage.whenWritten = () -> rig.node.readStage.values.put("MaximumPoolSize", 48);
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(48, 32);
        assertThat(rig.node.readStage.writes).isZero();
        assertThat(undone().cause()).isEqualTo(new ValueChanged("concurrent_reads", "", "32", "48"));
        rig.run(20, 1.0);
        assertThat(rig.pools()).as("the value of the other client stays").containsExactly(48, 16);
    }

    @Test
    void aTableThatIsAlteredDuringARollbackStays() throws Exception {
        rig.start().run(10, 1.0);
        first.whenWritten = () -> second.values.put(OPTION, TIME_WINDOW);
        DecisionRecord rolledBack = rig.tuner.rollback("");
        assertThat(rolledBack.readBack())
                .contains(
                        new RollbackIncomplete(List.of(), List.of(kept("compaction", TIME_WINDOW, "ycsb.usertable"))));
        assertThat(first.values).containsEntry(OPTION, SIZE_TIERED);
        assertThat(second.values).containsEntry(OPTION, TIME_WINDOW);
    }

    private ChangeUndone undone() {
        return (ChangeUndone) rig.tuner.history(1).get(0).readBack().orElseThrow();
    }

    private static KnobKept kept(String knob, String value, String... tables) {
        return new KnobKept(knob, value, List.of(tables));
    }
}
