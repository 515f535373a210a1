package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.control.reason.Activity.KnobYielded;
import io.rafiki.control.reason.Problem.JournalUnavailable;
import io.rafiki.decision.HoldReason.NodeUnhealthy;
import io.rafiki.decision.Mode;
import io.rafiki.decision.NodeCondition;
import io.rafiki.decision.NodeCondition.CompactionsPending;
import io.rafiki.decision.NodeCondition.GcPausesLong;
import io.rafiki.decision.NodeCondition.HealthUnknown;
import io.rafiki.decision.NodeCondition.HintsWritten;
import io.rafiki.decision.NodeCondition.NodesDown;
import io.rafiki.decision.NodeCondition.NotNormal;
import io.rafiki.decision.NodeCondition.RepairsRunning;
import io.rafiki.decision.NodeCondition.RingChanging;
import io.rafiki.decision.NodeCondition.StreamsOpen;
import io.rafiki.decision.PredictedGain;
import io.rafiki.decision.RegressionLimits;
import io.rafiki.decision.RewriteObstacle.DiskShort;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.ChangeCost;
import io.rafiki.node.DiskSpace;
import io.rafiki.reason.ReasonException;
import io.rafiki.workload.CounterSample;
import io.rafiki.workload.CounterSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the tuner lets pass before itself: the node's own work, and other hands. Without it, (32, 32) threads become (16, 80). */
class ExternalChangeTest {

    private static final String SIZE_TIERED = "{\"class\":\"SizeTieredCompactionStrategy\"}";
    private static final String LEVELED = "{\"class\":\"LeveledCompactionStrategy\"}";

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void set() throws Exception {
        rig = new Rig(folder);
    }

