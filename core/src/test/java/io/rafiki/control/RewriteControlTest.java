package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.configuration.KnobState;
import io.rafiki.control.reason.Activity.RewriteThrottled;
import io.rafiki.control.reason.Activity.ThrottleSetExternally;
import io.rafiki.control.reason.Activity.ThrottleUnreadable;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.record.LoopTimings.Step;
import io.rafiki.decision.HoldReason.TrialCompactionRuns;
import io.rafiki.decision.HoldReason.TrialCompactionWaits;
import io.rafiki.decision.Mode;
import io.rafiki.decision.PredictedGain;
import io.rafiki.decision.RewriteDuration;
import io.rafiki.decision.RewriteDuration.Basis;
import io.rafiki.decision.TrialProgress;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.ChangeCost;
import io.rafiki.node.DiskSpace;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The temporary actions of a rewrite: a trial compaction before it, and the limit of compactions during it. */
class RewriteControlTest extends RiggedTest {

    private static final String THROTTLE = "CompactionThroughputMbPerSec";

    private final List<Runnable> background = new ArrayList<>();

    @BeforeEach
    void allowRewrites() {
        rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads", "compaction"));
        rig.costs = Set.of(ChangeCost.INSTANT, ChangeCost.REWRITES_DATA);
        rig.background = task -> background.add(() -> {
            task.run();
            rig.data.hasRead();
        });
        rig.paybackHorizon = Duration.ofHours(1);
    }

    /** Latency is three times as high: clients lose two thirds, half is allowed. */
    @Test
    void theLimitIsLoweredUntilTheLossIsAllowedAndRestoredAtTheEnd() throws Exception {
        rewriteWithLatency(1_500);
        assertThat(limit()).isBetween(1, 63);
        assertThat(rig.activities()).anySatisfy(activity -> assertThat(activity)
                .isInstanceOfSatisfying(RewriteThrottled.class, throttled -> {
                    assertThat(throttled.before()).isEqualTo(64);
                    assertThat(throttled.loss()).isBetween(0.6, 0.7);
                    assertThat(throttled.allowed()).isEqualTo(0.5);
                }));
        assertThat(actions())
                .extracting(record -> record.content().get("to"))
                .first()
                .isNotEqualTo(64);
        rig.data.complete();
        rig.run(2, 1.0);
        assertThat(limit()).isEqualTo(64);
        assertThat(actions().get(actions().size() - 1).content()).containsEntry("to", 64);
        assertThat(rig.tuner.status().past().knobs())
                .filteredOn(knob -> knob.knob().equals("compaction_throughput"))
                .noneMatch(KnobState::isSetExternally);
    }

    @Test
    void aLossWithinTheShareChangesNothing() throws Exception {
        rewriteWithLatency(700);
        assertThat(limit()).isEqualTo(64);
        assertThat(actions()).isEmpty();
    }

    @Test
    void anotherClientsValueWins() throws Exception {
        rewriteWithLatency(1_500);
        rig.node.storageService.values.put(THROTTLE, 100);
        rig.run(20, 1.0);
        rig.data.complete();
        rig.run(20, 1.0);
        assertThat(limit()).isEqualTo(100);
    }

    @Test
    void aStopAndARollbackRestoreTheLimit() throws Exception {
        rewriteWithLatency(1_500);
        assertThat(limit()).isLessThan(64);
        rig.tuner.rollback("");
        assertThat(limit()).isEqualTo(64);
        rig.run(20, 1.0);
        rig.tuner.stop();
        assertThat(limit()).isEqualTo(64);
    }

    /** Latency is 4 % higher, which is allowed. The requests before the resume are no demand of the last minute. */
    @Test
    void clientsAreComparedWithThoseSinceAResume() throws Exception {
        rig.start();
        rig.tuner.pause("maintenance");
        rig.run(600, 1.0);
        rig.tuner.stop();
        rig.run(70, 1.0);
        rig.tuner.resume();
        rewriteWithLatency(520);
        assertThat(rig.tuner.status().rewriting()).isPresent();
        assertThat(limit()).isEqualTo(64);
    }

