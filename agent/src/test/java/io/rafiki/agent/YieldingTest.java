package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.decision.Mode;
import io.rafiki.decision.WatchLimits;
import io.rafiki.knob.Cost;
import io.rafiki.node.Disks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the tuner lets pass before itself: the node's own work, and other hands. Without it, (32, 32) threads become (16, 80). */
class YieldingTest {

    private static final String LEVELED = "{\"class\":\"LeveledCompactionStrategy\"}";

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void set() throws Exception {
        rig = new Rig(folder);
    }

    @Test
    void aNodeAtEaseIsTuned() throws Exception {
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void holdsWhileTheNodeLeavesMovesOrDrains() throws Exception {
        for (String mode : List.of("LEAVING", "DECOMMISSIONED", "MOVING", "DRAINING", "DRAINED", "JOINING")) {
            rig.node.storageService.values.put("OperationMode", mode);
            holds("the node is " + mode);
        }
        rig.node.storageService.values.put("OperationMode", "NORMAL");
        goesOn();
    }

    @Test
    void holdsWhileNodesAreDownOrTheRingMoves() throws Exception {
        rig.node.storageService.values.put("UnreachableNodes", List.of("127.0.0.2"));
        holds("1 nodes are down");
        rig.node.storageService.values.put("UnreachableNodes", List.of());
        rig.node.storageService.values.put("JoiningNodes", List.of("127.0.0.3"));
        rig.node.storageService.values.put("LeavingNodes", List.of("127.0.0.4"));
        holds("2 nodes join, leave or move");
        rig.node.storageService.values.put("JoiningNodes", List.of());
        rig.node.storageService.values.put("LeavingNodes", List.of());
        goesOn();
    }

    @Test
    void holdsWhileRepairedOrStreamedTo() throws Exception {
        rig.node.repairs.values.put("sessions", 1);
        rig.node.streams.values.put("CurrentStreams", Set.of("one", "other"));
        holds("2 streams are open, 1 repairs are under way");
        rig.node.repairs.values.put("sessions", 0);
        rig.node.streams.values.put("CurrentStreams", Set.of());
        goesOn();
    }

    @Test
    void holdsWhileCompactionsPileUp() throws Exception {
        rig.node.pendingCompactions.values.put("Value", 101);
        holds("101 compactions are pending, more than 100");
        rig.node.pendingCompactions.values.put("Value", 100);
        goesOn();
    }

    @Test
    void holdsWhileHintsGrow() throws Exception {
        rig.node.hints.values.put("Count", 5_000L);
        rig.mode = Mode.OBSERVE;
        rig.start().run(10, 0.0);
        rig.tuner.setMode("auto");
        rig.node.hints.values.put("Count", 5_017L);
        rig.run(10, 0.0);
        assertThat(rig.tuner.status().line()).contains("17 hints were written for other nodes; awaits its end");
        assertThat(rig.pools()).containsExactly(32, 32);
        goesOn();
    }

    @Test
    void holdsWhileGarbageIsCollectedMoreThanAFifthOfTheTime() throws Exception {
        rig.mode = Mode.OBSERVE;
        rig.start().run(10, 0.0);
        rig.tuner.setMode("auto");
        rig.node.collector.values.put("CollectionTime", 2_500L);
        rig.run(10, 0.0);
        assertThat(rig.tuner.status().line()).contains("collections of garbage took 25% of the time, more than 20%");
        assertThat(rig.pools()).containsExactly(32, 32);
        rig.node.collector.values.put("CollectionTime", 4_000L);
        goesOn();
    }

    @Test
    void holdsWhereItCannotBeTold() throws Exception {
        Object mode = rig.node.storageService.values.remove("OperationMode");
        holds("it cannot be told what the node has to do: ");
        rig.node.storageService.values.put("OperationMode", mode);
        goesOn();
    }

    @Test
    void aChangeIsNotJudgedByABusyNode() throws Exception {
        rig.watch = new WatchLimits(Duration.ofSeconds(60), 0.1);
        rig.micros = (readers, writers) -> readers == 32 ? 500 : 900;
        rig.start().run(10, 0.0);
        rig.node.repairs.values.put("sessions", 1);
        rig.run(100, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        rig.node.repairs.values.put("sessions", 0);
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void whatTheChangeItselfMayHaveCausedIsNoExcuse() throws Exception {
        rig.watch = new WatchLimits(Duration.ofSeconds(60), 0.1);
        rig.micros = (readers, writers) -> readers == 32 ? 500 : 900;
        rig.start().run(10, 0.0);
        rig.node.pendingCompactions.values.put("Value", 500);
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void aKnobThatAHumanHasSetStaysForItsTime() throws Exception {
        rig.yielding = Duration.ofSeconds(100);
        rig.start();
        rig.node.readStage.values.put("MaximumPoolSize", 48);
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(48, 80);
        assertThat(rig.tuner.status().line())
                .contains("concurrent_reads stays where somebody else has put it, until 2026-11-21T10:16:50Z");
        rig.run(20, 1.0);
        assertThat(rig.pools()).containsExactly(48, 16);
        rig.run(80, 0.0);
        assertThat(rig.pools()).containsExactly(48, 80);
        rig.run(20, 1.0);
        assertThat(rig.pools()).as("the time is over").containsExactly(80, 16);
        assertThat(rig.tuner.status().line()).doesNotContain("somebody else");
    }

    @Test
    void aKnobOfOursThatAHumanHasSetStaysToo() throws Exception {
        rig.yielding = Duration.ofDays(1);
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        rig.node.mutationStage.values.put("MaximumPoolSize", 64);
        rig.run(20, 1.0);
        assertThat(rig.pools()).containsExactly(80, 64);
        assertThat(rig.tuner.status().line()).contains("concurrent_writes stays where somebody else has put it");
    }

    /** Meanwhile the tables disagree, and nobody can say what the node holds. */
    @Test
    void tablesThatAHumanAltersOneAfterTheOtherStayToo() throws Exception {
        rig.yielding = Duration.ofDays(1);
        LoneNode.Bean other = rig.addTable("other", (String) rig.node.table.values.get("CompactionParametersJson"));
        rig.start().run(20, 0.5);
        rig.node.table.values.put("CompactionParametersJson", LEVELED);
        rig.run(20, 0.5);
        other.values.put("CompactionParametersJson", LEVELED);
        rig.run(20, 0.5);
        assertThat(rig.tuner.status().line()).contains("compaction stays where somebody else has put it");
    }

    @Test
    void nothingIsRewrittenWhereTheDisksAreShort() throws Exception {
        rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads", "compaction"));
        rig.costs = Set.of(Cost.values());
        rig.room = new Disks.Room(199_000_000_000L, 1_000_000_000_000L);
        rig.start().run(20, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
        assertThat(rig.node.table.values.get("CompactionParametersJson").toString())
                .contains("SizeTiered");
        assertThat(rig.tuner.history(1).get(0).reason()
                        + rig.tuner.history(10).get(0).reason())
                .contains("the disks are short: 199,000 of 1,000,000 MB are free");
        rig.room = new Disks.Room(255_000_000L, 1_000_000_000L);
        rig.run(20, 0.0);
        rig.run(20, 1.0);
        assertThat(rig.node.table.values.get("CompactionParametersJson").toString())
                .as("less than half of the table")
                .contains("SizeTiered");
        rig.room = new Disks.Room(800_000_000_000L, 1_000_000_000_000L);
        rig.run(20, 1.0);
        assertThat(rig.node.table.values.get("CompactionParametersJson").toString())
                .contains("Leveled");
    }

    private void holds(String reason) throws Exception {
        rig.start().run(20, 0.0);
        assertThat(rig.tuner.status().line()).contains("hold: " + reason).contains("; awaits its end");
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    private void goesOn() {
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }
}
