package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.decision.Decision.Apply;
import io.rafiki.decision.Decision.Hold;
import io.rafiki.decision.Decision.Propose;
import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Cost;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Gain;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.Pace;
import io.rafiki.workload.Steadiness;
import io.rafiki.workload.Window;
import io.rafiki.workload.WindowState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Starts from a situation in which the plan is applied, and spoils one thing at a time. */
class DeciderTest {

    private static final Instant NOW = Instant.parse("2026-11-21T10:15:30Z");
    private static final KnobSpace SPACE = new KnobSpace(List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0),
            new IntegerKnob("concurrent_writes", "threads", 8, 128, Map.of(), 32)));
    private static final Configuration BETTER = SPACE.defaults().with("concurrent_writes", 64);

    private final Decider decider = new Decider(new Limits(
            1_000,
            0.03,
            2,
            Duration.ofMinutes(1),
            ChangeTest.STANDARD,
            new Steadiness(0.15, Steadiness.ERRORS),
            new RewriteLimits(Duration.ofHours(1), 32e6, 0.5),
            true,
            Set.of(Cost.INSTANT, Cost.NEW_SSTABLES),
            Budget.STANDARD,
            new WatchLimits(Duration.ofMinutes(5), 0.1),
            HealthLimits.STANDARD,
            Duration.ofDays(1)));

    private Mode mode = Mode.AUTO;
    private String held;
    private Window window = window(7_100, 2_900, WindowState.VALID, "");
    private Window before = window(7_000, 3_000, WindowState.VALID, "");
    private Window decided;
    private Instant changedAt;
    private Trust trust = new TrainedOn(0.1, 0.9, 16, 96, List.of());
    private List<RolledBack> rolledBack = List.of();
    private Spent spent = Spent.NOTHING;
    private String busy;
    private List<String> wrong = List.of();
    private boolean asked;

    @Test
    void appliesWhenNothingSpeaksAgainstIt() {
        assertThat(decider.beforeSearch(situation())).isEmpty();
        assertThat(decide(plan(0.10, 0.02))).isEqualTo(new Apply(plan(0.10, 0.02), "predicted gain 10.0% +- 2.0%"));
    }

    @Test
    void holdsWhenTheLowerBoundOfTheGainIsBelowTheThreshold() {
        assertThat(decide(plan(0.10, 0.04)))
                .isEqualTo(new Hold(Cause.GAIN, "predicted gain 10.0% +- 4.0%, lower bound 2.0% < 3.0%"));
    }

    @Test
    void holdsWhenTheModelPredictsNoNumber() {
        assertThat(decide(plan(Double.NaN, 0.02))).isInstanceOf(Hold.class);
        assertThat(decide(plan(Double.POSITIVE_INFINITY, 0.02))).isInstanceOf(Hold.class);
        assertThat(decide(plan(0.1, Double.NaN))).isInstanceOf(Hold.class);
    }

    @Test
    void holdsBeforeTheFirstWindow() {
        window = null;
        assertHold(Cause.WARMING_UP, "no window has closed yet");
    }

    @Test
    void holdsOnAnInvalidWindow() {
        window = window(7_100, 2_900, WindowState.TABLES_CHANGED, "table a.y appeared");
        assertHold(Cause.WINDOW, "window is tables_changed: table a.y appeared");
    }

    @Test
    void holdsOnTooFewOperations() {
        window = window(709, 290, WindowState.VALID, "");
        assertHold(Cause.FEW_OPERATIONS, "999 operations in the window < 1000");
    }

    @Test
    void holdsOutsideOfTheTrainedReadRatios() {
        window = window(9_900, 100, WindowState.VALID, "");
        assertHold(Cause.ENVELOPE, "read ratio 0.99 is outside of the trained 0.1..0.9");
    }

    @Test
    void holdsOutsideOfTheTrainedConfigurations() {
        trust = new TrainedOn(0.1, 0.9, 16, 48, List.of());
        assertThat(decide(plan(0.10, 0.02)))
                .isEqualTo(new Hold(Cause.ENVELOPE, "concurrent_writes 64 is outside of the trained 16..48"));
    }

    @Test
    void holdsWhileTheNodeHasSomethingElseToDo() {
        busy = "2 repairs are under way";
        assertHold(Cause.BUSY, "2 repairs are under way; awaits its end");
        asked = true;
        assertThat(decider.beforeSearch(situation()))
                .as("a human may know better")
                .isEmpty();
    }

    @Test
    void onlyAdvisesAfterThreeChangesInSuccessionThatMadeTheNodeWorse() {
        wrong = List.of("d3", "d9");
        assertThat(decide(plan(0.10, 0.02))).isInstanceOf(Apply.class);
        wrong = List.of("d3", "d9", "d12");
        assertThat(decide(plan(0.10, 0.02)))
                .isInstanceOf(Propose.class)
                .extracting(Decision::reason)
                .asString()
                .endsWith(
                        "advice only: the last 3 changes made the node worse (d3, d9, d12). Train the model anew, or resume");
        assertThat(decider.refusal(situation())).isPresent();
    }

    @Test
    void holdsWithoutAModel() {
        trust = null;
        assertHold(Cause.NO_MODEL, "no model is loaded");
    }

    @Test
    void holdsWhileTheWorkloadIsTheOneDecidedUpon() {
        decided = window(7_000, 3_000, WindowState.VALID, "");
        assertHold(
                Cause.UNCHANGED,
                "workload unchanged: read ratio 0.71 against 0.70 at the last decision, 0.010 < 0.076");
        decided = window(3_000, 7_000, WindowState.VALID, "");
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void holdsUntilTheCoolDownIsOver() {
        changedAt = NOW.minusSeconds(59);
        assertHold(Cause.COOL_DOWN, "cool-down of 60 s after a change: 1 s are left");
        changedAt = NOW.minusSeconds(60);
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void holdsWhileTheNodeLooksForItsPaceHoweverLongThatLasts() {
        window = window(7_100, 2_900, new Pace(333, 5, 0.4, 0.05), WindowState.VALID, "");
        assertHold(
                Cause.UNSTEADY,
                "operations per second rose by 40% within the window, more than 15% and 10% for noise;"
                        + " awaits a steady window");
        asked = true;
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void holdsWhenOnlyARewritingThatDoesNotPayWouldGain() {
        Plan other = new Plan(SPACE.defaults(), SPACE.defaults(), List.of(), 0.71, new Gain(0, 0));
        assertThat(decide(other.without(rewriting(0.5), "why")))
                .isEqualTo(new Hold(
                        Cause.REWRITE,
                        "nothing better without rewriting data; held back: compaction SizeTiered -> Leveled: why"));
    }

    @Test
    void saysWhatRewritingTakesAndWhatWasHeldBack() {
        assertThat(decide(plan(0.10, 0.02).rewriting("rewrites 510 MB")).reason())
                .isEqualTo("predicted gain 10.0% +- 2.0%; rewrites 510 MB");
        assertThat(decide(plan(0.10, 0.02).without(rewriting(0.5), "why")).reason())
                .isEqualTo("predicted gain 10.0% +- 2.0%; held back: compaction SizeTiered -> Leveled: why");
        assertThat(decide(plan(0.10, 0.04).without(rewriting(0.5), "why")).reason())
                .isEqualTo("predicted gain 10.0% +- 4.0%, lower bound 2.0% < 3.0%;"
                        + " held back: compaction SizeTiered -> Leveled: why");
    }

    @Test
    void holdsWhenAHumanSaidSo() {
        held = "backup tonight";
        assertHold(Cause.HELD, "held by a human: backup tonight; resume ends it");
    }

    @Test
    void holdsWhatCostsMoreThanIsAllowed() {
        assertThat(decide(rewriting(0.5)))
                .isEqualTo(new Hold(
                        Cause.COST, "compaction SizeTiered -> Leveled costs rewrites_data, which is not allowed"));
    }

    @Test
    void holdsWhatWasRolledBackForThisWorkload() {
        rolledBack = List.of(new RolledBack("d41", 0.70));
        assertHold(
                Cause.ROLLED_BACK,
                "d41 was rolled back at read ratio 0.70, within 0.05 of now; resume, or a new model, ends it");
        rolledBack = List.of(new RolledBack("d41", 0.20));
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void holdsWhenThePresentConfigurationIsTheBest() {
        Plan nothing = new Plan(BETTER, BETTER, List.of(), 0.71, new Gain(0, 0));
        assertThat(decide(nothing))
                .isEqualTo(new Hold(Cause.BEST_ALREADY, "the present configuration is the best that was found"));
    }

    @Test
    void onlyAutoApplies() {
        mode = Mode.APPROVE;
        assertThat(decide(plan(0.10, 0.02)))
                .isEqualTo(new Propose(plan(0.10, 0.02), "predicted gain 10.0% +- 2.0%; awaits apply"));
        mode = Mode.ADVISE;
        assertThat(decide(plan(0.10, 0.02)))
                .isEqualTo(new Propose(plan(0.10, 0.02), "predicted gain 10.0% +- 2.0%; advice only: mode advise"));
        mode = Mode.OBSERVE;
        assertHold(Cause.MODE, "mode observe: the workload is sensed, nothing is proposed");
    }

    @Test
    void aModelFromAnotherKindOfNodeOnlyAdvises() {
        trust = new TrainedOn(0.1, 0.9, 16, 96, List.of("cores 2 there, 16 here"));
        assertThat(decide(plan(0.10, 0.02)))
                .isInstanceOfSatisfying(Propose.class, propose -> assertThat(propose.reason())
                        .contains("advice only")
                        .contains("cores 2 there, 16 here"));
        assertThat(decider.refusal(situation()))
                .hasValueSatisfying(refusal -> assertThat(refusal).contains("cores 2 there, 16 here"));
    }

    @Test
    void aHumanMayAskDuringHoldCoolDownAndObserveButNothingIsAppliedAtOnce() {
        asked = true;
        held = "backup tonight";
        changedAt = NOW;
        decided = window;
        assertThat(decider.beforeSearch(situation())).isEmpty();
        assertThat(decide(plan(0.10, 0.02))).isInstanceOf(Propose.class);
        mode = Mode.OBSERVE;
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void applyIsRefusedWhereNothingMayBeWritten() {
        for (Mode silent : List.of(Mode.OBSERVE, Mode.ADVISE)) {
            mode = silent;
            assertThat(decider.refusal(situation())).isPresent();
        }
        for (Mode writing : List.of(Mode.APPROVE, Mode.AUTO)) {
            mode = writing;
            assertThat(decider.refusal(situation())).isEmpty();
        }
    }

    @Test
    void holdsWhenTheBudgetOfTheHourIsSpentUnlessAHumanAsks() {
        Instant before = NOW.minusSeconds(100);
        spent = new Spent(List.of(before, before, before, before), List.of());
        assertHold(Cause.BUDGET, "budget of 4 changes an hour is spent: the next may come in 58 min");
        asked = true;
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void modesAreNamedInAnyCase() {
        assertThat(Mode.parse("Auto")).isEqualTo(Mode.AUTO);
        assertThatThrownBy(() -> Mode.parse("atuo"))
                .hasMessage("mode: expected one of observe, advise, approve, auto; found atuo");
    }

    private void assertHold(Cause cause, String reason) {
        assertThat(decider.beforeSearch(situation())).contains(new Hold(cause, reason));
    }

    private Decision decide(Plan plan) {
        return decider.about(plan, situation());
    }

    private static Plan rewriting(double gain) {
        return new Plan(
                SPACE.defaults(),
                SPACE.defaults().with("compaction", "Leveled"),
                List.of(new Change("compaction", "SizeTiered", "Leveled", Cost.REWRITES_DATA)),
                0.71,
                new Gain(gain, 0.01));
    }

    private static Plan plan(double gain, double deviation) {
        return new Plan(
                SPACE.defaults(),
                BETTER,
                List.of(new Change("concurrent_writes", 32L, 64L, Cost.INSTANT)),
                0.71,
                new Gain(gain, deviation));
    }

    private Situation situation() {
        return new Situation(
                NOW,
                mode,
                Optional.ofNullable(held),
                Optional.ofNullable(window),
                Optional.ofNullable(before),
                Optional.ofNullable(decided),
                Optional.ofNullable(changedAt),
                Optional.ofNullable(trust),
                rolledBack,
                spent,
                Optional.ofNullable(busy),
                wrong,
                asked);
    }

    private static Window window(long reads, long writes, WindowState state, String detail) {
        return window(reads, writes, Pace.even((reads + writes) / 30.0), state, detail);
    }

    private static Window window(long reads, long writes, Pace pace, WindowState state, String detail) {
        return new Window(NOW.minusSeconds(30), Duration.ofSeconds(30), reads, writes, 0, 1, pace, state, detail);
    }

    /** A trained box. */
    private record TrainedOn(double minRatio, double maxRatio, int minWrites, int maxWrites, List<String> mismatches)
            implements Trust {

        @Override
        public Optional<String> outside(double readRatio) {
            return readRatio >= minRatio && readRatio <= maxRatio
                    ? Optional.empty()
                    : Optional.of(
                            "read ratio " + readRatio + " is outside of the trained " + minRatio + ".." + maxRatio);
        }

        @Override
        public Optional<String> outside(Configuration configuration) {
            long writes = (Long) configuration.get("concurrent_writes");
            return writes >= minWrites && writes <= maxWrites
                    ? Optional.empty()
                    : Optional.of("concurrent_writes " + writes + " is outside of the trained " + minWrites + ".."
                            + maxWrites);
        }
    }
}
