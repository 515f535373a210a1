package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.control.machine.LoopPhase;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.ModelLoader;
import io.rafiki.control.reason.ActionReason.RolledBackForRegression;
import io.rafiki.control.reason.Activity.Observing;
import io.rafiki.control.reason.Activity.RollbackSuspended;
import io.rafiki.control.reason.Activity.Settling;
import io.rafiki.control.reason.Problem.AdviceOnly;
import io.rafiki.control.reason.Problem.JournalUnavailable;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.decision.Evidence;
import io.rafiki.decision.Evidence.KnobSetExternally;
import io.rafiki.decision.Evidence.LatencyCompared;
import io.rafiki.decision.Evidence.NothingCompared;
import io.rafiki.decision.Evidence.SlowlyWorse;
import io.rafiki.decision.Evidence.WorkloadMoved;
import io.rafiki.decision.HoldReason;
import io.rafiki.decision.HoldReason.CoolingDown;
import io.rafiki.decision.HoldReason.RollbackAwaited;
import io.rafiki.decision.HoldReason.RolledBackHere;
import io.rafiki.decision.Mode;
import io.rafiki.decision.ProposalReason.ModelUnreliable;
import io.rafiki.decision.QuietHours;
import io.rafiki.decision.RegressionLimits;
import io.rafiki.decision.Verdict;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import io.rafiki.model.Provenance;
import io.rafiki.reason.ReasonException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The outcome of a change. Windows last 10 s; the first one after a change settles. The model prefers (16, 80) threads for writers and (80, 16) for readers. Each test sets their effect.
 */
class ChangeObservationTest {

    private static final Evidence SLOWER = new LatencyCompared(900, 900 / 500.0 - 1, 500, 0);
    private static final int WORSE = 900;
    private static final int BETTER = 300;

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void watch() throws Exception {
        rig = new Rig(folder);
        rig.watch = new RegressionLimits(Duration.ofSeconds(60), 0.1);
        rig.coolDown = Duration.ofSeconds(10);
    }

    @Test
    void rollsBackAChangeThatMakesTheNodeSlower() throws Exception {
        moved(WORSE);
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        rig.run(20, 0.0);
        assertThat(rig.pools()).as("one window is none").containsExactly(16, 80);
        assertThat(rig.activities()).containsExactly(new Observing("d1", Duration.ofSeconds(50), SLOWER));
        rig.run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        DecisionRecord last = rig.tuner.status().last().orElseThrow();
        assertThat(last.kind()).isEqualTo("rollback");
        assertThat(last.reason()).isEqualTo(new RolledBackForRegression("d1", SLOWER));
        assertThat(rig.tuner.history(10).get(0).verdict()).contains(new Verdict(Outcome.WORSE, SLOWER));
    }