    @Test
    void aClockThatIsSetBackBeforeTheRewriteDoesNotPreventTheControl() throws Exception {
        rig.start();
        rig.pass(Duration.ofHours(-1));
        rewriteWithLatency(1_500);
        assertThat(limit()).isLessThan(64);
    }

    /** Fewer requests per second of the wall clock are no loss. */
    @Test
    void aStepOfTheWallClockDoesNotLowerTheLimit() throws Exception {
        rewriteWithLatency(700);
        rig.pass(Duration.ofMinutes(1));
        rig.run(10, 1.0);
        assertThat(rig.tuner.status().rewriting()).isPresent();
        assertThat(limit()).isEqualTo(64);
        assertThat(actions()).isEmpty();
    }

    /** The rewrite of the rollback begins with the lowered limit, and does not take it for the value before. */
    @Test
    void aLimitThatTheNodeRefusesToRestoreIsRestoredLater() throws Exception {
        rewriteWithLatency(1_500);
        int lowered = limit();
        assertThat(lowered).isLessThan(64);
        rig.micros = (readers, writers) -> 500;
        rig.node.storageService.refuses = true;
        rig.tuner.rollback("");
        assertThat(limit()).isEqualTo(lowered);
        rig.node.storageService.refuses = false;
        rig.run(2, 1.0);
        assertThat(limit()).isEqualTo(64);
    }

    /** The state before the rollback cannot be read, so its rewrite is not controlled. */
    @Test
    void aLimitThatIsOwedIsRestoredDuringARewriteThatIsNotControlled() throws Exception {
        rewriteWithLatency(1_500);
        int lowered = limit();
        assertThat(lowered).isLessThan(64);
        rig.node.storageService.refuses = true;
        Object running = rig.node.compactions.values.remove("Compactions");
        rig.tuner.rollback("");
        assertThat(limit()).isEqualTo(lowered);
        rig.node.compactions.values.put("Compactions", running);
        rig.node.storageService.refuses = false;
        rig.run(2, 1.0);
        assertThat(limit()).isEqualTo(64);
    }

    @Test
    void aLimitThatIsOwedIsRestoredWhenItCanBeReadAgain() throws Exception {
        rewriteWithLatency(1_500);
        int lowered = limit();
        assertThat(lowered).isLessThan(64);
        rig.node.storageService.values.remove(THROTTLE);
        rig.tuner.rollback("");
        assertThat(rig.activities()).anyMatch(ThrottleUnreadable.class::isInstance);
        rig.node.storageService.values.put(THROTTLE, lowered);
        rig.run(2, 1.0);
        assertThat(limit()).isEqualTo(64);
    }

    /** The rollback restores the limit twice: before it, and before its rewrite. The node refuses both times. */
    @Test
    void anotherClientsValueThatFollowsARefusedRestoreStays() throws Exception {
        rewriteWithLatency(1_500);
        assertThat(limit()).isLessThan(64);
        rig.micros = (readers, writers) -> 500;
        AtomicInteger refusals = new AtomicInteger();
        rig.node.storageService.refuses = true;
        rig.node.storageService.whenRefused = () -> {
            if (refusals.incrementAndGet() == 2) {
                rig.node.storageService.values.put(THROTTLE, 100);
            }
        };
        rig.tuner.rollback("");
        assertThat(refusals).hasValue(2);
        rig.node.storageService.refuses = false;
        rig.run(2, 1.0);
        assertThat(limit()).isEqualTo(100);
    }

    /** The end of the rewrite would not be seen. */
    @Test
    void theLimitIsRestoredAfterAMinuteInWhichADiskCannotBeRead() throws Exception {
        rewriteWithLatency(1_500);
        rig.volumes = directory -> {
            throw new IOException("Input/output error");
        };
        rig.run(1, 1.0);
        int lowered = limit();
        assertThat(lowered).isLessThan(64);
        rig.run(50, 1.0);
        assertThat(limit()).isEqualTo(lowered);
        rig.run(15, 1.0);
        assertThat(limit()).isEqualTo(64);
        assertThat(actions().get(actions().size() - 1).content()).containsEntry("to", 64);
        rig.volumes = directory -> rig.room;
        rig.run(10, 1.0);
        assertThat(limit()).as("the control continues").isLessThan(64);
    }