    @Test
    void aHealthyNodeIsTuned() throws Exception {
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void holdsWhileTheNodeLeavesMovesOrDrains() throws Exception {
        for (String mode : List.of("LEAVING", "DECOMMISSIONED", "MOVING", "DRAINING", "DRAINED", "JOINING")) {
            rig.node.storageService.values.put("OperationMode", mode);
            holds(new NotNormal(mode));
        }
        rig.node.storageService.values.put("OperationMode", "NORMAL");
        goesOn();
    }

    @Test
    void holdsWhileNodesAreDownOrTheRingMoves() throws Exception {
        rig.node.storageService.values.put("UnreachableNodes", List.of("127.0.0.2"));
        holds(new NodesDown(1));
        rig.node.storageService.values.put("UnreachableNodes", List.of());
        rig.node.storageService.values.put("JoiningNodes", List.of("127.0.0.3"));
        rig.node.storageService.values.put("LeavingNodes", List.of("127.0.0.4"));
        holds(new RingChanging(2));
        rig.node.storageService.values.put("JoiningNodes", List.of());
        rig.node.storageService.values.put("LeavingNodes", List.of());
        goesOn();
    }

    @Test
    void holdsWhileRepairedOrStreamedTo() throws Exception {
        rig.node.repairs.values.put("sessions", 1);
        rig.node.streams.values.put("CurrentStreams", Set.of("one", "other"));
        holds(new StreamsOpen(2), new RepairsRunning(1));
        rig.node.repairs.values.put("sessions", 0);
        rig.node.streams.values.put("CurrentStreams", Set.of());
        goesOn();
    }

    /** What Cassandra 5.0.9 keeps after a node has joined without receiving data. */
    @Test
    void aStreamWithoutSessionsIsNoReasonToHold() throws Exception {
        CompositeType session = new CompositeType(
                "session", "a session", new String[] {"peer"}, new String[] {"peer"}, new OpenType<?>[] {
                    SimpleType.STRING
                });
        CompositeType stream = new CompositeType(
                "stream", "a stream", new String[] {"sessions"}, new String[] {"sessions"}, new OpenType<?>[] {
                    new ArrayType<>(1, session)
                });
        CompositeData open = new CompositeDataSupport(session, Map.of("peer", "127.0.0.2"));
        rig.node.streams.values.put(
                "CurrentStreams",
                Set.of(
                        new CompositeDataSupport(stream, Map.of("sessions", new CompositeData[0])),
                        new CompositeDataSupport(stream, Map.of("sessions", new CompositeData[] {open}))));
        holds(new StreamsOpen(1));
        rig.node.streams.values.put(
                "CurrentStreams", Set.of(new CompositeDataSupport(stream, Map.of("sessions", new CompositeData[0]))));
        goesOn();
    }

    @Test
    void holdsWhileCompactionsPileUp() throws Exception {
        rig.node.pendingCompactions.values.put("Value", 101);
        holds(new CompactionsPending(101, 100));
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
        assertThat(rig.reason()).isEqualTo(new NodeUnhealthy(List.of(new HintsWritten(17))));
        assertThat(rig.pools()).containsExactly(32, 32);
        goesOn();
    }

    /** A moment after the window has ended, no more hints are written. The command counts those of the window. */
    @Test
    void anOperatorChangesNothingAfterAWindowWithHints() throws Exception {
        rig.node.hints.values.put("Count", 5_000L);
        rig.mode = Mode.APPROVE;
        rig.start().run(20, 0.0);
        rig.node.hints.values.put("Count", 5_017L);
        rig.run(10, 0.0);
        for (int command = 0; command < 2; command++) {
            assertThatThrownBy(() -> rig.tuner.apply("d1", ""))
                    .isInstanceOfSatisfying(ReasonException.class, e -> assertThat(e.reason())
                            .isEqualTo(new NodeUnhealthy(List.of(new HintsWritten(17)))));
        }
        rig.run(10, 0.0);
        rig.tuner.apply("d1", "");
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void holdsWhileGarbageIsCollectedMoreThanAFifthOfTheTime() throws Exception {
        rig.mode = Mode.OBSERVE;
        rig.start().run(10, 0.0);
        rig.tuner.setMode("auto");
        rig.node.collector.values.put("CollectionTime", 2_500L);
        rig.run(10, 0.0);
        assertThat(rig.reason()).isEqualTo(new NodeUnhealthy(List.of(new GcPausesLong(0.25, 0.2))));
        assertThat(rig.pools()).containsExactly(32, 32);
        rig.node.collector.values.put("CollectionTime", 4_000L);
        goesOn();
    }

    @Test
    void holdsWhileTheHealthIsUnknown() throws Exception {
        Object mode = rig.node.storageService.values.remove("OperationMode");
        rig.start().run(20, 0.0);
        assertThat(rig.reason()).isInstanceOfSatisfying(NodeUnhealthy.class, hold -> assertThat(hold.conditions())
                .singleElement()
                .isInstanceOf(HealthUnknown.class));
        assertThat(rig.pools()).containsExactly(32, 32);
        rig.node.storageService.values.put("OperationMode", mode);
        goesOn();
    }

    @Test
    void aChangeIsNotJudgedWhileTheNodeIsUnhealthy() throws Exception {
        rig.watch = new RegressionLimits(Duration.ofSeconds(60), 0.1);
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
        rig.watch = new RegressionLimits(Duration.ofSeconds(60), 0.1);
        rig.micros = (readers, writers) -> readers == 32 ? 500 : 900;
        rig.start().run(10, 0.0);
        rig.node.pendingCompactions.values.put("Value", 500);
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    /** A node that stops to collect garbage misses answers of the others, and writes hints for them. */
    @Test
    void hintsOfANodeThatStopsAreNoExcuse() throws Exception {
        rig.watch = new RegressionLimits(Duration.ofSeconds(60), 0.1);
        rig.micros = (readers, writers) -> readers == 32 ? 500 : 900;
        rig.start().run(10, 0.0);
        for (int window = 1; window <= 2; window++) {
            rig.node.hints.values.put("Count", 100L * window);
            rig.node.collector.values.put("CollectionTime", 2_500L * window);
            rig.run(10, 0.0);
        }
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void aKnobThatAnotherClientSetStaysForItsTime() throws Exception {
        rig.externalChangeHold = Duration.ofSeconds(100);
        rig.start();
        rig.node.readStage.values.put("MaximumPoolSize", 48);
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(48, 80);
        assertThat(rig.activities())
                .containsExactly(new KnobYielded("concurrent_reads", Instant.parse("2026-11-21T10:16:50Z")));
        rig.run(20, 1.0);
        assertThat(rig.pools()).containsExactly(48, 16);
        rig.run(80, 0.0);
        assertThat(rig.pools()).containsExactly(48, 80);
        rig.run(20, 1.0);
        assertThat(rig.pools()).as("the time is over").containsExactly(80, 16);
        assertThat(rig.activities()).isEmpty();
    }

    @Test
    void aClockThatIsSetBackDoesNotProlongTheTimeOfAKnob() throws Exception {
        rig.externalChangeHold = Duration.ofSeconds(100);
        rig.start();
        rig.node.readStage.values.put("MaximumPoolSize", 48);
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(48, 80);
        rig.pass(Duration.ofHours(-2));
        rig.run(20, 1.0);
        assertThat(rig.pools()).containsExactly(48, 16);
        assertThat(rig.activities())
                .containsExactly(new KnobYielded("concurrent_reads", Instant.parse("2026-11-21T08:17:10Z")));
        rig.run(90, 0.0);
        rig.run(20, 1.0);
        assertThat(rig.pools()).as("the time is over").containsExactly(80, 16);
    }

    @Test
    void aTunedKnobThatAnotherClientSetStaysToo() throws Exception {
        rig.externalChangeHold = Duration.ofDays(1);
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        rig.node.mutationStage.values.put("MaximumPoolSize", 64);
        rig.run(20, 1.0);
        assertThat(rig.pools()).containsExactly(80, 64);
        assertYielded("concurrent_writes");
    }

    /** The tables differ, so the node's value is undefined. */
    @Test
    void tablesThatAnotherClientAltersOneAfterTheOtherStayToo() throws Exception {
        rig.externalChangeHold = Duration.ofDays(1);
        LoneNode.Bean other = rig.addTable("other", (String) rig.node.table.values.get("CompactionParametersJson"));
        rig.start().run(20, 0.5);
        rig.node.table.values.put("CompactionParametersJson", LEVELED);
        rig.run(20, 0.5);
        other.values.put("CompactionParametersJson", LEVELED);
        rig.run(20, 0.5);
        assertYielded("compaction");
    }

    /** An option by ALTER TABLE survives a restart, and so does the time for which it stays. */
    @Test
    void aTableThatAnotherClientAlteredStaysAfterARestartToo() throws Exception {
        rig.externalChangeHold = Duration.ofDays(1);
        rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads", "compaction"));
        rig.costs = Set.of(ChangeCost.values());
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("Leveled");
        rig.node.table.values.put("CompactionParametersJson", SIZE_TIERED);
        rig.run(10, 1.0);
        rig.start().run(40, 1.0);
        assertThat(compaction()).isEqualTo(SIZE_TIERED);
        assertThat(rig.activities()).contains(new KnobYielded("compaction", Instant.parse("2026-11-22T10:15:20Z")));
        rig.pass(Duration.ofDays(1));
        rig.start().run(20, 1.0);
        assertThat(compaction()).as("the time is over").contains("Leveled");
    }

    /** Within one second, with Cassandra's default options. */
    @Test
    void aTableThatIsDroppedAndCreatedAgainIsNew() throws Exception {
        rig.externalChangeHold = Duration.ofDays(1);
        rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads", "compaction"));
        rig.costs = Set.of(ChangeCost.values());
        Set<String> dropped = dropped();
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("Leveled");
        rig.node.table.values.put("CompactionParametersJson", SIZE_TIERED);
        dropped.add("ycsb.usertable");
        rig.run(20, 1.0);
        assertThat(rig.activities()).noneMatch(KnobYielded.class::isInstance);
        assertThat(JournalScan.entries(rig.journal)).noneMatch(record -> record.kind() == RecordType.EXTERNAL_CHANGE);
    }

    @Test
    void aTableIsNewAfterADropWhoeverSetItsValueBefore() throws Exception {
        rig.externalChangeHold = Duration.ofDays(1);
        Set<String> dropped = dropped();
        rig.start();
        rig.node.table.values.put("CompactionParametersJson", LEVELED);
        rig.run(20, 0.5);
        assertYielded("compaction");
        rig.node.table.values.put("CompactionParametersJson", SIZE_TIERED);
        dropped.add("ycsb.usertable");
        rig.run(20, 0.5);
        assertThat(rig.activities()).noneMatch(KnobYielded.class::isInstance);
    }

    /** Its first value is the tuner's. */
    @Test
    void aStopKeepsTheValueOfATableThatWasCreatedAfterADrop() throws Exception {
        rig.restoresOnStop = true;
        rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads", "compaction"));
        rig.costs = Set.of(ChangeCost.values());
        Set<String> dropped = dropped();
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("Leveled");
        dropped.add("ycsb.usertable");
        rig.run(1, 1.0);
        rig.tuner.stop();
        assertThat(compaction()).contains("Leveled");
        assertThat(rig.pools()).as("others are restored").containsExactly(32, 32);
    }

    /** Its first value is the tuner's. */
    @Test
    void aRollbackKeepsTheValueOfATableThatWasCreatedAfterADrop() throws Exception {
        rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads", "compaction"));
        rig.costs = Set.of(ChangeCost.values());
        Set<String> dropped = dropped();
        rig.start().run(10, 1.0);
        assertThat(compaction()).contains("Leveled");
        dropped.add("ycsb.usertable");
        rig.run(1, 1.0);
        assertThat(rig.tuner.rollback("").readBackText()).isEqualTo("ok");
        assertThat(compaction()).contains("Leveled");
        assertThat(rig.pools()).as("others are restored").containsExactly(32, 32);
    }

    @Test
    void anotherAlteredTableStaysAfterADrop() throws Exception {
        rig.externalChangeHold = Duration.ofDays(1);
        Set<String> dropped = dropped();
        LoneNode.Bean other = rig.addTable("other", SIZE_TIERED);
        rig.start();
        rig.node.table.values.put("CompactionParametersJson", LEVELED);
        other.values.put("CompactionParametersJson", LEVELED);
        rig.run(20, 0.5);
        assertYielded("compaction");
        other.values.put("CompactionParametersJson", SIZE_TIERED);
        dropped.add("ycsb.other");
        rig.run(20, 0.5);
        assertYielded("compaction");
    }

    /** A value by nodetool is lost at a restart. */
    @Test
    void aPoolThatAnotherClientSetIsTunedAfterARestart() throws Exception {
        rig.externalChangeHold = Duration.ofDays(1);
        rig.start();
        rig.node.readStage.values.put("MaximumPoolSize", 48);
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(48, 80);
        rig.node.readStage.values.put("MaximumPoolSize", 32);
        rig.node.mutationStage.values.put("MaximumPoolSize", 32);
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.activities()).isEmpty();
    }

    /** Two tuners on one node by mistake, each with a journal of its own: the second takes the first for another client. */
    @Test
    void oneOfTwoTunersActsAndTheOtherLeavesItsValues() throws Exception {
        rig.externalChangeHold = Duration.ofDays(1);
        rig.start();
        Rig other = new Rig(Files.createDirectory(folder.resolve("other")), rig.node);
        other.externalChangeHold = Duration.ofDays(1);
        other.start();
        List<Rig> both = new ArrayList<>(List.of(rig, other));
        SplittableRandom random = new SplittableRandom(7);
        for (int minute = 0; minute < 60; minute++) {
            for (int second = 0; second < 60; second++) {
                Collections.swap(both, 0, random.nextInt(2));
                both.get(0).run(1, minute % 2);
                both.get(1).run(1, minute % 2);
            }
        }
        List<Long> applied = Stream.of(rig, other)
                .map(each -> each.tuner.status().applied())
                .sorted()
                .toList();
        assertThat(applied.get(0)).as("changes of the second").isLessThanOrEqualTo(1);
        assertThat(applied.get(1)).as("changes of the first").isBetween(50L, 60L);
    }

    @Test
    void ofTwoTunersWithOneJournalTheSecondChangesNothing() throws Exception {
        rig.start();
        Rig other = new Rig(folder, rig.node).start();
        other.run(40, 0.0);
        assertThat(other.tuner.status().applied()).isZero();
        assertThat(other.problems()).hasAtLeastOneElementOfType(JournalUnavailable.class);
        assertThat(rig.pools()).containsExactly(32, 32);
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void nothingIsRewrittenWhereTheDisksAreShort() throws Exception {
        rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads", "compaction"));
        rig.costs = Set.of(ChangeCost.values());
        rig.room = new DiskSpace.Volume("disk", 199_000_000_000L, 1_000_000_000_000L);
        rig.start().run(20, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
        assertThat(rig.node.table.values.get("CompactionParametersJson").toString())
                .contains("SizeTiered");
        assertThat(rig.tuner.history(10).get(0).reason())
                .isInstanceOfSatisfying(PredictedGain.class, gain -> assertThat(
                                gain.deferred().orElseThrow().obstacle())
                        .isInstanceOfSatisfying(DiskShort.class, disk -> {
                            assertThat(disk.free()).isEqualTo(199_000_000_000L);
                            assertThat(disk.total()).isEqualTo(1_000_000_000_000L);
                        }));
        rig.room = new DiskSpace.Volume("disk", 255_000_000L, 1_000_000_000L);
        rig.run(20, 0.0);
        rig.run(20, 1.0);
        assertThat(rig.node.table.values.get("CompactionParametersJson").toString())
                .as("less than the table")
                .contains("SizeTiered");
        rig.room = new DiskSpace.Volume("disk", 800_000_000_000L, 1_000_000_000_000L);
        rig.run(20, 1.0);
        assertThat(rig.node.table.values.get("CompactionParametersJson").toString())
                .contains("Leveled");
    }

    /** Tables to add, which the next sample reports as dropped. */
    private Set<String> dropped() {
        Set<String> dropped = new HashSet<>();
        CounterSource counters = rig.counters;
        rig.counters = () -> {
            CounterSample sample = counters.sample();
            Set<String> gone = Set.copyOf(dropped);
            dropped.clear();
            return new CounterSample(sample.nanoTime(), sample.tables(), sample.clients(), sample.gauges(), gone);
        };
        return dropped;
    }

    private String compaction() {
        return String.valueOf(rig.node.table.values.get("CompactionParametersJson"));
    }

    private void assertYielded(String knob) {
        assertThat(rig.activities())
                .filteredOn(KnobYielded.class::isInstance)
                .extracting(activity -> ((KnobYielded) activity).knob())
                .containsExactly(knob);
    }

    private void holds(NodeCondition... conditions) throws Exception {
        rig.start().run(20, 0.0);
        assertThat(rig.reason()).isEqualTo(new NodeUnhealthy(List.of(conditions)));
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    private void goesOn() {
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }
}
