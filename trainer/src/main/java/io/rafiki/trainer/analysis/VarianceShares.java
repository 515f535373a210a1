package io.rafiki.trainer.analysis;

import io.rafiki.knob.KnobSpace;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Prediction;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The share of each knob in the variance of a model's predictions over the training domain: Sobol's indices, by the estimators of Saltelli et al. (2010), Table 2 (b) and (f).
 *
 * <p>Each estimate mixes two configurations: all values of the one, except for the knob's value of the other. A mix that violates a
 * constraint is left out.
 *
 * @param workload the workload
 * @param variation standard deviation of the predictions, as a share of their mean
 * @param knobs share of each knob, in the order of the space
 */
public record VarianceShares(Workload workload, Prediction variation, List<Share> knobs) {

    /** The number of configurations, unless the training domain has fewer. */
    static final int COVERING = 2_048;

    private static final long SEED = 1;

    /**
     * The share of one knob.
     *
     * @param knob its name
     * @param alone share of the variance that the knob causes alone: the variance of its averaged effect
     * @param total share with its interactions: what remains if only this knob varies, averaged over the others
     */
    public record Share(String knob, Prediction alone, Prediction total) {}

    /**
     * One mix of two configurations.
     *
     * @param first index of the configuration with all other values
     * @param second index of the configuration with the knob's value
     * @param mixed index of the mix
     */
    private record Mix(int first, int second, int mixed) {}

    /** Mean and variance of the covering configurations' predictions. */
    private record Moments(double mean, double variance) {

        static Moments of(double[] predictions, int covering) {
            double mean = IntStream.range(0, covering)
                    .mapToDouble(i -> predictions[i])
                    .average()
                    .orElseThrow();
            return new Moments(
                    mean,
                    IntStream.range(0, covering)
                            .mapToDouble(i -> (predictions[i] - mean) * (predictions[i] - mean))
                            .average()
                            .orElseThrow());
        }

        /** A part of the variance as a share; estimates of a share close to 0 or 1 can be outside. */
        double share(double part) {
            return variance > 0 ? Math.min(1, Math.max(0, part / variance)) : 0;
        }

        double variation() {
            return Math.sqrt(variance) / Math.abs(mean);
        }
    }

    public VarianceShares {
        knobs = List.copyOf(knobs);
    }

    /** The shares at each compared workload. */
    static Finding<List<VarianceShares>> of(ModelBundle model) {
        if (CoveringConfigurations.of(model.space(), model.envelope(), 2).size() < 2) {
            return Finding.omitted(Omission.insufficient("the training domain has fewer than two configurations."));
        }
        return Finding.of(ComparedWorkloads.of(model.envelope()).stream()
                .map(workload -> of(model.ensemble(), model.envelope(), workload))
                .toList());
    }

    /** @param seen the training domain, with at least two configurations */
    static VarianceShares of(Surrogate model, TrainingDomain seen, Workload workload) {
        KnobSpace space = model.space();
        List<double[]> rows = new ArrayList<>(CoveringConfigurations.of(space, seen, COVERING));
        int covering = rows.size();
        List<Integer> partners =
                new ArrayList<>(IntStream.range(0, covering).boxed().toList());
        Collections.shuffle(partners, new Random(SEED));
        List<List<Mix>> mixes = new ArrayList<>();
        for (int k = 0; k < space.size(); k++) {
            mixes.add(mixes(space, k, partners, rows));
        }
        EnsemblePrediction predictions = new PointPredictor(model, workload).ask(rows);
        return new VarianceShares(
                workload,
                predictions.of(all -> Moments.of(all, covering).variation()),
                IntStream.range(0, space.size())
                        .mapToObj(k -> new Share(
                                space.knob(k).name(),
                                predictions.of(all -> alone(all, mixes.get(k), Moments.of(all, covering))),
                                predictions.of(all -> total(all, mixes.get(k), Moments.of(all, covering)))))
                        .toList());
    }

    /**
     * The mixes for one knob. Few configurations are paired several times, at most each with each.
     *
     * @param partners second configuration of each first one
     * @param rows the covering configurations; the mixes are appended
     */
    private static List<Mix> mixes(KnobSpace space, int knob, List<Integer> partners, List<double[]> rows) {
        int covering = partners.size();
        int pairs = covering * Math.min(covering, (COVERING + covering - 1) / covering);
        List<Mix> mixes = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            int first = pair % covering;
            int second = partners.get((first + pair / covering) % covering);
            double[] mixed = rows.get(first).clone();
            mixed[knob] = rows.get(second)[knob];
            if (space.broken(mixed).isEmpty()) {
                mixes.add(new Mix(first, second, rows.size()));
                rows.add(mixed);
            }
        }
        return mixes;
    }

    private static double alone(double[] predictions, List<Mix> mixes, Moments moments) {
        return moments.share(mixes.stream()
                .mapToDouble(mix -> (predictions[mix.second()] - moments.mean())
                        * (predictions[mix.mixed()] - predictions[mix.first()]))
                .average()
                .orElse(0));
    }

    private static double total(double[] predictions, List<Mix> mixes, Moments moments) {
        return moments.share(mixes.stream()
                .mapToDouble(mix -> Math.pow(predictions[mix.mixed()] - predictions[mix.first()], 2) / 2)
                .average()
                .orElse(0));
    }
}