    @Test
    void aLimitOutsideTheCatalogueStaysAndTheStatusSaysSo() throws Exception {
        rig.node.storageService.values.put(THROTTLE, 300);
        rewriteWithLatency(1_500);
        assertThat(limit()).isEqualTo(300);
        assertThat(rig.activities()).anyMatch(ThrottleUnreadable.class::isInstance);
    }

    @Test
    void aLimitOfAnotherClientStays() throws Exception {
        rig.externalChangeHold = Duration.ofDays(1);
        rig.start();
        rig.node.storageService.values.put(THROTTLE, 50);
        rewriteWithLatency(1_500);
        assertThat(limit()).isEqualTo(50);
        assertThat(rig.activities()).anyMatch(ThrottleSetExternally.class::isInstance);
    }

    @Test
    void withoutAJournalTheLimitStays() throws Exception {
        rig.start().run(20, 1.0);
        rig.data.compacts(0.1);
        Files.delete(rig.journal);
        Files.createDirectory(rig.journal);
        rig.micros = (readers, writers) -> 1_500;
        rig.run(20, 1.0);
        assertThat(limit()).isEqualTo(64);
    }

    /** The first compaction reads 64 MB in 12 s, the second one in 30 s. */
    @Test
    void aTrialPricesTheRewriteWhereNoCompactionWasSeen() throws Exception {
        rig.data.resize(64_000_000);
        rig.start().run(20, 1.0);
        assertThat(rig.reason()).isEqualTo(new TrialCompactionRuns(64_000_000));
        assertThat(background).hasSize(1);
        assertThat(actions()).singleElement().satisfies(record -> assertThat(record.content())
                .containsEntry("action", "trial_compaction")
                .containsEntry("bytes", 64_000_000));
        assertThat(rig.node.compactions.calls).as("recorded before it is made").isEmpty();
        rig.pass(Duration.ofSeconds(2));
        background.get(0).run();
        assertThat(rig.node.compactions.calls)
                .containsExactly("forceUserDefinedCompaction[" + rig.data.current() + "]");
        rig.run(1, 1.0);
        assertThat(background).hasSize(2);
        assertThat(actions()).hasSize(2);
        rig.run(20, 1.0);
        assertThat(rig.reason()).as("until both have ended").isEqualTo(new TrialCompactionRuns(64_000_000));
        rig.pass(Duration.ofSeconds(10));
        background.get(1).run();
        rig.run(20, 1.0);
        assertThat(background).as("30 s are enough").hasSize(2);
        assertThat(durations())
                .as("64 MB after 1 s, at 128 MB in 42 s")
                .contains(new RewriteDuration(
                        Duration.ofSeconds(22), Duration.ofSeconds(15), Duration.ofMillis(32_500), Basis.MEASURED));
        assertThat(rig.node.table.values.get("CompactionParametersJson").toString())
                .contains("Leveled");
    }

    /** Cassandra skips files that another compaction replaced before this one began, and reports no error. */
    @Test
    void aTrialThatReadNothingShowsNoRate() throws Exception {
        rig.background = background::add;
        rig.data.resize(64_000_000);
        rig.start().run(20, 1.0);
        for (int i = 0; i < background.size(); i++) {
            rig.pass(Duration.ofSeconds(5));
            background.get(i).run();
            rig.run(1, 1.0);
        }
        rig.run(20, 1.0);
        assertThat(durations()).isNotEmpty().extracting(RewriteDuration::basis).containsOnly(Basis.ASSUMED);
    }

