package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.machine.ControlMachine;
import io.rafiki.control.machine.ControlMachine.Step;
import io.rafiki.control.machine.ControlState;
import io.rafiki.control.machine.Effect;
import io.rafiki.control.machine.Effect.Log.Level;
import io.rafiki.control.machine.Event;
import io.rafiki.control.machine.Event.ClosedWindow;
import io.rafiki.control.machine.Event.Sampled;
import io.rafiki.control.machine.LoopPhase;
import io.rafiki.control.machine.NodeReading;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.reason.Activity.AwaitsWindow;
import io.rafiki.control.reason.Problem.SettingsRefused;
import io.rafiki.control.reason.Problem.Stopped;
import io.rafiki.decision.Change;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.HoldReason.NoModel;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.decision.Policy;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Configuration;
import io.rafiki.learning.MeasuredEffect;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.workload.ThroughputTrend;
import io.rafiki.workload.Window;
import io.rafiki.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The steps as values, without a node, a clock or a thread. */
class ControlMachineTest {

    private static final Instant START = Instant.parse("2026-11-21T10:15:00Z");
    private static final NodeReading NODE = new NodeReading(
            List.of(),
            1,
            List.of(),
            List.of(),
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            new AwaitsWindow(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(10), 0, 1_000));

    private static final List<Mode> MODES = List.of(Mode.values());

    private ControlMachine machine;
    private ControlState state;

    @BeforeEach
    void machine(@TempDir Path folder) throws Exception {
        GuardrailConfig limits = new Rig(folder).limits();
        machine = new ControlMachine(new Policy(limits), ZoneOffset.UTC, false, Optional.empty());
        state = ControlState.initial(Mode.AUTO, NODE);
    }

    @Test
    void aStepIsPure() {
        Event event = window(1);
        Step once = machine.step(state, event);
        assertThat(machine.step(state, event)).isEqualTo(once);
        assertThat(state).isEqualTo(ControlState.initial(Mode.AUTO, NODE));
    }

    /** The limits of the operator are unknown. */
    @Test
    void afterRefusedSettingsTheModeStays(@TempDir Path folder) throws Exception {
        SettingsRefused refused = new SettingsRefused("rafiki.yaml:2: modle: unknown key.");
        machine = new ControlMachine(new Policy(new Rig(folder).limits()), ZoneOffset.UTC, false, Optional.of(refused));
        ControlState observing = ControlState.initial(Mode.OBSERVE, NODE);
        for (Mode mode : MODES) {
            Step step = machine.step(observing, new Event.SetMode(START, "alice", mode));
            assertThat(step.state().mode()).isEqualTo(Mode.OBSERVE);
            assertThat(step.effects().contains(new Effect.Refuse(refused))).isEqualTo(mode != Mode.OBSERVE);
        }
    }

    @Test
    void withoutAModelAWindowIsAHoldWithItsRecordAndItsLogLine() {
        Step step = machine.step(state, window(1));
        assertThat(step.state().phase()).isEqualTo(LoopPhase.WATCHING);
        assertThat(step.state().decisions().last().orElseThrow().reason()).isEqualTo(new NoModel());
        assertThat(step.effects())
                .hasSize(3)
                .hasAtLeastOneElementOfType(Effect.Write.class)
                .hasAtLeastOneElementOfType(Effect.Log.class)
                .hasAtLeastOneElementOfType(Effect.Reply.class);
    }

    /** The effects of a roll-out arrive during the search. */
    @Test
    void aPlanOfTheModelBeforeACorrectionIsDropped(@TempDir Path folder) throws Exception {
        Effect.Search search = searchWithModel(folder);
        measure(0.1);
        Step step = machine.step(state, searched(search));
        assertThat(step.state().phase()).isEqualTo(LoopPhase.WATCHING);
        assertThat(step.state().decided()).isEmpty();
        assertThat(step.state().pending()).isEmpty();
        assertThat(step.effects()).isEmpty();
        state = step.state();
        Effect.Search next = searchIn(machine.step(state, window(2)));
        assertThat(next.situation().model()).isEqualTo(state.model());
    }

    /** The guardrails of mode auto did not apply to the search. */
    @Test
    void aPlanOfASearchBeforeModeAutoIsDropped(@TempDir Path folder) throws Exception {
        Effect.Search search = searchWithModel(folder);
        state = machine.step(state, new Event.SetMode(START, "alice", Mode.AUTO))
                .state();
        Step step = machine.step(state, searched(search));
        assertThat(step.state().phase()).isEqualTo(LoopPhase.WATCHING);
        assertThat(step.effects()).isEmpty();
        state = step.state();
        Effect.Search next = searchIn(machine.step(state, window(2)));
        assertThat(next.situation().mode()).isEqualTo(Mode.AUTO);
    }

    @Test
    void aQuestionIsAnsweredByTheCorrectedModel(@TempDir Path folder) throws Exception {
        Effect.Search first = searchWithModel(folder);
        Step kept = machine.step(state, searched(first));
        assertThat(kept.state().pending()).isPresent();
        state = kept.state();
        Effect.Search asked = searchIn(machine.step(state, new Event.Propose(START, "alice")));
        measure(0.2);
        Effect.Search again = searchIn(machine.step(state, searched(asked)));
        assertThat(again.situation().asked()).isTrue();
        assertThat(again.situation().model()).isEqualTo(state.model());
    }

