package io.rafiki.agent.console;

import io.rafiki.decision.Mode;
import io.rafiki.workload.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The numbers of the console: the words of the MBean, for graphs and alarms. */
public final class ShownNumbers {

    /** An exporter that asks for every metric of a node each few seconds pays for each. */
    public static final int MOST = 60;

    /** The name of the numbers that there is one of for each knob. */
    public static final String KNOB = "Live";

    private static final List<Mode> MODES = List.of(Mode.values());

    private static final List<ShownNumber> OF_THE_TUNER = List.of(
            number("Mode", "0 observe, 1 advise, 2 approve, 3 auto", status -> MODES.indexOf(status.mode())),
            number("Faults", "Ticks that failed since the start", Status::faults),
            number("Decisions", "Decisions since the start; a hold that goes on is one", Status::decisions),
            number("Applied", "Plans that were applied and read back since the start", Status::applied),
            number(
                    "ReadBackFailures",
                    "Plans that were begun and had to be undone since the start",
                    status -> status.readBackFailures()),
            number(
                    "WindowValid",
                    "1 if the last window may be decided upon, 0 if not",
                    window(window -> window.valid() ? 1 : 0)),
            number("LastDecision", "Number of the last decision: 43 for d43", decided(Decided::number)),
            number(
                    "Holding",
                    "1 if the last decision was to hold, 0 if not",
                    decided(decided -> decided.kind().equals("hold") ? 1 : 0)),
            number(
                    "GainPercent",
                    "Gain predicted by the last proposal or apply",
                    status -> predicted(status, Decided::gainPercent)),
            number(
                    "GainDeviationPercent",
                    "Standard deviation of that gain",
                    status -> predicted(status, Decided::gainDeviationPercent)),
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
                    "ModelFits",
                    "1 if the model was trained on this kind of node, 0 if not",
                    status -> status.model()
                                    .getOrDefault("mismatches", "none is loaded")
                                    .isEmpty()
                            ? 1
                            : 0),
            number(
                    "KnobsOurs",
                    "Knobs that hold what the tuner has put there",
                    status -> (double) status.past().knobs().stream()
                            .filter(knob ->
                                    knob.ours().filter(knob.live()::equals).isPresent())
                            .count()),
            number(
                    "KnobsForeign",
                    "Knobs that somebody else has set since the start",
                    status -> (double) status.past().knobs().stream()
                            .filter(knob -> knob.setBy().equals("not rafiki"))
                            .count()));

    private ShownNumbers() {}

    /**
     * The numbers of a tuner, at most {@link #MOST}.
     *
     * @param knobs names of the knobs that can be read live
     * @param now the clock of the age
     */
    public static List<ShownNumber> of(List<String> knobs, Supplier<Instant> now) {
        List<ShownNumber> numbers = new ArrayList<>(OF_THE_TUNER);
        for (WindowFigure figure : WindowFigure.ALL) {
            numbers.add(number(figure.metric(), figure.description(), window(figure.value())));
        }
        numbers.add(number(
                "AgeSeconds",
                "Time since the tuner last published its state; more than a few samples means that it hangs",
                status -> Duration.between(status.past().at(), now.get()).toMillis() / 1e3));
        for (String knob : knobs) {
            if (numbers.size() < MOST) {
                numbers.add(new ShownNumber(
                        KNOB,
                        knob,
                        "What the knob holds; for a choice, its place among the catalogue's from 0",
                        status -> live(status, knob)));
            }
        }
        return numbers;
    }

    private static double live(Status status, String knob) {
        return status.past().knobs().stream()
                .filter(state -> state.knob().equals(knob))
                .mapToDouble(KnobState::number)
                .findFirst()
                .orElse(Double.NaN);
    }

    private static double predicted(Status status, ToDoubleFunction<Decided> part) {
        List<Decided> decisions = status.past().decisions();
        for (int i = decisions.size() - 1; i >= 0; i--) {
            if (Double.isFinite(decisions.get(i).gainPercent())) {
                return part.applyAsDouble(decisions.get(i));
            }
        }
        return Double.NaN;
    }

    private static ToDoubleFunction<Status> window(ToDoubleFunction<Window> part) {
        return status -> status.window().map(part::applyAsDouble).orElse(Double.NaN);
    }

    private static ToDoubleFunction<Status> decided(ToDoubleFunction<Decided> part) {
        return status -> status.last().map(part::applyAsDouble).orElse(Double.NaN);
    }

    private static ShownNumber number(String name, String description, ToDoubleFunction<Status> value) {
        return new ShownNumber(name, "", description, value);
    }
}
