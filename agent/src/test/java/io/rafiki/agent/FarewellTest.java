package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.journal.Entry;
import io.rafiki.journal.Kind;
import io.rafiki.journal.Reading;
import java.nio.file.Path;
import java.security.PrivilegedAction;
import java.util.Set;
import javax.management.remote.JMXPrincipal;
import javax.security.auth.Subject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A human ends the tuner's work while the node goes on, and is named in what is written down. */
class FarewellTest {

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void change() throws Exception {
        rig = new Rig(folder);
        rig.caller = "alice";
    }

    @Test
    void theNodeKeepsWhatItHasUnlessToldOtherwise() throws Exception {
        rig.start().run(20, 0.0);
        assertThat(rig.tuner.stop()).startsWith("stopped; the node keeps [").contains("concurrent_writes 32 -> 80");
        rig.run(40, 1.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.status().line()).contains("stopped by alice; resume begins again");
        rig.tuner.resume();
        rig.run(40, 1.0);
        assertThat(rig.pools()).as("begun again").containsExactly(80, 16);
        rig.stop();
    }

    @Test
    void theNodeGetsBackWhatItHadBeforeTheFirstChangeButForWhatAHumanHasSet() throws Exception {
        rig.restoresOnStop = true;
        rig.start().run(20, 0.0);
        rig.run(20, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
        rig.node.readStage.values.put("MaximumPoolSize", 40);
        assertThat(rig.tuner.stop()).isEqualTo("stopped; concurrent_writes 16 -> 32: ok");
        assertThat(rig.pools()).containsExactly(40, 32);
        assertThat(rig.tuner.stop()).isEqualTo("stopped; nothing of ours is in place");
        rig.run(40, 0.0);
        assertThat(rig.pools()).containsExactly(40, 32);
        rig.stop();
    }

    @Test
    void whatIsBackAfterARollbackAndIsOursIsRestoredToo() throws Exception {
        rig.restoresOnStop = true;
        rig.start().run(20, 0.0);
        rig.run(20, 1.0);
        rig.tuner.rollback();
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
                .contains("concurrent_writes stays at 80, for ")
                .contains("4096");
        assertThat(rig.pools()).containsExactly(32, 80);
    }

    @Test
    void whoSaysAVerbStandsInTheJournal() throws Exception {
        rig.start().run(20, 0.0);
        rig.tuner.hold("backup");
        rig.tuner.propose();
        rig.tuner.rollback();
        rig.stop();
        assertThat(Reading.entries(rig.journal).stream()
                        .filter(entry -> entry.kind() == Kind.VERB)
                        .map(Entry::content))
                .extracting(content -> content.get("verb") + " by " + content.get("by"))
                .containsExactly("hold by alice", "propose by alice");
        assertThat(Reading.entries(rig.journal).stream()
                        .filter(entry -> entry.kind() == Kind.DECISION)
                        .map(entry -> String.valueOf(entry.content().get("reason"))))
                .anyMatch(reason -> reason.startsWith("by alice, takes back d1"));
    }

    @Test
    @SuppressWarnings("removal") // as JMX hands a login on in JDK 17
    void theCallerIsWhomJmxHasAuthenticated() {
        Subject subject = new Subject(true, Set.of(new JMXPrincipal("alice")), Set.of(), Set.of());
        assertThat(Subject.doAs(subject, (PrivilegedAction<String>) Caller::name))
                .isEqualTo("alice");
        assertThat(Caller.name()).isEqualTo("a human");
    }
}