    /** The search of the first window in mode approve, in which a plan becomes the pending proposal. */
    private Effect.Search searchWithModel(Path folder) throws Exception {
        LoadedModel model = new Rig(folder).model(Path.of("model.zip"));
        state = machine.step(
                        ControlState.initial(Mode.APPROVE, NODE), new Event.ModelLoaded(START, model, Optional.empty()))
                .state();
        return searchIn(machine.step(state, window(1)));
    }

    private Effect.Search searchIn(Step step) {
        state = step.state();
        assertThat(state.phase()).isEqualTo(LoopPhase.SEARCHING);
        return step.effects().stream()
                .filter(Effect.Search.class::isInstance)
                .map(Effect.Search.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private void measure(double effect) {
        MeasuredEffect measured = new MeasuredEffect(Workload.ofReadRatio(0.5), Map.of(), Map.of(), effect, 0.02);
        state = machine.step(state, new Event.EffectsMeasured(START, List.of(measured)))
                .state();
    }

    private Event.Searched searched(Effect.Search search) {
        Configuration from = state.model().orElseThrow().space().defaults();
        Plan plan = new Plan(
                from,
                from.with("concurrent_writes", 64),
                List.of(new Change("concurrent_writes", 32L, 64L, ChangeCost.INSTANT)),
                Workload.ofReadRatio(0.5),
                new RelativeGain(0.2, 0.01));
        return new Event.Searched(
                START.plusSeconds(60),
                search.situation(),
                NODE,
                Optional.of(plan),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                false,
                false);
    }

    @Test
    void aStopTakesEffectInTheStepItself() {
        Step step = machine.step(state, new Event.Stop(START, "alice"));
        assertThat(step.state().phase()).isEqualTo(LoopPhase.STOPPING);
        assertThat(step.state().stopped()).contains(new Stopped("alice"));
        Step ended = machine.step(step.state(), new Event.StopPrepared(START, List.of(), List.of()));
        assertThat(ended.state().phase()).isEqualTo(LoopPhase.STOPPED);
    }

    @Test
    void aStopWhosePreparationFailsIsLoggedAndStopsTheLoop() {
        Step stop = machine.step(state, new Event.Stop(START, "alice"));
        Step failed = machine.step(stop.state(), new Event.EffectFailed(START, new Effect.PrepareStop(), "broken"));
        assertThat(failed.state().phase()).isEqualTo(LoopPhase.STOPPED);
        assertThat(failed.effects()).singleElement().isInstanceOfSatisfying(Effect.Log.class, log -> {
            assertThat(log.level()).isEqualTo(Level.WARN);
            assertThat(log.line()).endsWith("broken");
        });
    }

    @Test
    void threeErrorsWithinTenMinutesDisableTheLoop() {
        for (int i = 0; i < 3; i++) {
            assertThat(state.phase()).isEqualTo(LoopPhase.WATCHING);
            state = machine.step(state, new Event.TickFailed(START.plusSeconds(i), "broken"))
                    .state();
        }
        assertThat(state.phase()).isEqualTo(LoopPhase.DISABLED);
        state = machine.step(state, new Event.Resume(START, "alice")).state();
        assertThat(state.phase()).isEqualTo(LoopPhase.WATCHING);
    }

    /** Commands, windows and errors in any order: each step is valid, and each question is answered. */
    @Test
    void noSequenceOfCommandsAndWindowsIsInvalid() {
        long seed = 3;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            Instant at = START.plusSeconds(i);
            Event event =
                    switch (random.nextInt(9)) {
                        case 0 -> new Event.Pause(at, "alice", "a look");
                        case 1 -> new Event.Resume(at, "alice");
                        case 2 -> new Event.Stop(at, "alice");
                        case 3 -> new Event.SetMode(at, "alice", MODES.get(random.nextInt(MODES.size())));
                        case 4 -> new Event.Propose(at, "alice");
                        case 5 -> new Event.ApplyProposal(at, "alice", "d1", Optional.empty(), NODE, Optional.empty());
                        case 6 -> new Event.UndoChange(at, "alice", Optional.empty());
                        case 7 -> new Event.TickFailed(at, "broken");
                        default -> window(i);
                    };
            Step step = machine.step(state, event);
            boolean answers = step.effects().stream()
                    .anyMatch(effect -> effect instanceof Effect.Reply || effect instanceof Effect.Refuse);
            boolean asks = event instanceof Event.Propose
                    || event instanceof Event.ApplyProposal
                    || event instanceof Event.UndoChange;
            assertThat(answers || !asks)
                    .as("step %d, %s, seed %d", i, event, seed)
                    .isTrue();
            state = step.state();
            if (step.effects().stream().anyMatch(Effect.PrepareStop.class::isInstance)) {
                state = machine.step(state, new Event.StopPrepared(at, List.of(), List.of()))
                        .state();
            }
            assertThat(state.phase().isResting()).isTrue();
        }
    }

    private static Sampled window(int index) {
        Instant from = START.plusSeconds(10L * index);
        Window closed = new Window(
                from, Duration.ofSeconds(10), 5_000, 5_000, 0, 1, ThroughputTrend.even(1_000), Optional.empty());
        return new Sampled(
                from.plusSeconds(10),
                NODE,
                Optional.of(new ClosedWindow(closed, false, Optional.empty(), Optional.empty())));
    }
}
