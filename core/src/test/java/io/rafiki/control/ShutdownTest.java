package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.reason.Problem.Stopped;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator stops the tuner while the node continues. The journal names the operator. */
class ShutdownTest {

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void change() throws Exception {
        rig = new Rig(folder);
        rig.caller = "alice";
    }

    @Test
    void theNodeKeepsTheChangesByDefault() throws Exception {
        rig.start().run(20, 0.0);
        assertThat(rig.tuner.stop()).startsWith("stopped; the node keeps ").contains("concurrent_writes 32 -> 80");
        rig.run(40, 1.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.problems()).containsExactly(new Stopped("alice"));
        rig.tuner.resume();
        rig.run(40, 1.0);
        assertThat(rig.pools()).as("begun again").containsExactly(80, 16);
        rig.stop();
    }

    @Test
    void restoresTheStartValuesExceptThoseOfAnotherClient() throws Exception {
        rig.restoresOnStop = true;
        rig.start().run(20, 0.0);
        rig.run(20, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
        rig.node.readStage.values.put("MaximumPoolSize", 40);
        assertThat(rig.tuner.stop()).isEqualTo("stopped; concurrent_writes 16 -> 32: ok");
        assertThat(rig.pools()).containsExactly(40, 32);
        assertThat(rig.tuner.stop()).isEqualTo("stopped; no change is in place");
        rig.run(40, 0.0);
        assertThat(rig.pools()).containsExactly(40, 32);
        rig.stop();
    }

    @Test
    void whatIsBackAfterARollbackAndIsOursIsRestoredToo() throws Exception {
        rig.restoresOnStop = true;
        rig.start().run(20, 0.0);
        rig.run(20, 1.0);
        rig.tuner.rollback("");
        assertThat(rig.pools()).as("of the first change").containsExactly(16, 80);
        assertThat(rig.tuner.stop()).contains("concurrent_writes 80 -> 32").endsWith(": ok");
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void aValueThatTheCatalogueDoesNotKnowKeepsNothingElseFromBeingRestored() throws Exception {
        rig.restoresOnStop = true;
        rig.node.mutationStage.values.put("MaximumPoolSize", 4096);
        rig.start();
        rig.node.mutationStage.values.put("MaximumPoolSize", 64);
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.stop())
                .contains("concurrent_reads 16 -> 32: ok")
                .contains("not restored: concurrent_writes to 4096");
        assertThat(rig.pools()).containsExactly(32, 80);
    }

    @Test
    void theJournalRecordsTheUserOfACommand() throws Exception {
        rig.start().run(20, 0.0);
        rig.tuner.pause("backup");
        rig.tuner.propose();
        rig.tuner.rollback("");
        rig.tuner.rollouts().record("cluster rollback", "r3", "bob");
        rig.stop();
        assertThat(JournalScan.entries(rig.journal).stream()
                        .filter(entry -> entry.kind() == RecordType.VERB)
                        .map(JournalRecord::content))
                .extracting(content -> content.get("verb") + " by " + content.get("by"))
                .containsExactly("pause by alice", "propose by alice", "cluster rollback by bob");
        assertThat(JournalScan.entries(rig.journal).stream()
                        .filter(entry -> entry.kind() == RecordType.DECISION)
                        .map(entry -> String.valueOf(entry.content().get("code"))))
                .contains("rolled_back_by_operator");
    }
}
