package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.control.reason.ChangeOutcome.Interrupted;
import io.rafiki.control.reason.Problem.JournalUnavailable;
import io.rafiki.control.reason.Problem.Stopped;
import io.rafiki.control.reason.Refusal.NotRolledBack;
import io.rafiki.control.reason.Refusal.NothingToRollBack;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.record.JournalReplay;
import io.rafiki.decision.Budget;
import io.rafiki.decision.HoldReason.ChangeBudgetSpent;
import io.rafiki.decision.HoldReason.Paused;
import io.rafiki.decision.HoldReason.Restarted;
import io.rafiki.decision.Mode;
import io.rafiki.journal.JournalFailure.JournalNotRegular;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import io.rafiki.reason.ReasonException;
import io.rafiki.workload.WorkloadSensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** The tuner's journal, and its replay after a restart of the node. */
class JournalReplayTest extends RiggedTest {

    @Test
    void everyWriteIsJournalledFirstAndReadBack() throws Exception {
        rig.start().run(10, 0.0);
        List<JournalRecord> entries = JournalScan.entries(rig.journal);
        assertThat(entries)
                .extracting(JournalRecord::kind)
                .containsExactly(
                        RecordType.START,
                        RecordType.DECISION,
                        RecordType.WRITE,
                        RecordType.READ_BACK,
                        RecordType.WRITE,
                        RecordType.READ_BACK,
                        RecordType.OUTCOME);
        assertThat(entries.subList(1, 7)).extracting(JournalRecord::decision).containsOnly("d1");
        assertThat(entries.get(1).content())
                .containsEntry("code", "predicted_gain")
                .hasEntrySatisfying("data", data -> assertThat(data)
                        .asInstanceOf(InstanceOfAssertFactories.MAP)
                        .containsKey("gain"))
                .hasEntrySatisfying(
                        "reason", text -> assertThat(text).asString().startsWith("predicted gain "));
        assertThat(entries.get(6).content()).containsEntry("code", "ok").containsEntry("reason", "ok");
        assertThat(entries.get(2).content())
                .containsEntry("knob", "concurrent_writes")
                .containsEntry("to", 80);
    }

