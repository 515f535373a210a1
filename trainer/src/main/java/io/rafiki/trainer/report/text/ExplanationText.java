package io.rafiki.trainer.report.text;

import io.rafiki.trainer.analysis.Explanation;
import io.rafiki.trainer.analysis.GainAblation;
import io.rafiki.trainer.analysis.Interaction;
import io.rafiki.trainer.analysis.PartialDependence;
import io.rafiki.trainer.format.HumanUnits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** An explanation in sentences, one idea each. */
final class ExplanationText {

    /** The remark on an effect that the model cannot tell from none. */
    static final String INDISTINGUISHABLE = "not distinguishable from no effect";

    private static final double LITTLE = 0.01;
    private static final double MOST = 0.5;

    private final Explanation explanation;

    private ExplanationText(Explanation explanation) {
        this.explanation = explanation;
    }

    static List<String> of(Explanation explanation) {
        return new ExplanationText(explanation).all();
    }

    private List<String> all() {
        List<String> sentences = new ArrayList<>();
        List<GainAblation.Step> steps = explanation.path().steps();
        steps.forEach(step -> sentences.add(step(step)));
        if (steps.size() > 1) {
            sentences.add("Together: "
                    + HumanUnits.gain(steps.get(steps.size() - 1).total()) + ", the product of the steps.");
        }
        unchanged().ifPresent(sentences::add);
        idle().ifPresent(sentences::add);
        sentences.add(pair());
        return sentences;
    }

    private String step(GainAblation.Step step) {
        List<String> parts = new ArrayList<>();
        if (!step.isDistinguishable()) {
            parts.add(INDISTINGUISHABLE);
        } else if (!step.isSignificant()) {
            parts.add("uncertain");
        }
        if (step.isDistinguishable() && explanation.path().steps().size() > 1 && share(step) >= MOST) {
            parts.add("most of the gain");
        } else if (step.gain().mean() < 0
                && step.after().deviation() < step.before().deviation()) {
            parts.add("accepted for a more certain prediction");
        }
        around(step).ifPresent(parts::add);
        return step.knob() + " " + step.from() + " -> " + step.to() + ": " + HumanUnits.gain(step.gain())
                + parts.stream().map(part -> "; " + part).collect(Collectors.joining()) + ".";
    }

    /** The step's share of the gain of all steps that gain, on the logarithmic scale, on which gains add up. */
    private double share(GainAblation.Step step) {
        double all = explanation.path().steps().stream()
                .mapToDouble(other -> Math.max(0, Math.log1p(other.gain().mean())))
                .sum();
        return all > 0 ? Math.log1p(step.gain().mean()) / all : 0;
    }

    /** The prediction beyond the new value; for a choice, at the next best one. */
    private Optional<String> around(GainAblation.Step step) {
        PartialDependence dependence = explanation.knobs().stream()
                .filter(knob -> knob.knob().equals(step.knob()))
                .findFirst()
                .orElseThrow();
        List<PartialDependence.At> values = dependence.values();
        int here = index(values, step.to());
        if (!values.get(here).number()) {
            return values.stream()
                    .filter(at -> !at.value().equals(step.to()))
                    .max(Comparator.comparingDouble(at -> at.predicted().mean()))
                    .map(at -> "next best: " + at.value() + " (" + HumanUnits.gain(at.gain()) + ")");
        }
        boolean up = !(step.from() instanceof Number from
                && step.to() instanceof Number to
                && from.doubleValue() > to.doubleValue());
        List<PartialDependence.At> beyond = (up ? values.subList(here + 1, values.size()) : values.subList(0, here))
                .stream().filter(PartialDependence.At::number).toList();
        return Optional.of(beyond.isEmpty() ? "the end of the tried range" : beyond(beyond, up, step.to()));
    }

    private static String beyond(List<PartialDependence.At> beyond, boolean up, Object value) {
        String where = (up ? " above " : " below ") + value;
        PartialDependence.At greatest = beyond.stream()
                .max(Comparator.comparingDouble(at -> at.gain().mean()))
                .orElseThrow();
        PartialDependence.At end = beyond.get(up ? beyond.size() - 1 : 0);
        if (greatest.gain().mean() > LITTLE) {
            return (greatest.isDistinguishable() ? "more" : "perhaps more") + where + " ("
                    + HumanUnits.gain(greatest.gain()) + " at " + greatest.value() + "), with less certainty";
        }
        if (end.gain().mean() < -LITTLE) {
            return (end.isDistinguishable() ? "less" : "perhaps less") + where + " (" + HumanUnits.gain(end.gain())
                    + " at " + end.value() + ")";
        }
        return "nearly the same" + where;
    }

    private Optional<String> unchanged() {
        List<String> moved =
                explanation.path().steps().stream().map(GainAblation.Step::knob).toList();
        String left = explanation.knobs().stream()
                .filter(knob -> !moved.contains(knob.knob()))
                .map(knob -> knob.knob() + " (" + knob.chosen() + ")")
                .collect(Collectors.joining(", "));
        return left.isEmpty() ? Optional.empty() : Optional.of("Unchanged: " + left + ".");
    }

    private Optional<String> idle() {
        String idle = explanation.knobs().stream()
                .filter(knob -> !knob.isDistinguishable())
                .map(PartialDependence::knob)
                .collect(Collectors.joining(", "));
        return idle.isEmpty() ? Optional.empty() : Optional.of("At any value " + INDISTINGUISHABLE + ": " + idle + ".");
    }

    private String pair() {
        Optional<Interaction> strongest = explanation.interactions().stream()
                .filter(Interaction::isDistinguishable)
                .findFirst();
        if (strongest.isEmpty()) {
            return "No interaction between two knobs is distinguishable from the model's uncertainty.";
        }
        Interaction pair = strongest.get();
        return pair.first() + " and " + pair.second() + " interact most (" + HumanUnits.percent(pair.strength())
                + " +/- " + HumanUnits.percent(pair.deviation()) + " of the throughput): " + bests(pair) + ".";
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

    private static int index(List<PartialDependence.At> values, Object value) {
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).value().equals(value)) {
                return i;
            }
        }
        return -1;
    }
}
