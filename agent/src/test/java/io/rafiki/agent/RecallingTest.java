package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.agent.console.Decided;
import io.rafiki.decision.Budget;
import io.rafiki.decision.Mode;
import io.rafiki.journal.Entry;
import io.rafiki.journal.Kind;
import io.rafiki.journal.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the tuner writes into its journal, and what it knows from there after a restart of the node. */
class RecallingTest {

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void rig() throws Exception {
        rig = new Rig(folder);
    }

    @AfterEach
    void close() throws Exception {
        rig.stop();
    }

    @Test
    void everyWriteStandsInTheJournalBeforeItIsMadeAndIsReadBack() throws Exception {
        rig.start().run(10, 0.0);
        List<Entry> entries = Reading.entries(rig.journal);
        assertThat(entries)
                .extracting(Entry::kind)
                .containsExactly(
                        Kind.START,
                        Kind.DECISION,
                        Kind.WRITE,
                        Kind.READ_BACK,
                        Kind.WRITE,
                        Kind.READ_BACK,
                        Kind.OUTCOME);
        assertThat(entries.subList(1, 7)).extracting(Entry::decision).containsOnly("d1");
        assertThat(entries.get(2).content())
                .containsEntry("knob", "concurrent_writes")
                .containsEntry("to", 80);
    }

    @Test
    void nothingIsWrittenWithoutAJournalAndTheNextWindowTriesAgain() throws Exception {
        Files.createDirectory(rig.journal);
        rig.start().run(20, 0.0);
        assertThat(rig.node.readStage.writes + rig.node.mutationStage.writes).isZero();
        assertThat(rig.tuner.status().line()).contains("journal " + rig.journal + " cannot be written");
        Files.delete(rig.journal);
        rig.run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.status().line()).doesNotContain("cannot be written");
    }

    @Test
    void aJournalThatCouldNotBeOpenedAtTheStartIsRecalledWhenItCan() throws Exception {
        rig.budget = new Budget(1, 1);
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        startsWithoutItsJournalWhichComesBack();
        rig.run(20, 1.0);
        assertThat(rig.pools()).as("the budget was spent before").containsExactly(16, 80);
        assertThat(rig.tuner.status().line()).contains("budget of 1 changes an hour is spent");
        List<Long> sequence =
                Reading.entries(rig.journal).stream().map(Entry::sequence).toList();
        assertThat(sequence).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aRollbackThatFailsStaysInTheHistory() throws Exception {
        rig.start().run(30, 0.0);
        rig.node.readStage.refuses = true;
        assertThatThrownBy(() -> rig.tuner.rollback()).hasMessageContaining("may not be 32");
        rig.run(30, 0.0);
        assertThat(rig.tuner.history(100))
                .filteredOn(decision -> decision.kind().equals("rollback"))
                .singleElement()
                .satisfies(decision -> assertThat(decision.readBack()).contains("may not be 32"));
    }

    @Test
    void idsGoOnAfterARestartAndHistoryRemembers() throws Exception {
        rig.start().run(10, 0.0);
        rig.start();
        assertThat(rig.tuner.history(10)).extracting(Decided::readBack).containsExactly("ok");
        assertThatThrownBy(() -> rig.tuner.rollback()).hasMessageContaining("since the node started");
        rig.run(10, 1.0);
        assertThat(rig.tuner.status().last().orElseThrow().id()).isEqualTo("d2");
    }

    @Test
    void whatARestartOfTheNodeLosesIsWrittenDownOnce() throws Exception {
        rig.start().run(10, 0.0);
        rig.start();
        assertThat(starts().get(1)).containsEntry("lost", "concurrent_writes 80, concurrent_reads 16");
        rig.start();
        assertThat(starts().get(2)).doesNotContainKey("lost");
        rig.run(10, 1.0);
        rig.tuner.rollback();
        rig.start();
        assertThat(starts().get(3)).as("it was taken back").doesNotContainKey("lost");
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
    void whatARestartLosesIsProposedWhereAHumanApproves() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start();
        rig.tuner.setMode("auto");
        rig.run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        theNodeForgets();
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.status().last().orElseThrow())
                .returns("propose", Decided::kind)
                .returns("concurrent_writes 32 -> 80, concurrent_reads 32 -> 16", Decided::changes);
    }

    @Test
    void aHoldOutlivesARestartOfTheNodeAndEndsWithResume() throws Exception {
        rig.start().run(10, 0.0);
        rig.tuner.hold("an incident");
        rig.start().run(20, 1.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.status().line()).contains("an incident");
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
        assertThat(rig.tuner.status().line()).isEqualTo("auto: stopped by a human; resume begins again");
        rig.tuner.resume();
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void aStopInAJournalThatCouldNotBeOpenedAtTheStartComesBeforeTheFirstDecision() throws Exception {
        rig.start();
        rig.tuner.stop();
        startsWithoutItsJournalWhichComesBack();
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.status().line()).contains("stopped by a human; resume begins again");
    }

    @Test
    void anApplyThatTheNodesEndInterruptedIsReportedAndNotContinued() throws Exception {
        rig.start().run(10, 0.0);
        rig.stop();
        cutAfter(Kind.WRITE);
        rig.node.readStage.writes = 0;
        rig.node.mutationStage.writes = 0;
        rig.start();
        assertThat(rig.tuner.history(1).get(0).readBack()).isEqualTo("interrupted by the end of the node");
        assertThat(rig.node.readStage.writes + rig.node.mutationStage.writes).isZero();
        rig.start();
        assertThat(Reading.entries(rig.journal).stream()
                        .filter(entry -> entry.content().containsKey("interrupted")))
                .as("reported once")
                .hasSize(1);
    }

    @Test
    void aBudgetThatIsSpentHoldsAndARestartDoesNotRenewIt() throws Exception {
        rig.budget = new Budget(1, 0);
        rig.start().run(10, 0.0);
        rig.run(20, 1.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.status().line()).contains("budget of 1 changes an hour is spent");
        rig.start().run(10, 1.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.status().line()).contains("budget of 1 changes an hour is spent");
        rig.run(3_600, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
    }

    private void startsWithoutItsJournalWhichComesBack() throws Exception {
        rig.stop();
        Path aside = rig.journal.resolveSibling("aside");
        Files.move(rig.journal, aside);
        Files.createDirectory(rig.journal);
        rig.start();
        Files.delete(rig.journal);
        Files.move(aside, rig.journal);
    }

    private void theNodeForgets() {
        rig.node.readStage.values.put("MaximumPoolSize", 32);
        rig.node.mutationStage.values.put("MaximumPoolSize", 32);
    }

    private List<Map<String, Object>> starts() throws IOException {
        return Reading.entries(rig.journal).stream()
                .filter(entry -> entry.kind() == Kind.START)
                .map(Entry::content)
                .toList();
    }

    private void cutAfter(Kind kind) throws IOException {
        List<String> lines = Files.readAllLines(rig.journal);
        int last = 0;
        for (int i = 0; i < lines.size(); i++) {
            last = lines.get(i).contains("\"kind\":\"" + kind + "\"") && last == 0 ? i + 1 : last;
        }
        Files.writeString(rig.journal, String.join("\n", lines.subList(0, last)) + "\n{\"seq\":9,\"at\":\"20");
    }
}
