package io.rafiki.agent.console;

import io.rafiki.control.DecisionRecord;
import io.rafiki.control.KnobState;
import io.rafiki.control.TunerStatus;
import io.rafiki.decision.Mode;
import io.rafiki.workload.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The numbers of the console: the words of the MBean, for graphs and alarms. */
public final class ConsoleGauges {

    /** An exporter that asks for every metric of a node each few seconds pays for each. */
    public static final int MOST = 60;

    /** The name of the numbers that there is one of for each knob. */
    public static final String KNOB = "KnobValue";

    private static final List<Mode> MODES = List.of(Mode.values());

    private static final List<ConsoleGauge> OF_THE_TUNER = List.of(
            number("Mode", "0 observe, 1 advise, 2 approve, 3 auto", status -> MODES.indexOf(status.mode())),
            number("TickErrors", "Ticks that failed since the start", TunerStatus::faults),
            number("Decisions", "Decisions since the start; a hold that goes on is one", TunerStatus::decisions),
            number("PlansApplied", "Plans that were applied and read back since the start", TunerStatus::applied),
            number(
                    "ReadBackFailures",
                    "Plans that were begun and had to be undone since the start",
                    status -> status.readBackFailures()),
            number(
                    "WindowValid",
                    "1 if the last window may be decided upon, 0 if not",
                    window(window -> window.valid() ? 1 : 0)),
            number("LastDecision", "Number of the last decision: 43 for d43", decided(DecisionRecord::number)),
            number(
                    "Holding",
                    "1 if the last decision was to hold, 0 if not",
                    decided(decided -> decided.kind().equals("hold") ? 1 : 0)),
            number(
                    "GainPercent",
                    "Gain predicted by the last proposal or apply",
                    status -> predicted(status, DecisionRecord::gainPercent)),
            number(
                    "GainDeviationPercent",
                    "Standard deviation of that gain",
                    status -> predicted(status, DecisionRecord::gainDeviationPercent)),
            number(
                    "ProposalPending",
                    "1 if a proposal waits for apply, 0 if not",
                    status -> status.pending().isPresent() ? 1 : 0),
            number(
                    "Rewriting",
                    "1 while the node rewrites data because of a change, 0 otherwise",
                    status -> status.rewriting().isPresent() ? 1 : 0),
            number(
                    "ModelLoaded",
                    "1 if a model is loaded, 0 if not",
                    status -> status.model().isEmpty() ? 0 : 1),
            number(
                    "ModelCompatible",
                    "1 if the model was trained on this kind of node, 0 if not",
                    status -> status.model()
                                    .getOrDefault("mismatches", "none is loaded")
                                    .isEmpty()
                            ? 1
                            : 0),
            number(
                    "KnobsTuned",
                    "Knobs that hold what the tuner has put there",
                    status -> (double) status.past().knobs().stream()
                            .filter(knob ->
                                    knob.ours().filter(knob.live()::equals).isPresent())
                            .count()),
            number(
                    "KnobsChangedExternally",
                    "Knobs that somebody else has set since the start",
                    status -> (double) status.past().knobs().stream()
                            .filter(knob -> knob.setBy().equals("not rafiki"))
                            .count()));

    private ConsoleGauges() {}

    /**
     * The numbers of a tuner, at most {@link #MOST}.
     *
     * @param knobs names of the knobs that can be read live
     * @param now the clock of the age
     */
    public static List<ConsoleGauge> of(List<String> knobs, Supplier<Instant> now) {
        List<ConsoleGauge> numbers = new ArrayList<>(OF_THE_TUNER);
        for (WindowMetric figure : WindowMetric.ALL) {
            numbers.add(number(figure.metric(), figure.description(), window(figure.value())));
        }
        numbers.add(number(
                "StatusAgeSeconds",
                "Time since the tuner last published its state; more than a few samples means that it hangs",
                status -> Duration.between(status.past().at(), now.get()).toMillis() / 1e3));
        for (String knob : knobs) {
            if (numbers.size() < MOST) {
                numbers.add(new ConsoleGauge(
                        KNOB,
                        knob,
                        "What the knob holds; for a choice, its place among the catalogue's from 0",
                        status -> live(status, knob)));
            }
        }
        return numbers;
    }

    private static double live(TunerStatus status, String knob) {
        return status.past().knobs().stream()
                .filter(state -> state.knob().equals(knob))
                .mapToDouble(KnobState::number)
                .findFirst()
                .orElse(Double.NaN);
    }

    private static double predicted(TunerStatus status, ToDoubleFunction<DecisionRecord> part) {
        List<DecisionRecord> decisions = status.past().decisions();
        for (int i = decisions.size() - 1; i >= 0; i--) {
            if (Double.isFinite(decisions.get(i).gainPercent())) {
                return part.applyAsDouble(decisions.get(i));
            }
        }
        return Double.NaN;
    }

    private static ToDoubleFunction<TunerStatus> window(ToDoubleFunction<Window> part) {
        return status -> status.window().map(part::applyAsDouble).orElse(Double.NaN);
    }

    private static ToDoubleFunction<TunerStatus> decided(ToDoubleFunction<DecisionRecord> part) {
        return status -> status.last().map(part::applyAsDouble).orElse(Double.NaN);
    }

    private static ConsoleGauge number(String name, String description, ToDoubleFunction<TunerStatus> value) {
        return new ConsoleGauge(name, "", description, value);
    }
}
