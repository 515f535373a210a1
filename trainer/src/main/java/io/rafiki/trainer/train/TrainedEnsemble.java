package io.rafiki.trainer.train;

import io.rafiki.model.ModelBundle;
import io.rafiki.model.Provenance;
import io.rafiki.surrogate.Calibration;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.EnsembleMember;
import io.rafiki.surrogate.FeatureEncoder;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.MetricModel;
import io.rafiki.trainer.statistics.ReplicateNoise;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The result of training: the networks with the least errors are kept (Rafiki §3.6.2). */
public final class TrainedEnsemble {

    /** With this number of degrees of freedom, replicates estimate the noise better than the networks. */
    private static final int ENOUGH_REPEATS = 5;

    private final TrainingData samples;
    private final FeatureEncoder encoding;
    private final TrainingConfig recipe;
    private final List<TrainedNetwork> kept;
    private final HeldOutPredictions heldOut;
    private final Calibration calibration;

    TrainedEnsemble(
            TrainingData samples, FeatureEncoder encoding, TrainingConfig recipe, List<TrainedNetwork> trained) {
        this.samples = samples;
        this.encoding = encoding;
        this.recipe = recipe;
        kept = trained.stream()
                .sorted(Comparator.comparingDouble(TrainedNetwork::error))
                .limit(recipe.toKeep())
                .toList();
        heldOut = HeldOutPredictions.of(kept, samples.values());
        calibration = recipe.usedFolds() == 0 ? noise() : heldOut.calibration(kept.size(), noise());
    }

    /**
     * The noise by replicates, otherwise by the kept networks: relative for log targets, absolute for linear ones. Held-out errors limit
     * it.
     */
    private Calibration noise() {
        ReplicateNoise repeats = samples.repeats();
        if (repeats.degrees() >= ENOUGH_REPEATS && samples.positive()) {
            return new Calibration(1, repeats.deviation(), 0);
        }
        double relative = 0;
        double absolute = 0;
        for (TrainedNetwork network : kept) {
            double noise = network.target().half() * network.fit().noise();
            relative += network.target().logarithmic() ? noise * noise : 0;
            absolute += network.target().logarithmic() ? 0 : noise * noise;
        }
        return heldOut.atMost(new Calibration(1, Math.sqrt(relative / kept.size()), Math.sqrt(absolute / kept.size())));
    }

    /** The number of trained networks. */
    public int trained() {
        return recipe.networks();
    }

    /** The number of kept networks. */
    public int size() {
        return kept.size();
    }

    List<TrainedNetwork> kept() {
        return kept;
    }

    /**
     * Whether held-out samples have configurations that the networks did not learn. With fewer than two configurations besides the baseline,
     * the networks learned other samples of the same one.
     */
    public boolean isHeldOutByConfiguration() {
        return Folds.isByConfiguration(samples);
    }

    /** Mean absolute relative error on held-out samples; 0.05 is 5 %; infinite without folds. */
    public double heldOutError() {
        return heldOut.error();
    }

    /** Half the width of the 95 % confidence interval of {@link #heldOutError}. */
    public double heldOutInterval() {
        return heldOut.halfInterval();
    }

    /**
     * Outliers: samples more than four robust deviations from their held-out predictions, the largest deviation first.
     *
     * @return index and prediction of each sample
     */
    public Map<Integer, Double> outliers() {
        Map<Integer, Double> strange = new LinkedHashMap<>();
        heldOut.outliers().forEach(sample -> strange.put(sample, heldOut.predictions()[sample]));
        return strange;
    }

    /** Mean relative error of the kept networks on their training samples, without held-out ones; 0.05 is 5 %. */
    public double trainingError() {
        return kept.stream().mapToDouble(TrainedNetwork::error).average().orElse(Double.NaN);
    }

    /** The evaluator of the kept networks. */
    public Ensemble ensemble() {
        return new Ensemble(
                samples.space(),
                encoding,
                kept.stream().map(TrainedNetwork::network).toList(),
                kept.stream().map(TrainedNetwork::target).toList(),
                recipe.combine(),
                calibration);
    }

    /** A bundle of several metrics of the same trials; uses DL4J. */
    public static ModelBundle bundle(Map<Metric, TrainedEnsemble> trained, Provenance provenance) throws IOException {
        TrainedEnsemble throughput = trained.get(Metric.THROUGHPUT);
        Map<Metric, MetricModel> models = new EnumMap<>(Metric.class);
        for (Map.Entry<Metric, TrainedEnsemble> metric : trained.entrySet()) {
            models.put(metric.getKey(), metric.getValue().model());
        }
        int folds = Folds.count(throughput.samples, throughput.recipe.usedFolds());
        return new ModelBundle(
                throughput.samples.space(),
                throughput.encoding,
                models,
                throughput.samples.envelope(),
                provenance.recipe(throughput.recipe.describe(folds)));
    }

    /** The networks in the form of a bundle; uses DL4J. */
    MetricModel model() throws IOException {
        List<EnsembleMember> members = new ArrayList<>();
        for (TrainedNetwork network : kept) {
            members.add(new EnsembleMember(
                    Dl4jWriter.write(network.network()),
                    network.target(),
                    network.kind().grouped() ? "grouped" : "single",
                    network.error(),
                    network.fit().determined()));
        }
        double error = heldOutError();
        return new MetricModel(members, recipe.combine(), calibration, Double.isInfinite(error) ? Double.NaN : error);
    }
}