    /** It has no files for a second compaction. */
    @Test
    void aTrialOfOneCompactionPricesTheRewrite() throws Exception {
        makeFirstCompaction();
        rig.data.resize(500_000);
        rig.run(1, 1.0);
        rig.data.resize(64_000_000);
        rig.run(20, 1.0);
        assertThat(background).hasSize(1);
        assertThat(durations()).extracting(RewriteDuration::basis).contains(Basis.MEASURED);
    }

    /** The table has another compression ratio than the node's data. */
    @Test
    void aTrialIsCompleteWhereCassandraCountsUncompressedBytes() throws Exception {
        rig.node.countsUncompressedBytes();
        makeFirstCompaction();
        rig.data.resize(500_000);
        rig.run(1, 1.0);
        rig.data.resize(64_000_000);
        rig.run(20, 1.0);
        assertThat(durations()).extracting(RewriteDuration::basis).contains(Basis.MEASURED);
    }

    /** A pause makes no decision. The limit of a rewrite that runs still follows the clients. */
    @Test
    void theControlContinuesDuringAPause() throws Exception {
        rewriteWithLatency(1_500);
        assertThat(limit()).isLessThan(64);
        rig.tuner.pause("maintenance");
        rig.micros = (readers, writers) -> 500;
        for (int second = 0; second < 60; second++) {
            rig.node.compactedBytes.values.merge("Count", 60L << 20, (old, more) -> (Long) old + (Long) more);
            rig.run(1, 1.0);
        }
        assertThat(rig.tuner.status().rewriting()).isPresent();
        assertThat(limit()).isEqualTo(64);
    }

    @Test
    void aPauseBetweenTheCompactionsOfATrialEndsIt() throws Exception {
        makeFirstCompaction();
        rig.tuner.pause("maintenance");
        rig.run(20, 1.0);
        rig.tuner.resume();
        rig.run(20, 1.0);
        assertThat(background).hasSize(1);
    }

    /** 0.9 s of every second for half a minute, then nothing. No search repeats meanwhile. */
    @Test
    void aTrialWaitsUntilTheJvmHasCompiled() throws Exception {
        Instant begun = rig.now;
        rig.compilation = () -> OptionalLong.of(
                900 * Math.min(30, Duration.between(begun, rig.now).toSeconds()));
        rig.data.resize(64_000_000);
        rig.start().run(30, 1.0);
        assertThat(rig.reason()).isEqualTo(new TrialCompactionWaits(64_000_000));
        assertThat(rig.durations.get(Step.SEARCH)).as("compilation").hasSize(1);
        assertThat(background).isEmpty();
        rig.run(20, 1.0);
        assertThat(rig.reason()).isEqualTo(new TrialCompactionRuns(64_000_000));
        assertThat(background).hasSize(1);
        int searches = rig.durations.get(Step.SEARCH).size();
        rig.run(30, 1.0);
        assertThat(rig.durations.get(Step.SEARCH)).as("trial").hasSize(searches);
        rig.tuner.propose();
        assertThat(rig.durations.get(Step.SEARCH)).as("an operator's question").hasSize(searches + 1);
    }

    /** Requests take 0.5 ms, during the trial 2 ms, and during the rewrite 1.2 ms: clients lose 58 %, half is allowed. */
    @Test
    void theControlComparesWithTheClientsOutsideATrial() throws Exception {
        rig.data.resize(64_000_000);
        rig.start().run(20, 1.0);
        rig.micros = (readers, writers) -> 2_000;
        rig.run(20, 1.0);
        background.get(0).run();
        rig.micros = (readers, writers) -> 500;
        rewriteWithLatency(1_200);
        assertThat(rig.tuner.status().rewriting()).isPresent();
        assertThat(limit()).isLessThan(64);
    }

    @Test
    void aJvmThatNeverStopsCompilingDelaysATrialForTwelveWindows() throws Exception {
        Instant begun = rig.now;
        rig.compilation = () -> OptionalLong.of(Duration.between(begun, rig.now).toMillis());
        rig.data.resize(64_000_000);
        rig.start().run(120, 1.0);
        assertThat(background).isEmpty();
        rig.run(20, 1.0);
        assertThat(background).hasSize(1);
    }

