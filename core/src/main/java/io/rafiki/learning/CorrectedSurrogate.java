package io.rafiki.learning;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.MemberPredictions;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;
import java.util.Arrays;
import java.util.List;

/**
 * A surrogate with other weights of its members, without the error that they share. Each prediction is multiplied by
 * {@code exp(sum of (w - 1/n) log(member) + discrepancy)}.
 */
final class CorrectedSurrogate implements Surrogate {

    private final Surrogate model;
    private final List<Double> weights;
    private final Discrepancy discrepancy;
    private final double widening;
    private double[] logarithms = new double[0];
    private double[][] members;

    /**
     * @param weights of the members of the model; their sum is 1
     * @param widening factor for the deviations
     */
    CorrectedSurrogate(Surrogate model, List<Double> weights, Discrepancy discrepancy, double widening) {
        this.model = model;
        this.weights = List.copyOf(weights);
        this.discrepancy = discrepancy;
        this.widening = widening;
        this.members = new double[weights.size()][0];
    }

    /** The logarithm of a throughput; less than one operation per second counts as one. */
    static double logarithm(double throughput) {
        return Math.log(Math.max(1, throughput));
    }

    @Override
    public KnobSpace space() {
        return model.space();
    }

    @Override
    public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
        correct(workload, codes, n, mean, deviation);
        for (int i = 0; i < n; i++) {
            double factor = Math.exp(logarithms[i]);
            mean[i] *= factor;
            deviation[i] *= factor * widening;
        }
    }

    @Override
    public RelativeGain gain(Workload workload, Configuration from, Configuration to) {
        RelativeGain gain = model.gain(workload, from, to);
        int knobs = space().size();
        double[] codes = Arrays.copyOf(from.codes(), 2 * knobs);
        System.arraycopy(to.codes(), 0, codes, knobs, knobs);
        correct(workload, codes, 2, new double[2], new double[2]);
        double factor = Math.exp(logarithms[1] - logarithms[0]);
        return new RelativeGain((1 + gain.mean()) * factor - 1, gain.deviation() * factor * widening);
    }

    /** Predicts without the corrections, and fills {@code logarithms} with the corrections of {@code n} configurations. */
    private void correct(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
        if (logarithms.length < n) {
            logarithms = new double[n];
            members = new double[weights.size()][n];
        }
        model.predict(workload, codes, n, mean, deviation, members);
        int knobs = space().size();
        for (int i = 0; i < n; i++) {
            logarithms[i] = discrepancy.at(workload, codes, i * knobs);
        }
        for (int m = 0; m < members.length; m++) {
            double more = weights.get(m) - 1.0 / weights.size();
            for (int i = 0; i < n; i++) {
                logarithms[i] += more * logarithm(members[m][i]);
            }
        }
    }

    @Override
    public List<Surrogate> members() {
        return model.members();
    }

    @Override
    public MemberPredictions memberPredictions(Workload workload, Configuration configuration) {
        return model.memberPredictions(workload, configuration);
    }

    @Override
    public Surrogate copy() {
        return new CorrectedSurrogate(model.copy(), weights, discrepancy, widening);
    }
}
