package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.decision.Decision.Apply;
import io.rafiki.decision.Decision.Hold;
import io.rafiki.decision.Decision.Propose;
import io.rafiki.decision.HoldReason.AlreadyBest;
import io.rafiki.decision.HoldReason.ChangeBudgetSpent;
import io.rafiki.decision.HoldReason.ChangeCostNotAllowed;
import io.rafiki.decision.HoldReason.CoolingDown;
import io.rafiki.decision.HoldReason.GainImplausible;
import io.rafiki.decision.HoldReason.GainNotFinite;
import io.rafiki.decision.HoldReason.GainTooSmall;
import io.rafiki.decision.HoldReason.ModeObserves;
import io.rafiki.decision.HoldReason.NoModel;
import io.rafiki.decision.HoldReason.NodeUnhealthy;
import io.rafiki.decision.HoldReason.NotStationary;
import io.rafiki.decision.HoldReason.OnlyRewriteGains;
import io.rafiki.decision.HoldReason.OutsideTrainingDomain;
import io.rafiki.decision.HoldReason.Paused;
import io.rafiki.decision.HoldReason.Restarted;
import io.rafiki.decision.HoldReason.RolledBackHere;
import io.rafiki.decision.HoldReason.Subject;
import io.rafiki.decision.HoldReason.TooFewOperations;
import io.rafiki.decision.HoldReason.WarmingUp;
import io.rafiki.decision.HoldReason.WindowInvalid;
import io.rafiki.decision.HoldReason.WorkloadUnchanged;
import io.rafiki.decision.NodeCondition.RepairsRunning;
import io.rafiki.decision.PredictedGain.RewriteRepaid;
import io.rafiki.decision.ProposalReason.AwaitsApproval;
import io.rafiki.decision.ProposalReason.AwaitsRollout;
import io.rafiki.decision.ProposalReason.GainsTooHigh;
import io.rafiki.decision.ProposalReason.Mismatch;
import io.rafiki.decision.ProposalReason.ModeAdvises;
import io.rafiki.decision.ProposalReason.ModelUnreliable;
import io.rafiki.decision.ProposalReason.ProvenanceMismatch;
import io.rafiki.decision.ProposalReason.RequestedByOperator;
import io.rafiki.decision.ProposalReason.WorkloadNotTrained;
import io.rafiki.decision.RewriteObstacle.TableSizeUnknown;
import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.node.TableFiles;
import io.rafiki.surrogate.DomainViolation;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.Instability.DriftWithinWindow;
import io.rafiki.workload.StationarityTest;
import io.rafiki.workload.ThroughputTrend;
import io.rafiki.workload.Window;
import io.rafiki.workload.WindowDefect;
import io.rafiki.workload.WindowDefect.Event;
import io.rafiki.workload.WindowDefect.TablesChanged;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Starts from a situation in which the plan is applied, and spoils one thing at a time. */
class PolicyTest {

    private static final Workload WORKLOAD = Workload.ofReadRatio(0.71);