    @Test
    void aTrialThatLastsTooLongIsStopped() throws Exception {
        tryTooLong();
        assertThat(rig.node.compactions.calls).singleElement().asString().startsWith("stopCompactionById");
    }

    /** It reads half of a file of 512 MB. */
    @Test
    void aTrialThatHasReadEnoughIsStopped() throws Exception {
        rig.room = new DiskSpace.Volume("disk", 800_000_000_000L, 1_000_000_000_000L);
        rig.start().run(20, 1.0);
        rig.data.compacts(0.5);
        rig.run(25, 1.0);
        assertThat(rig.node.compactions.calls).singleElement().asString().startsWith("stopCompactionById");
    }

    /** Cassandra ends the call of a stopped compaction with an error. The part before it shows the rate. */
    @Test
    void aStoppedTrialPricesTheRewrite() throws Exception {
        tryTooLong();
        rig.node.compactions.values.put("Compactions", List.of());
        rig.node.compactions.failing = "forceUserDefinedCompaction";
        background.get(0).run();
        rig.run(20, 1.0);
        assertThat(background).as("no further compaction").hasSize(1);
        assertThat(durations()).extracting(RewriteDuration::basis).contains(Basis.MEASURED);
    }

    @Test
    void aTrialThatShowsNothingLeavesTheAssumedRate() throws Exception {
        rig.data.resize(64_000_000);
        rig.start().run(20, 1.0);
        // no time passes meanwhile
        endTrial();
        assertThat(background).hasSize(6);
        rig.run(20, 1.0);
        assertThat(rig.node.table.values.get("CompactionParametersJson").toString())
                .contains("Leveled");
    }

    @Test
    void thereIsNoTrialUnlessTheTunerMayChangeTheNode() throws Exception {
        rig.mode = Mode.ADVISE;
        rig.data.resize(64_000_000);
        rig.start().run(30, 1.0);
        assertThat(background).isEmpty();
        assertThat(actions()).isEmpty();
    }

    /** A trial compaction that is stopped. */
    private void tryTooLong() throws Exception {
        rig.data.resize(64_000_000);
        rig.start().run(20, 1.0);
        rig.data.compacts(0.5);
        rig.run((int) TrialProgress.LONGEST.toSeconds() + 5, 1.0);
    }

    private void makeFirstCompaction() throws Exception {
        rig.data.resize(64_000_000);
        rig.start().run(20, 1.0);
        rig.pass(Duration.ofSeconds(2));
        background.get(0).run();
    }

    /** Each compaction ends at the sample after its begin. */
    private void endTrial() throws Exception {
        for (int i = 0; i < background.size(); i++) {
            background.get(i).run();
            rig.run(1, 1.0);
        }
    }

    private void rewriteWithLatency(int micros) throws Exception {
        if (rig.tuner == null) {
            rig.start();
        }
        rig.run(20, 1.0);
        rig.data.compacts(0.1);
        rig.micros = (readers, writers) -> micros;
        for (int i = 0; i < 8; i++) {
            rig.node.compactedBytes.values.merge("Count", 60L << 20, (old, more) -> (Long) old + (Long) more);
            rig.run(1, 1.0);
        }
    }

    /** The predicted durations of the decided rewrites. */
    private List<RewriteDuration> durations() {
        return rig.tuner.history(10).stream()
                .map(DecisionRecord::reason)
                .filter(PredictedGain.class::isInstance)
                .map(PredictedGain.class::cast)
                .flatMap(gain -> gain.rewrite().stream())
                .map(price -> price.cost().duration())
                .toList();
    }

    private int limit() {
        return (Integer) rig.node.storageService.values.get(THROTTLE);
    }

    private List<JournalRecord> actions() throws Exception {
        return JournalScan.entries(rig.journal).stream()
                .filter(record -> record.kind() == RecordType.ACTION)
                .toList();
    }
}
