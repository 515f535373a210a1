package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.surrogate.Prediction;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.surrogate.TrainingDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What the model predicts over the range of one knob: with the others as in a chosen configuration, and on average over configurations
 * that cover the space (partial dependence, Friedman 2001).
 *
 * @param knob its name
 * @param chosen its value in the chosen configuration
 * @param values at which it was asked, ascending; the chosen one is among them
 */
public record PartialDependence(String knob, Object chosen, List<At> values) {

    private static final int NUMBERS = 9;

    /**
     * The prediction at one value.
     *
     * @param value of the knob
     * @param number whether it is a number in the range, and no choice or special value
     * @param predicted with the other knobs as chosen
     * @param gain over the chosen value, the other knobs as chosen
     * @param averaged over the covering configurations
     */
    public record At(Object value, boolean number, Prediction predicted, RelativeGain gain, Prediction averaged) {

        /** Whether the value differs from the chosen one by more than the model cannot tell. */
        public boolean isDistinguishable() {
            return Math.abs(gain.mean()) > gain.deviation();
        }
    }

    public PartialDependence {
        values = List.copyOf(values);
    }

    static PartialDependence of(
            PointPredictor probe, Configuration chosen, int index, TrainingDomain.Seen seen, List<double[]> covering) {
        Knob knob = chosen.space().knob(index);
        double[] codes = KnobGrid.codes(chosen, index, seen, NUMBERS);
        if (Arrays.stream(codes).noneMatch(code -> code == chosen.code(index))) {
            codes = Arrays.copyOf(codes, codes.length + 1);
            codes[codes.length - 1] = chosen.code(index);
            Arrays.sort(codes);
        }
        List<At> values = new ArrayList<>();
        for (double code : codes) {
            Configuration with = new Configuration(chosen.space(), with(chosen.codes(), index, code));
            Prediction averaged = probe.ask(covering.stream()
                            .map(row -> with(row.clone(), index, code))
                            .toList())
                    .of(predictions -> Arrays.stream(predictions).average().orElseThrow());
            values.add(new At(
                    knob.value(code),
                    knob.isNumber(code),
                    probe.model().predict(probe.workload(), with),
                    probe.model().gain(probe.workload(), chosen, with),
                    averaged));
        }
        return new PartialDependence(knob.name(), knob.value(chosen.code(index)), values);
    }

    /** The value with the least prediction, the others as chosen. */
    public At lowest() {
        return values.stream().min(byPrediction()).orElseThrow();
    }

    /** The value with the greatest prediction, the others as chosen. */
    public At highest() {
        return values.stream().max(byPrediction()).orElseThrow();
    }

    /** Whether any value differs from the chosen one by more than the model cannot tell. */
    public boolean isDistinguishable() {
        return values.stream().anyMatch(At::isDistinguishable);
    }

    private static Comparator<At> byPrediction() {
        return Comparator.comparingDouble(at -> at.predicted().mean());
    }

    private static double[] with(double[] codes, int index, double code) {
        codes[index] = code;
        return codes;
    }
}