    private static final Instant NOW = Instant.parse("2026-11-21T10:15:30Z");
    private static final KnobSpace SPACE = new KnobSpace(List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0),
            new IntegerKnob("concurrent_writes", "threads", 8, 128, Map.of(), 32)));
    private static final Configuration BETTER = SPACE.defaults().with("concurrent_writes", 64);

    private static final Change LEVELED = new Change("compaction", "SizeTiered", "Leveled", ChangeCost.REWRITES_DATA);
    private static final RewriteObstacle OBSTACLE = new TableSizeUnknown();

    private final Policy decider = new Policy(new GuardrailConfig(
            1_000,
            0.03,
            2,
            Duration.ofMinutes(1),
            ChangeTest.STANDARD,
            new StationarityTest(0.15, StationarityTest.ERRORS),
            new RewriteCostLimits(Duration.ofHours(1), 32e6, 0.5),
            true,
            Set.of(ChangeCost.INSTANT, ChangeCost.NEW_DATA),
            Budget.STANDARD,
            new RegressionLimits(Duration.ofMinutes(5), 0.1),
            HealthLimits.STANDARD,
            Duration.ofMinutes(15),
            Duration.ofDays(1),
            QuietHours.parse(List.of("Sat 06:00-10:00"), ZoneId.of("Asia/Tokyo"))));

    private Instant now = NOW;
    private Mode mode = Mode.AUTO;
    private String paused;
    private Window window = window(7_100, 2_900, Optional.empty());
    private Window before = window(7_000, 3_000, Optional.empty());
    private Window decided;
    private Instant changedAt;
    private Instant restartedAt;
    private ModelApplicability trust = new TrainedOn(0.1, 0.9, 16, 96, List.of());
    private List<Rollback> rolledBack = List.of();
    private ChangeCounts spent = ChangeCounts.NOTHING;
    private List<NodeCondition> unhealthy = List.of();
    private List<String> wrong = List.of();
    private boolean asked;

    @Test
    void appliesWhenAllGuardrailsPass() {
        assertThat(decider.beforeSearch(situation())).isEmpty();
        assertThat(decide(plan(0.10, 0.02))).isEqualTo(new Apply(plan(0.10, 0.02)));
    }

    @Test
    void holdsWhenTheLowerBoundOfTheGainIsBelowTheThreshold() {
        assertThat(decide(plan(0.10, 0.04)))
                .isEqualTo(new Hold(new GainTooSmall(
                        plan(0.10, 0.04).predicted(), new RelativeGain(0.10, 0.04).lowerBound(2), 0.03)));
    }

    @Test
    void holdsWhenTheModelPredictsNoNumber() {
        for (RelativeGain gain : List.of(
                new RelativeGain(Double.NaN, 0.02),
                new RelativeGain(Double.POSITIVE_INFINITY, 0.02),
                new RelativeGain(0.1, Double.NaN))) {
            assertThat(decide(plan(gain.mean(), gain.deviation()))).isEqualTo(new Hold(new GainNotFinite(gain)));
        }
    }

    @Test
    void holdsWhenTheModelPredictsAnImplausibleGain() {
        RelativeGain gain = new RelativeGain(10.5, 0.02);
        assertThat(decide(plan(gain.mean(), gain.deviation()))).isEqualTo(new Hold(new GainImplausible(gain, 10)));
        assertThat(decide(plan(9.9, 0.02))).isInstanceOf(Apply.class);
    }

    @Test
    void holdsBeforeTheFirstWindow() {
        window = null;
        assertHold(new WarmingUp());
    }

    @Test
    void holdsOnAnInvalidWindow() {
        WindowDefect defect = new TablesChanged("a.y", Event.CREATED);
        window = window(7_100, 2_900, Optional.of(defect));
        assertHold(new WindowInvalid(defect));
    }

    @Test
    void holdsOnTooFewOperations() {
        window = window(709, 290, Optional.empty());
        assertHold(new TooFewOperations(999, 1_000));
    }

    @Test
    void holdsOutsideTheTrainedReadRatios() {
        window = window(9_900, 100, Optional.empty());
        assertHold(new OutsideTrainingDomain(Subject.WORKLOAD, violation("readRatio", 0.99, 0.1, 0.9)));
    }

    @Test
    void holdsOutsideTheTrainedConfigurations() {
        trust = new TrainedOn(0.1, 0.9, 16, 48, List.of());
        assertThat(decide(plan(0.10, 0.02)))
                .isEqualTo(new Hold(new OutsideTrainingDomain(
                        Subject.PROPOSED_CONFIGURATION, violation("concurrent_writes", 64L, 16, 48))));
        trust = new TrainedOn(0.1, 0.9, 48, 96, List.of());
        assertThat(decide(plan(0.10, 0.02)))
                .isEqualTo(new Hold(new OutsideTrainingDomain(
                        Subject.CURRENT_CONFIGURATION, violation("concurrent_writes", 32L, 48, 96))));
    }

    @Test
    void holdsWhileTheNodeIsUnhealthy() {
        unhealthy = List.of(new RepairsRunning(2));
        assertHold(new NodeUnhealthy(List.of(new RepairsRunning(2))));
        asked = true;
        assertThat(decider.beforeSearch(situation()))
                .as("an operator may ask anyway")
                .isEmpty();
    }

    @Test
    void onlyAdvisesAfterThreeChangesInSuccessionThatMadeTheNodeSlower() {
        wrong = List.of("d3", "d9");
        assertThat(decide(plan(0.10, 0.02))).isInstanceOf(Apply.class);
        wrong = List.of("d3", "d9", "d12");
        assertThat(decide(plan(0.10, 0.02))).isEqualTo(new Propose(plan(0.10, 0.02), new ModelUnreliable(wrong)));
        assertThat(decider.violation(situation())).contains(new ModelUnreliable(wrong));
    }

    @Test
    void onlyAdvisesIfMeasuredEffectsContradictTheModel() {
        GainsTooHigh contradiction = new GainsTooHigh(4, 0.3);
        trust = new TrainedOn(0.1, 0.9, 16, 96, List.of(), Optional.of(contradiction));
        assertThat(decide(plan(0.10, 0.02))).isEqualTo(new Propose(plan(0.10, 0.02), contradiction));
        assertThat(decider.violation(situation())).contains(contradiction);
    }

    @Test
    void holdsWithoutAModel() {
        trust = null;
        assertHold(new NoModel());
    }

    @Test
    void holdsWhileTheWorkloadIsTheOneDecidedUpon() {
        decided = window(7_000, 3_000, Optional.empty());
        assertThat(decider.beforeSearch(situation()).map(Hold::reason)).hasValueSatisfying(reason -> assertThat(reason)
                .isInstanceOfSatisfying(WorkloadUnchanged.class, unchanged -> {
                    assertThat(unchanged.now()).containsEntry("readRatio", 0.71);
                    assertThat(unchanged.decided()).containsEntry("readRatio", 0.70);
                    assertThat(unchanged.change()).isCloseTo(0.010, within(1e-9));
                    assertThat(unchanged.threshold()).isCloseTo(0.076, within(5e-4));
                }));
        decided = window(3_000, 7_000, Optional.empty());
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void holdsUntilTheCoolDownIsOver() {
        changedAt = NOW.minusSeconds(59);
        assertHold(new CoolingDown(Duration.ofSeconds(60), Duration.ofSeconds(1)));
        changedAt = NOW.plus(Duration.ofHours(1));
        assertThat(decider.beforeSearch(situation()))
                .as("the clock was set back")
                .isEmpty();
        changedAt = NOW.minusSeconds(60);
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void autoWaitsAfterARestartThatUndidChanges() {
        restartedAt = NOW.minusSeconds(899);
        assertHold(new Restarted(Duration.ofMinutes(15), Duration.ofSeconds(1)));
        mode = Mode.ADVISE;
        assertThat(decider.beforeSearch(situation())).isEmpty();
        mode = Mode.AUTO;
        asked = true;
        assertThat(decider.beforeSearch(situation())).isEmpty();
        asked = false;
        restartedAt = NOW.minusSeconds(900);
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void holdsWhileTheThroughputIsNotStationary() {
        window = window(7_100, 2_900, new ThroughputTrend(333, 5, 0.4, 0.05), Optional.empty());
        assertHold(new NotStationary(new DriftWithinWindow(0.4, 0.15, 0.1)));
        asked = true;
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void holdsWhenOnlyARewritingThatDoesNotPayWouldGain() {
        Plan other = new Plan(SPACE.defaults(), SPACE.defaults(), List.of(), WORKLOAD, new RelativeGain(0, 0));
        assertThat(decide(other.without(rewriting(0.5), OBSTACLE)))
                .isEqualTo(new Hold(new OnlyRewriteGains(new RewriteDeferred(LEVELED, OBSTACLE))));
    }

    @Test
    void theReasonContainsTheRewriteAndTheDeferredChange() {
        RewriteRepaid repaid = new RewriteRepaid(
                RewriteCost.of(
                        List.of(LEVELED),
                        List.of(TableFiles.of(List.of(510_000_000L))),
                        new RewriteCapacity(2, OptionalDouble.empty()),
                        new RewriteCostLimits(Duration.ofHours(1), 32e6, 0.5),
                        CompactionHistory.NONE),
                0.3,
                Duration.ofSeconds(40));
        assertThat(decide(plan(0.10, 0.02).rewriting(repaid)).reason())
                .isEqualTo(new PredictedGain(new RelativeGain(0.10, 0.02), Optional.of(repaid), Optional.empty()));
        Optional<RewriteDeferred> deferred = Optional.of(new RewriteDeferred(LEVELED, OBSTACLE));
        assertThat(decide(plan(0.10, 0.02).without(rewriting(0.5), OBSTACLE)).reason())
                .isEqualTo(new PredictedGain(new RelativeGain(0.10, 0.02), Optional.empty(), deferred));
        assertThat(decide(plan(0.10, 0.04).without(rewriting(0.5), OBSTACLE)).reason())
                .isInstanceOfSatisfying(GainTooSmall.class, hold -> assertThat(hold.prediction())
                        .isEqualTo(new PredictedGain(new RelativeGain(0.10, 0.04), Optional.empty(), deferred)));
    }

    @Test
    void holdsWhilePaused() {
        paused = "backup tonight";
        assertHold(new Paused("backup tonight"));
    }

    @Test
    void holdsWhatCostsMoreThanIsAllowed() {
        assertThat(decide(rewriting(0.5))).isEqualTo(new Hold(new ChangeCostNotAllowed(LEVELED)));
    }

    @Test
    void holdsWhatWasRolledBackForThisWorkload() {
        rolledBack = List.of(new Rollback("d41", Workload.ofReadRatio(0.70), List.of()));
        assertHold(new RolledBackHere("d41", Map.of("readRatio", 0.70), 0.05));
        rolledBack = List.of(new Rollback("d41", Workload.ofReadRatio(0.20), List.of()));
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void holdsWhenThePresentConfigurationIsTheBest() {
        Plan nothing = new Plan(BETTER, BETTER, List.of(), WORKLOAD, new RelativeGain(0, 0));
        assertThat(decide(nothing)).isEqualTo(new Hold(new AlreadyBest()));
    }

    @Test
    void holdsDuringQuietHoursUnlessAnOperatorDecides() {
        now = Instant.parse("2026-11-20T22:15:30Z");
        assertHold(new HoldReason.QuietHours(OffsetDateTime.parse("2026-11-21T10:00+09:00")));
        asked = true;
        assertThat(decider.beforeSearch(situation())).as("asked").isEmpty();
        asked = false;
        mode = Mode.APPROVE;
        assertThat(decider.beforeSearch(situation())).as("a proposal").isEmpty();
        assertThat(decider.violation(situation())).as("apply by an operator").isEmpty();
        mode = Mode.AUTO;
        now = Instant.parse("2026-11-21T01:00:00Z");
        assertThat(decider.beforeSearch(situation())).as("afterwards").isEmpty();
    }

    @Test
    void onlyAutoApplies() {
        mode = Mode.APPROVE;
        assertThat(decide(plan(0.10, 0.02))).isEqualTo(new Propose(plan(0.10, 0.02), new AwaitsApproval()));
        mode = Mode.ADVISE;
        assertThat(decide(plan(0.10, 0.02))).isEqualTo(new Propose(plan(0.10, 0.02), new ModeAdvises(Mode.ADVISE)));
        mode = Mode.OBSERVE;
        assertHold(new ModeObserves());
    }

    @Test
    void inAClusterEachProposalAwaitsARollout() {
        Policy clustered = new Policy(decider.limits(), true);
        for (Mode permits : List.of(Mode.APPROVE, Mode.AUTO)) {
            mode = permits;
            for (boolean requested : new boolean[] {false, true}) {
                asked = requested;
                assertThat(clustered.about(plan(0.10, 0.02), situation()))
                        .isEqualTo(new Propose(plan(0.10, 0.02), new AwaitsRollout()));
            }
        }
    }

    @Test
    void aModelFromADifferentNodeOnlyAdvises() {
        List<Mismatch> mismatches = List.of(new Mismatch("cores", "2", "16"));
        trust = new TrainedOn(0.1, 0.9, 16, 96, mismatches);
        assertThat(decide(plan(0.10, 0.02)))
                .isEqualTo(new Propose(plan(0.10, 0.02), new ProvenanceMismatch(mismatches)));
        assertThat(decider.violation(situation())).contains(new ProvenanceMismatch(mismatches));
    }

    @Test
    void aWorkloadWithUntrainedScansGetsAdviceOnly() {
        window = new Window(
                NOW.minusSeconds(30),
                Duration.ofSeconds(30),
                7_000,
                2_900,
                100,
                1,
                ThroughputTrend.even(10_000 / 30.0),
                Optional.empty());
        ProposalReason reason = new WorkloadNotTrained(violation("scanShare", 100 / 7_100.0, 0, 0));
        assertThat(decide(plan(0.10, 0.02))).isEqualTo(new Propose(plan(0.10, 0.02), reason));
        assertThat(decider.violation(situation())).contains(reason);
    }

    @Test
    void anOperatorMayAskDuringAPauseACoolDownAndObserveButNothingIsAppliedAtOnce() {
        asked = true;
        paused = "backup tonight";
        changedAt = NOW;
        decided = window;
        assertThat(decider.beforeSearch(situation())).isEmpty();
        assertThat(decide(plan(0.10, 0.02))).isEqualTo(new Propose(plan(0.10, 0.02), new RequestedByOperator()));
        mode = Mode.OBSERVE;
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void refusesApplyInModesWithoutWrites() {
        for (Mode silent : List.of(Mode.OBSERVE, Mode.ADVISE)) {
            mode = silent;
            assertThat(decider.violation(situation())).contains(new ModeAdvises(silent));
        }
        for (Mode writing : List.of(Mode.APPROVE, Mode.AUTO)) {
            mode = writing;
            assertThat(decider.violation(situation())).isEmpty();
        }
    }

    @Test
    void holdsWhenTheBudgetOfTheHourIsSpentUnlessAnOperatorAsks() {
        Instant before = NOW.minusSeconds(100);
        spent = new ChangeCounts(List.of(before, before, before, before), List.of());
        assertHold(new ChangeBudgetSpent(4, Optional.of(Duration.ofSeconds(3_500))));
        asked = true;
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void modesAreNamedInAnyCase() {
        assertThat(Mode.parse("Auto")).isEqualTo(Mode.AUTO);
        assertThatThrownBy(() -> Mode.parse("atuo"))
                .hasMessage("mode: expected one of observe, advise, approve, auto; found atuo");
    }

    private void assertHold(HoldReason reason) {
        assertThat(decider.beforeSearch(situation())).contains(new Hold(reason));
    }

    private static DomainViolation violation(String feature, Object value, Object min, Object max) {
        return new DomainViolation(feature, value, Optional.of(min), Optional.of(max), List.of());
    }

    private Decision decide(Plan plan) {
        return decider.about(plan, situation());
    }

    private static Plan rewriting(double gain) {
        return new Plan(
                SPACE.defaults(),
                SPACE.defaults().with("compaction", "Leveled"),
                List.of(LEVELED),
                WORKLOAD,
                new RelativeGain(gain, 0.01));
    }

    private static Plan plan(double gain, double deviation) {
        return new Plan(
                SPACE.defaults(),
                BETTER,
                List.of(new Change("concurrent_writes", 32L, 64L, ChangeCost.INSTANT)),
                WORKLOAD,
                new RelativeGain(gain, deviation));
    }

    private DecisionInput situation() {
        return new DecisionInput(
                now,
                mode,
                Optional.ofNullable(paused),
                Optional.ofNullable(window),
                Optional.ofNullable(before),
                Optional.ofNullable(decided),
                Optional.ofNullable(changedAt),
                Optional.ofNullable(restartedAt),
                Optional.ofNullable(trust),
                rolledBack,
                spent,
                unhealthy,
                wrong,
                asked);
    }

    private static Window window(long reads, long writes, Optional<WindowDefect> defect) {
        return window(reads, writes, ThroughputTrend.even((reads + writes) / 30.0), defect);
    }

    private static Window window(long reads, long writes, ThroughputTrend pace, Optional<WindowDefect> defect) {
        return new Window(NOW.minusSeconds(30), Duration.ofSeconds(30), reads, writes, 0, 1, pace, defect);
    }

    /** A trained box. */
    private record TrainedOn(
            double minRatio,
            double maxRatio,
            int minWrites,
            int maxWrites,
            List<Mismatch> mismatches,
            Optional<ProposalReason> contradiction)
            implements ModelApplicability {

        TrainedOn(double minRatio, double maxRatio, int minWrites, int maxWrites, List<Mismatch> mismatches) {
            this(minRatio, maxRatio, minWrites, maxWrites, mismatches, Optional.empty());
        }

        @Override
        public Optional<DomainViolation> outside(Workload workload) {
            double readRatio = workload.readRatio();
            return readRatio >= minRatio && readRatio <= maxRatio
                    ? Optional.empty()
                    : Optional.of(violation("readRatio", readRatio, minRatio, maxRatio));
        }

        @Override
        public Optional<DomainViolation> untrainedFeature(Workload workload) {
            double scanShare = workload.value(WorkloadFeature.SCAN_SHARE);
            return scanShare == 0 ? Optional.empty() : Optional.of(violation("scanShare", scanShare, 0, 0));
        }

        @Override
        public Optional<DomainViolation> outside(Configuration configuration) {
            long writes = (Long) configuration.get("concurrent_writes");
            return writes >= minWrites && writes <= maxWrites
                    ? Optional.empty()
                    : Optional.of(violation("concurrent_writes", writes, minWrites, maxWrites));
        }
    }
}
