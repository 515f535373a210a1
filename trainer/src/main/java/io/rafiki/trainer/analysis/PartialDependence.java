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
 * The predictions over the range of one knob: with the other knobs as in a chosen configuration, and averaged over configurations that
 * cover the space (partial dependence, Friedman 2001).
 *
 * @param knob its name
 * @param chosen its value in the chosen configuration
 * @param values predictions by value, ascending, including the chosen one
 */
public record PartialDependence(String knob, Object chosen, List<At> values) {

    private static final int NUMBERS = 9;

    /**
     * The prediction at one value.
     *
     * @param value value of the knob
     * @param number whether it is a number in the range, not a choice or special value
     * @param predicted prediction with the other knobs as chosen
     * @param gain gain over the chosen value, with the other knobs as chosen
     * @param averaged average over the covering configurations that satisfy the constraints with this value
     */
    public record At(Object value, boolean number, Prediction predicted, RelativeGain gain, Prediction averaged) {

        /** Whether the difference to the chosen value exceeds its deviation. */
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
            List<double[]> permitted = covering.stream()
                    .map(row -> with(row.clone(), index, code))
                    .filter(row -> chosen.space().broken(row).isEmpty())
                    .toList();
            Prediction averaged = probe.ask(permitted.isEmpty() ? List.of(with.codes()) : permitted)
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

    /** Whether the difference of any value to the chosen one exceeds its deviation. */
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
