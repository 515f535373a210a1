package io.rafiki.trainer.advice;

import io.rafiki.surrogate.Gain;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** An explanation in sentences, one idea each. */
final class Sentences {

    /** What is said of an effect that the model cannot tell from none. */
    static final String INDISTINGUISHABLE = "not distinguishable from no effect";

    private static final double LITTLE = 0.01;
    private static final double MOST = 0.5;

    private final Explanation explanation;

    private Sentences(Explanation explanation) {
        this.explanation = explanation;
    }

    static List<String> of(Explanation explanation) {
        return new Sentences(explanation).all();
    }

    /** {@code +4.1 % +/- 2.0 %}. */
    static String text(Gain gain) {
        return String.format(Locale.ROOT, "%+.1f %% +/- %.1f %%", 100 * gain.mean(), 100 * gain.deviation());
    }

    private List<String> all() {
        List<String> sentences = new ArrayList<>();
        List<GainPath.Step> steps = explanation.path().steps();
        steps.forEach(step -> sentences.add(step(step)));
        if (steps.size() > 1) {
            sentences.add(
                    "Together: " + text(steps.get(steps.size() - 1).total()) + "; the steps' factors multiply to it.");
        }
        unchanged().ifPresent(sentences::add);
        idle().ifPresent(sentences::add);
        sentences.add(pair());
        return sentences;
    }

    private String step(GainPath.Step step) {
        List<String> parts = new ArrayList<>();
        if (!step.isDistinguishable()) {
            parts.add(INDISTINGUISHABLE);
        } else if (!step.isSure()) {
            parts.add("uncertain");
        }
        if (step.isDistinguishable() && explanation.path().steps().size() > 1 && share(step) >= MOST) {
            parts.add("most of the gain");
        } else if (step.gain().mean() < 0
                && step.after().deviation() < step.before().deviation()) {
            parts.add("given up for a surer prediction");
        }
        around(step).ifPresent(parts::add);
        return step.knob() + " " + step.from() + " -> " + step.to() + ": " + text(step.gain())
                + parts.stream().map(part -> "; " + part).collect(Collectors.joining()) + ".";
    }

    /** The step's share of what all steps that gain do gain, on the scale on which gains add up. */
    private double share(GainPath.Step step) {
        double all = explanation.path().steps().stream()
                .mapToDouble(other -> Math.max(0, Math.log1p(other.gain().mean())))
                .sum();
        return all > 0 ? Math.log1p(step.gain().mean()) / all : 0;
    }

    /** What lies beyond the step, or beside it. */
    private Optional<String> around(GainPath.Step step) {
        Dependence dependence = explanation.knobs().stream()
                .filter(knob -> knob.knob().equals(step.knob()))
                .findFirst()
                .orElseThrow();
        List<Dependence.At> values = dependence.values();
        int here = index(values, step.to());
        if (!values.get(here).number()) {
            return values.stream()
                    .filter(at -> !at.value().equals(step.to()))
                    .max(Comparator.comparingDouble(at -> at.predicted().mean()))
                    .map(at -> "next best is " + at.value() + ", " + text(at.gain()) + " against it");
        }
        boolean up = !(step.from() instanceof Number from
                && step.to() instanceof Number to
                && from.doubleValue() > to.doubleValue());
        List<Dependence.At> beyond = (up ? values.subList(here + 1, values.size()) : values.subList(0, here))
                .stream().filter(Dependence.At::number).toList();
        return Optional.of(beyond.isEmpty() ? "the end of what was tried" : beyond(beyond, up, step.to()));
    }

    private static String beyond(List<Dependence.At> beyond, boolean up, Object value) {
        String where = (up ? " above " : " below ") + value;
        Dependence.At greatest = beyond.stream()
                .max(Comparator.comparingDouble(at -> at.gain().mean()))
                .orElseThrow();
        Dependence.At end = beyond.get(up ? beyond.size() - 1 : 0);
        if (greatest.gain().mean() > LITTLE) {
            return (greatest.isDistinguishable() ? "more" : "perhaps more") + where + " (" + text(greatest.gain())
                    + " at " + greatest.value() + "), but less surely";
        }
        if (end.gain().mean() < -LITTLE) {
            return (end.isDistinguishable() ? "less" : "perhaps less") + where + " (" + text(end.gain()) + " at "
                    + end.value() + ")";
        }
        return "little more" + where;
    }

    private Optional<String> unchanged() {
        List<String> moved =
                explanation.path().steps().stream().map(GainPath.Step::knob).toList();
        String left = explanation.knobs().stream()
                .filter(knob -> !moved.contains(knob.knob()))
                .map(knob -> knob.knob() + " (" + knob.chosen() + ")")
                .collect(Collectors.joining(", "));
        return left.isEmpty() ? Optional.empty() : Optional.of("Left as they are: " + left + ".");
    }

    private Optional<String> idle() {
        String idle = explanation.knobs().stream()
                .filter(knob -> !knob.isDistinguishable())
                .map(Dependence::knob)
                .collect(Collectors.joining(", "));
        return idle.isEmpty()
                ? Optional.empty()
                : Optional.of("Whatever their value, " + INDISTINGUISHABLE + " here: " + idle + ".");
    }

    private String pair() {
        Optional<Interaction> strongest = explanation.interactions().stream()
                .filter(Interaction::isDistinguishable)
                .findFirst();
        if (strongest.isEmpty()) {
            return "No two knobs are seen to depend on each other: what the tables show is within what the model cannot"
                    + " tell.";
        }
        Interaction pair = strongest.get();
        return String.format(
                Locale.ROOT,
                "%s and %s depend on each other most (%.1f %% +/- %.1f %% of the throughput): %s.",
                pair.first(),
                pair.second(),
                100 * pair.strength(),
                100 * pair.deviation(),
                bests(pair));
    }

    /** The best second value for the first and for the last of the first's values. */
    private static String bests(Interaction pair) {
        List<String> bests = new ArrayList<>();
        for (int row : List.of(0, pair.rows().size() - 1)) {
            List<Double> cells = pair.predicted().get(row);
            int best = 0;
            for (int c = 1; c < cells.size(); c++) {
                best = cells.get(c) > cells.get(best) ? c : best;
            }
            bests.add("with " + pair.first() + " " + pair.rows().get(row) + " the best " + pair.second() + " is "
                    + pair.columns().get(best));
        }
        return String.join(", ", bests);
    }

    private static int index(List<Dependence.At> values, Object value) {
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).value().equals(value)) {
                return i;
            }
        }
        return -1;
    }
}
