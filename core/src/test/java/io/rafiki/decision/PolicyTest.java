package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.decision.Decision.Apply;
import io.rafiki.decision.Decision.Hold;
import io.rafiki.decision.Decision.Propose;
import io.rafiki.decision.HoldReason.AlreadyBest;
import io.rafiki.decision.HoldReason.ChangeCostNotAllowed;
import io.rafiki.decision.HoldReason.GainImplausible;
import io.rafiki.decision.HoldReason.GainNotFinite;
import io.rafiki.decision.HoldReason.GainTooSmall;
import io.rafiki.decision.HoldReason.ModeObserves;
import io.rafiki.decision.HoldReason.OnlyRewriteGains;
import io.rafiki.decision.HoldReason.OutsideTrainingDomain;
import io.rafiki.decision.HoldReason.Subject;
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
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.workload.ThroughputTrend;
import io.rafiki.workload.Window;
import io.rafiki.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Decisions about a plan that a search has found. */
class PolicyTest extends PolicyCase {

    private static final Workload WORKLOAD = Workload.ofReadRatio(0.71);
    private static final KnobSpace SPACE = new KnobSpace(List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0),
            new IntegerKnob("concurrent_writes", "threads", 8, 128, Map.of(), 32)));
    private static final Configuration BETTER = SPACE.defaults().with("concurrent_writes", 64);

    private static final Change LEVELED = new Change("compaction", "SizeTiered", "Leveled", ChangeCost.REWRITES_DATA);
    private static final RewriteObstacle OBSTACLE = new TableSizeUnknown();

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
    void holdsWhatCostsMoreThanIsAllowed() {
        assertThat(decide(rewriting(0.5))).isEqualTo(new Hold(new ChangeCostNotAllowed(LEVELED)));
    }

    @Test
    void holdsWhenThePresentConfigurationIsTheBest() {
        Plan nothing = new Plan(BETTER, BETTER, List.of(), WORKLOAD, new RelativeGain(0, 0));
        assertThat(decide(nothing)).isEqualTo(new Hold(new AlreadyBest()));
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
    void modesAreNamedInAnyCase() {
        assertThat(Mode.parse("Auto")).isEqualTo(Mode.AUTO);
        assertThatThrownBy(() -> Mode.parse("atuo"))
                .hasMessage("mode: expected one of observe, advise, approve, auto; found atuo");
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
}