    @Test
    void rollsBackAHarmfulChangeDuringQuietHoursToo() throws Exception {
        rig.quietHours = QuietHours.parse(List.of("Sat 10:16-12:00"), ZoneId.of("UTC"));
        rig.watch = new RegressionLimits(Duration.ofMinutes(10), 0.1);
        moved(WORSE);
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        rig.pass(Duration.ofMinutes(1));
        rig.run(40, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        rig.run(40, 1.0);
        assertThat(rig.reason()).isInstanceOf(HoldReason.QuietHours.class);
        assertThat(rig.pools()).as("another workload").containsExactly(32, 32);
    }

    @Test
    void aRolledBackChangeIsNotProposedAgainEvenAfterARestart() throws Exception {
        moved(WORSE);
        rig.start().run(40, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        rig.run(60, 0.0);
        rig.start().run(30, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.reason()).isEqualTo(new RolledBackHere("d1", Map.of("readRatio", 0.0), 0.05));
        rig.run(20, 1.0);
        assertThat(rig.pools()).as("another workload").containsExactly(80, 16);
    }

    @Test
    void anotherModelStartsWithoutHistory() throws Exception {
        moved(WORSE);
        rig.start().run(40, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        retrained();
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void aChangeThatHelpsIsKept() throws Exception {
        moved(BETTER);
        rig.start().run(60, 0.0);
        assertThat(rig.tuner.status().phase()).isEqualTo(LoopPhase.OBSERVING);
        rig.run(150, 0.0);
        assertThat(rig.tuner.status().phase()).as("after 18 windows").isEqualTo(LoopPhase.WATCHING);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.history(1000).get(0).verdict())
                .contains(new Verdict(Outcome.BETTER, new LatencyCompared(300, 300 / 500.0 - 1, 500, 0)));
        assertThat(rig.activities()).isEmpty();
    }

    @Test
    void aChangeThatHelpsForAWhileAndHarmsLaterIsRolledBack() throws Exception {
        rig.paybackHorizon = Duration.ofMinutes(30);
        moved(BETTER);
        rig.start().run(60, 0.0);
        assertThat(verdict().outcome()).isEqualTo(Outcome.BETTER);
        moved(WORSE);
        rig.run(300, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(verdict().evidence()).isInstanceOf(SlowlyWorse.class);
    }

    /** Clients send more requests at first, which tells nothing about the change. */
    @Test
    void aChangeWithoutAVerdictIsObservedUntilItsPaybackHorizon() throws Exception {
        rig.paybackHorizon = Duration.ofMinutes(30);
        moved(WORSE);
        rig.start().run(10, 0.0);
        rig.run(80, 0.0, 2_000);
        assertThat(verdict().outcome()).isEqualTo(Outcome.UNKNOWN);
        rig.run(400, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void aChangeThatDoesNothingIsKept() throws Exception {
        moved(520);
        rig.start().run(120, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.history(1000).get(0).verdict())
                .contains(new Verdict(Outcome.SAME, new LatencyCompared(520, 520 / 500.0 - 1, 500, 0)));
    }

    @Test
    void theVerdictIsUnknownIfTheWorkloadChangesFirst() throws Exception {
        moved(WORSE);
        rig.start().run(20, 0.0);
        rig.run(20, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
        assertThat(rig.tuner.history(1000).get(0).verdict())
                .contains(new Verdict(Outcome.UNKNOWN, new WorkloadMoved(new NothingCompared())));
    }

    @Test
    void noVerdictAfterAnotherClientSetsAKnob() throws Exception {
        moved(WORSE);
        rig.start().run(10, 0.0);
        rig.node.storageService.values.put("ConcurrentCompactors", 1);
        rig.run(60, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.history(1000).get(0).verdict())
                .contains(new Verdict(Outcome.UNKNOWN, new KnobSetExternally("concurrent_compactors", "1")));
    }

    /** The write of the pool lasts two minutes. */
    @Test
    void noVerdictAfterAnotherClientSetsAKnobDuringTheChange() throws Exception {
        rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads"));
        rig.node.mutationStage.beforeSet = () -> {
            rig.pass(Duration.ofMinutes(2));
            rig.node.storageService.values.put("ConcurrentCompactors", 1);
        };
        moved(WORSE);
        rig.start().run(60, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.history(1000).get(0).verdict())
                .contains(new Verdict(Outcome.UNKNOWN, new KnobSetExternally("concurrent_compactors", "1")));
    }

    /** The knob was set before the change, although its time is later. */
    @Test
    void aChangeAfterAClockWasSetBackIsRolledBackToo() throws Exception {
        rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads"));
        rig.mode = Mode.OBSERVE;
        moved(WORSE);
        rig.start();
        rig.node.storageService.values.put("ConcurrentCompactors", 1);
        rig.run(10, 0.0);
        rig.pass(Duration.ofHours(-2));
        rig.tuner.setMode("auto");
        rig.run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        rig.run(30, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    /** The node becomes slower after the step. */
    @Test
    void aClockThatIsSetForwardDoesNotEndTheObservation() throws Exception {
        moved(520);
        rig.start().run(30, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        rig.pass(Duration.ofHours(2));
        moved(WORSE);
        rig.run(20, 0.0);
        assertThat(verdict().outcome()).isEqualTo(Outcome.WORSE);
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    /** The write of the pool lasts two minutes. */
    @Test
    void theCoolDownBeginsAtTheEndOfAChange() throws Exception {
        rig.coolDown = Duration.ofMinutes(1);
        rig.node.mutationStage.beforeSet = () -> rig.pass(Duration.ofMinutes(2));
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.activities()).containsExactly(new Settling("d1"));
        rig.run(20, 1.0);
        assertThat(rig.reason()).isInstanceOf(CoolingDown.class);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    /** The write of the pool lasts two minutes. */
    @Test
    void theCoolDownBeginsAtTheEndOfARollback() throws Exception {
        rig.coolDown = Duration.ofMinutes(1);
        rig.start().run(10, 0.0);
        rig.node.mutationStage.beforeSet = () -> rig.pass(Duration.ofMinutes(2));
        rig.tuner.rollback("");
        rig.run(20, 1.0);
        assertThat(rig.reason()).isInstanceOf(CoolingDown.class);
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void outsideOfAutoAnOperatorRollsBack() throws Exception {
        rig.mode = Mode.APPROVE;
        moved(WORSE);
        rig.start().run(10, 0.0);
        rig.tuner.apply("d1", "");
        rig.run(60, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.history(1000).get(1).verdict()).contains(new Verdict(Outcome.WORSE, SLOWER));
        rig.tuner.rollback("");
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void afterThreeWrongPredictionsInSuccessionItOnlyAdvises() throws Exception {
        moved(WORSE);
        rig.start();
        for (double readRatio : new double[] {0.0, 0.5, 1.0}) {
            rig.run(60, readRatio);
            assertThat(rig.pools()).as("at %s", readRatio).containsExactly(32, 32);
        }
        assertThat(rig.tuner.status().applied()).isEqualTo(3);
        rig.run(60, 0.25);
        assertThat(rig.tuner.status().applied()).isEqualTo(3);
        assertUnreliable();
        rig.start().run(20, 0.75);
        assertThat(rig.tuner.status().applied()).as("a restart is no excuse").isZero();
        assertUnreliable();
        String id = rig.tuner.propose().id();
        assertThatThrownBy(() -> rig.tuner.apply(id, ""))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isInstanceOf(ModelUnreliable.class));
        rig.tuner.resume();
        assertUnreliable();
        rig.tuner.reloadModel("");
        rig.run(20, 0.75);
        assertThat(rig.tuner.status().applied()).isEqualTo(1);
    }

    @Test
    void aRightPredictionInBetweenCounts() throws Exception {
        rig.micros = (readers, writers) -> readers == 48 ? BETTER : readers == 32 ? 500 : WORSE;
        rig.start();
        for (double readRatio : new double[] {0.0, 1.0, 0.5, 0.25, 0.75}) {
            rig.run(60, readRatio);
        }
        assertThat(rig.tuner.status().applied()).isEqualTo(5);
        assertThat(rig.pools()).as("the one that was right").containsExactly(48, 48);
        assertThat(rig.problems()).isEmpty();
    }

    @Test
    void rollsNothingBackWithoutAJournal() throws Exception {
        moved(WORSE);
        rig.start().run(30, 0.0);
        rig.stop();
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.problems()).hasAtLeastOneElementOfType(JournalUnavailable.class);
    }

    @Test
    void aPendingRollbackOutlastsAPauseAndOtherModes() throws Exception {
        moved(WORSE);
        rig.start().run(10, 0.0);
        rig.tuner.pause("a look at it");
        rig.run(60, 0.0);
        assertThat(rig.activities()).containsExactly(new RollbackSuspended(SLOWER));
        rig.tuner.setMode("advise");
        rig.tuner.resume();
        rig.run(30, 0.0);
        assertThat(rig.activities()).contains(new RollbackSuspended(SLOWER));
        assertThat(rig.pools()).as("advise changes nothing").containsExactly(16, 80);
        rig.tuner.setMode("auto");
        rig.run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.activities()).isEmpty();
    }

    @Test
    void noFurtherChangeIsMadeWhileOneThatMadeTheNodeSlowerIsInPlace() throws Exception {
        moved(WORSE);
        rig.start().run(30, 0.0);
        rig.node.mutationStage.refuses = true;
        rig.run(10, 0.0);
        assertThat(rig.pools()).as("one value is back").containsExactly(32, 80);
        rig.run(40, 1.0);
        assertThat(rig.reason()).isEqualTo(new RollbackAwaited("d1", 1, Optional.empty()));
        assertThat(rig.pools()).containsExactly(32, 80);
        rig.node.mutationStage.refuses = false;
        rig.run(20, 1.0);
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void aFailingRollbackIsTriedAgainAfterOneTwoAndFourMinutes() throws Exception {
        moved(WORSE);
        rig.start().run(30, 0.0);
        rig.node.mutationStage.refuses = true;
        rig.run(900, 0.0);
        assertThat(rig.tuner.history(1000).stream()
                        .filter(decision -> decision.kind().equals("rollback")))
                .as("at 40 s, and after 1, 3, 7 and 15 minutes")
                .hasSizeBetween(4, 5);
        rig.node.mutationStage.refuses = false;
        rig.tuner.rollback("d1");
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.activities()).isEmpty();
    }

    @Test
    void aClockThatIsSetBackDoesNotDelayARollback() throws Exception {
        moved(WORSE);
        rig.start().run(30, 0.0);
        rig.node.mutationStage.refuses = true;
        rig.run(10, 0.0);
        assertThat(rig.pools()).as("one value is back").containsExactly(32, 80);
        rig.node.mutationStage.refuses = false;
        rig.pass(Duration.ofDays(-1));
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    /** Noise hides the harm from the comparison of single windows. */
    @Test
    void aSlowRegressionHasOneVerdict() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.watch = new RegressionLimits(Duration.ofHours(1), 0.1);
        rig.paybackHorizon = Duration.ofHours(1);
        int[] calls = {0};
        rig.micros = (readers, writers) -> readers == 32 ? 500 : calls[0]++ % 2 == 0 ? 400 : 1_400;
        rig.start().run(10, 0.0);
        String applied = rig.tuner.apply("d1", "").id();
        rig.run(400, 0.0);
        assertThat(JournalScan.entries(rig.journal))
                .filteredOn(record -> record.kind() == RecordType.VERDICT)
                .extracting(JournalRecord::decision)
                .containsExactly(applied);
        assertThat(rig.problems()).as("one change is no three").isEmpty();
    }

    @Test
    void aResumeAfterThreeErrorsContinuesTheObservation() throws Exception {
        moved(WORSE);
        rig.start().run(10, 0.0);
        for (int i = 0; i < 3; i++) {
            rig.tuner.fault(new IllegalStateException("broken"));
        }
        assertThat(rig.tuner.status().phase()).isEqualTo(LoopPhase.DISABLED);
        assertThat(rig.activities()).as("nothing is observed meanwhile").isEmpty();
        rig.run(120, 0.0);
        rig.tuner.resume();
        assertThat(rig.tuner.status().phase()).isEqualTo(LoopPhase.OBSERVING);
        rig.run(40, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void aResumeAfterAStopContinuesTheObservation() throws Exception {
        moved(WORSE);
        rig.start().run(10, 0.0);
        rig.tuner.stop();
        assertThat(rig.activities()).as("nothing is observed meanwhile").isEmpty();
        rig.run(120, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        rig.tuner.resume();
        rig.run(40, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    /** The observation ends 190 s after the change, so 61 minutes are less than an hour after its end. */
    @Test
    void aResumeMoreThanAnHourAfterTheEndOfAnObservationEndsIt() throws Exception {
        moved(WORSE);
        rig.start().run(10, 0.0);
        rig.tuner.stop();
        rig.pass(Duration.ofMinutes(61));
        rig.tuner.resume();
        assertThat(rig.tuner.status().phase()).isEqualTo(LoopPhase.OBSERVING);
        rig.tuner.stop();
        rig.pass(Duration.ofMinutes(3));
        rig.tuner.resume();
        assertThat(rig.tuner.status().phase()).isEqualTo(LoopPhase.WATCHING);
        rig.run(40, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void aVerdictIsOnTheModelThatMadeTheChange() throws Exception {
        moved(WORSE);
        rig.start().run(10, 0.0);
        retrained();
        rig.tuner.reloadModel("model.zip");
        rig.run(40, 0.0);
        assertThat(rig.tuner.history(1000))
                .anySatisfy(decision -> assertThat(decision.kind()).isEqualTo("rollback"));
        rig.run(40, 1.0);
        rig.run(10, 0.0);
        assertThat(rig.tuner.history(1000))
                .noneSatisfy(decision -> assertThat(decision.reason()).isInstanceOf(RolledBackHere.class));
    }

    /** The verdict on the first change. */
    private Verdict verdict() {
        return (Verdict) rig.tuner.history(1000).get(0).verdict().orElseThrow();
    }

    private void assertUnreliable() {
        assertThat(rig.problems()).singleElement().isInstanceOfSatisfying(AdviceOnly.class, problem -> assertThat(
                        problem.because())
                .isInstanceOfSatisfying(
                        ModelUnreliable.class,
                        model -> assertThat(model.decisions()).hasSize(3).startsWith("d1")));
    }

    /** What requests take once the pools are not what they were at the start. */
    private void moved(int micros) {
        rig.micros = (readers, writers) -> readers == 32 && writers == 32 ? 500 : micros;
    }

    private void retrained() {
        ModelLoader former = rig.bundles;
        rig.bundles = file -> {
            LoadedModel model = former.load(file);
            Provenance provenance = model.provenance();
            return new LoadedModel(
                    file,
                    model.loadedAt(),
                    model.surrogate(),
                    model.envelope(),
                    new Provenance(provenance.environment(), 41, "another", provenance.command(), 1),
                    model.engine(),
                    model.mismatches(),
                    model.tolerance());
        };
    }
}