    @Test
    void nothingIsWrittenWithoutAJournalAndTheNextWindowTriesAgain() throws Exception {
        Files.createDirectory(rig.journal);
        rig.start().run(20, 0.0);
        assertThat(rig.node.readStage.writes + rig.node.mutationStage.writes).isZero();
        assertThat(rig.problems())
                .containsExactly(
                        new JournalUnavailable(rig.journal.toString(), new JournalNotRegular(rig.journal.toString())));
        Files.delete(rig.journal);
        rig.run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.problems()).isEmpty();
    }

    @Test
    void aJournalThatCouldNotBeOpenedAtTheStartIsRecalledWhenItCan() throws Exception {
        rig.budget = new Budget(1, 1);
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        rig.startBeforeItsJournal().run(20, 1.0);
        assertThat(rig.pools()).as("the budget was spent before").containsExactly(16, 80);
        assertThat(rig.reason()).isInstanceOfSatisfying(ChangeBudgetSpent.class, hold -> assertThat(hold.allowed())
                .isEqualTo(1));
        List<Long> sequence = JournalScan.entries(rig.journal).stream()
                .map(JournalRecord::sequence)
                .toList();
        assertThat(sequence).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aRollbackThatFailsStaysInTheHistory() throws Exception {
        rig.start().run(30, 0.0);
        rig.node.readStage.refuses = true;
        assertThatThrownBy(() -> rig.tuner.rollback(""))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isInstanceOf(NotRolledBack.class))
                .hasMessageContaining("may not be 32");
        rig.run(30, 0.0);
        assertThat(rig.tuner.history(100))
                .filteredOn(decision -> decision.kind().equals("rollback"))
                .singleElement()
                .satisfies(decision -> assertThat(decision.readBackText()).contains("may not be 32"));
    }

    @Test
    void idsGoOnAfterARestartAndHistoryRemembers() throws Exception {
        rig.start().run(10, 0.0);
        rig.start();
        assertThat(rig.tuner.history(10))
                .extracting(DecisionRecord::readBackText)
                .containsExactly("ok");
        assertThat(rig.tuner.history(10)).allMatch(DecisionRecord::isDone);
        assertThatThrownBy(() -> rig.tuner.rollback(""))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new NothingToRollBack()));
        rig.run(10, 1.0);
        assertThat(rig.tuner.status().last().orElseThrow().id()).isEqualTo("d2");
    }

    @Test
    void whatARestartOfTheNodeLosesIsWrittenDownOnce() throws Exception {
        rig.start().run(10, 0.0);
        rig.start();
        assertThat(starts().get(1)).containsEntry("lost", "concurrent_writes 80, concurrent_reads 16");
        assertThat(rig.log.infos)
                .filteredOn(line -> line.startsWith("Live changes lost at restart"))
                .singleElement()
                .asString()
                .endsWith("concurrent_writes 80, concurrent_reads 16");
        rig.start();
        assertThat(starts().get(2)).doesNotContainKey("lost");
        rig.run(10, 1.0);
        rig.tuner.rollback("");
        rig.start();
        assertThat(starts().get(3)).as("it was taken back").doesNotContainKey("lost");
    }

    /** The rollback writes one value per knob, that of the first change. */
    @Test
    void aRollbackOfSeveralChangesLeavesTheTunersValueBeforeThem() {
        JournalReplay replay = new JournalReplay(rig.catalogue, WorkloadSensors.features());
        List<String> node = List.of();
        replay.add(change(RecordType.WRITE, "concurrent_writes", 32, 64, node));
        replay.add(change(RecordType.WRITE, "concurrent_writes", 64, 96, node));
        replay.add(change(RecordType.WRITE, "concurrent_writes", 96, 128, node));
        replay.add(change(RecordType.ROLLBACK, "concurrent_writes", 128, 64, node));
        assertThat(replay.past().lost()).contains("concurrent_writes 64");
        assertThat(replay.past().undone()).isTrue();
        replay.add(change(RecordType.ROLLBACK, "concurrent_writes", 64, 32, node));
        assertThat(replay.past().lost()).isEmpty();
    }

    @Test
    void aRollbackOnOneTableLeavesTheChangeOfAnother() {
        JournalReplay replay = new JournalReplay(rig.catalogue, WorkloadSensors.features());
        replay.add(change(RecordType.WRITE, "compaction", "SizeTiered", "Unified(T8)", List.of("ks.a")));
        replay.add(change(RecordType.WRITE, "compaction", "Leveled", "Unified(L4)", List.of("ks.b")));
        assertThat(replay.past().lost()).contains("compaction Unified(T8), compaction Unified(L4)");
        replay.add(change(RecordType.ROLLBACK, "compaction", "Unified(L4)", "Leveled", List.of("ks.b")));
        assertThat(replay.past().lost()).contains("compaction Unified(T8)");
    }

    @Test
    void aDamagedRecordOfTheOlderFileIsLogged() throws Exception {
        rig.start().run(10, 0.0);
        rig.stop();
        Path older = rig.journal.resolveSibling("journal.jsonl.1");
        Files.move(rig.journal, older);
        Files.writeString(older, Files.readString(older).replaceFirst("concurrent_writes", "concurrent_reader"));
        rig.start();
        assertThat(rig.log.warnings)
                .anySatisfy(line -> assertThat(line).startsWith(older + ": records with wrong checksums on lines"));
    }

    @Test
    void whatARestartLosesIsSetAgainInAutoAfterAWholeWindow() throws Exception {
        rig.start().run(10, 0.0);
        theNodeForgets();
        rig.start().run(9, 0.0);
        assertThat(rig.pools()).as("no window yet").containsExactly(32, 32);
        rig.run(1, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void autoWaitsAfterARestartThatUndidChanges() throws Exception {
        rig.afterRestart = Duration.ofMinutes(15);
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).as("the first start undid nothing").containsExactly(16, 80);
        theNodeForgets();
        rig.start().run(899, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.reason()).isInstanceOf(Restarted.class);
        rig.run(11, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void autoAlsoWaitsIfTheJournalCanBeReadOnlyAfterTheStart() throws Exception {
        rig.afterRestart = Duration.ofMinutes(15);
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        theNodeForgets();
        rig.startBeforeItsJournal().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.reason()).isInstanceOf(Restarted.class);
    }

    @Test
    void whatARestartLosesIsProposedWhereAnOperatorApproves() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start();
        rig.tuner.setMode("auto");
        rig.run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        theNodeForgets();
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.status().last().orElseThrow())
                .returns("propose", DecisionRecord::kind)
                .returns("concurrent_writes 32 -> 80, concurrent_reads 32 -> 16", DecisionRecord::changes);
    }

    @Test
    void aPauseOutlastsARestartOfTheNodeAndEndsWithResume() throws Exception {
        rig.start().run(10, 0.0);
        rig.tuner.pause("an incident");
        rig.start().run(20, 1.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.reason()).isEqualTo(new Paused("an incident"));
        rig.tuner.resume();
        rig.start().run(20, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
    }

    @Test
    void aStopOutlivesARestartOfTheNodeAndEndsWithResume() throws Exception {
        rig.start();
        rig.tuner.stop();
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.status().line())
                .isEqualTo("auto: stopped by an operator; `rafiki resume` starts the tuner again");
        rig.tuner.resume();
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    /** Log rotation deletes the file. */
    @Test
    void aStopOutlastsTheLossOfTheJournal() throws Exception {
        rig.start();
        rig.tuner.stop();
        Files.delete(rig.journal);
        rig.tuner.setMode("auto");
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.problems()).containsExactly(new Stopped("an operator"));
    }

    @Test
    void anotherRestartDuringTheWaitBeginsItAgain() throws Exception {
        rig.afterRestart = Duration.ofMinutes(15);
        rig.start().run(10, 0.0);
        theNodeForgets();
        rig.start().run(60, 0.0);
        rig.start().run(60, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.reason()).isInstanceOf(Restarted.class);
    }

    @Test
    void aStopInAJournalThatCouldNotBeOpenedAtTheStartComesBeforeTheFirstDecision() throws Exception {
        rig.start();
        rig.tuner.stop();
        rig.startBeforeItsJournal().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.problems()).containsExactly(new Stopped("an operator"));
    }

    @Test
    void anApplyThatTheNodesEndInterruptedIsReportedAndNotContinued() throws Exception {
        rig.start().run(10, 0.0);
        rig.stop();
        cutAfter(RecordType.WRITE);
        rig.node.readStage.writes = 0;
        rig.node.mutationStage.writes = 0;
        rig.start();
        assertThat(rig.tuner.history(1).get(0).readBack()).contains(new Interrupted());
        assertThat(rig.node.readStage.writes + rig.node.mutationStage.writes).isZero();
        rig.start();
        assertThat(JournalScan.entries(rig.journal).stream()
                        .filter(entry -> entry.content().containsKey("interrupted")))
                .as("reported once")
                .hasSize(1);
    }

    @Test
    void aStartIsRecordedOnceItsJournalCanBeRead() throws Exception {
        rig.start().run(10, 0.0);
        rig.stop();
        cutAfter(RecordType.WRITE);
        rig.startBeforeItsJournal().tuner.setMode("auto");
        assertThat(starts()).hasSize(2);
        assertThat(starts().get(1))
                .containsEntry("lost", "concurrent_writes 80")
                .containsEntry("interrupted", "d1");
        assertThat(rig.tuner.history(1).get(0).readBack()).contains(new Interrupted());
        assertThat(rig.log.warnings)
                .contains(rig.journal + ": the last record was incomplete and was dropped")
                .anySatisfy(line -> assertThat(line).startsWith("[d1] was interrupted"));
    }

    @Test
    void aBudgetThatIsSpentHoldsAndARestartDoesNotRenewIt() throws Exception {
        rig.budget = new Budget(1, 0);
        rig.start().run(10, 0.0);
        rig.run(20, 1.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.reason()).isInstanceOfSatisfying(ChangeBudgetSpent.class, hold -> assertThat(hold.allowed())
                .isEqualTo(1));
        rig.start().run(10, 1.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.reason()).isInstanceOfSatisfying(ChangeBudgetSpent.class, hold -> assertThat(hold.allowed())
                .isEqualTo(1));
        rig.run(3_600, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
    }

    private void theNodeForgets() {
        rig.node.readStage.values.put("MaximumPoolSize", 32);
        rig.node.mutationStage.values.put("MaximumPoolSize", 32);
    }

    private static JournalRecord change(RecordType kind, String knob, Object from, Object to, List<String> tables) {
        return new JournalRecord(
                1, Instant.EPOCH, kind, "d1", Map.of("knob", knob, "from", from, "to", to, "tables", tables));
    }

    private List<Map<String, Object>> starts() throws IOException {
        return JournalScan.entries(rig.journal).stream()
                .filter(entry -> entry.kind() == RecordType.START)
                .map(JournalRecord::content)
                .toList();
    }

    private void cutAfter(RecordType kind) throws IOException {
        List<String> lines = Files.readAllLines(rig.journal);
        int last = 0;
        for (int i = 0; i < lines.size(); i++) {
            last = lines.get(i).contains("\"kind\":\"" + kind + "\"") && last == 0 ? i + 1 : last;
        }
        Files.writeString(rig.journal, String.join("\n", lines.subList(0, last)) + "\n{\"seq\":9,\"at\":\"20");
    }
}
