package io.rafiki.trainer.train;

import io.rafiki.surrogate.BundleMember;
import io.rafiki.surrogate.Calibration;
import io.rafiki.surrogate.Encoding;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.MetricModel;
import io.rafiki.surrogate.ModelBundle;
import io.rafiki.surrogate.Provenance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What training gave: the networks that are kept, and how far off they are. */
public final class TrainedEnsemble {

    /** Degrees of freedom from which repeats tell the noise better than the networks do. */
    private static final int ENOUGH_REPEATS = 5;

    private final Samples samples;
    private final Encoding encoding;
    private final Recipe recipe;
    private final List<Trained> trained;
    private final List<Trained> kept;
    private final HeldOut heldOut;
    private final Calibration calibration;

    TrainedEnsemble(Samples samples, Encoding encoding, Recipe recipe, List<Trained> trained, List<Trained> kept) {
        this.samples = samples;
        this.encoding = encoding;
        this.recipe = recipe;
        this.trained = List.copyOf(trained);
        this.kept = List.copyOf(kept);
        heldOut = HeldOut.of(kept, samples.values());
        calibration = recipe.folds() == 0 ? noise() : heldOut.calibration(kept.size(), noise());
    }

    /**
     * The noise that repeats show, or else that the kept networks see: that of logarithmic ones grows with the values, that of linear ones
     * does not. What was held out limits it.
     */
    private Calibration noise() {
        Repeats repeats = samples.repeats();
        if (repeats.degrees() >= ENOUGH_REPEATS && samples.positive()) {
            return new Calibration(1, repeats.deviation(), 0);
        }
        double relative = 0;
        double absolute = 0;
        for (Trained network : kept) {
            double noise = network.target().half() * network.fit().noise();
            relative += network.target().logarithmic() ? noise * noise : 0;
            absolute += network.target().logarithmic() ? 0 : noise * noise;
        }
        return heldOut.atMost(new Calibration(1, Math.sqrt(relative / kept.size()), Math.sqrt(absolute / kept.size())));
    }

    /** How many networks were trained. */
    public int trained() {
        return recipe.networks();
    }

    /** How many of them are kept. */
    public int size() {
        return kept.size();
    }

    List<Trained> kept() {
        return kept;
    }

    List<Trained> all() {
        return trained;
    }

    /** Mean relative error on samples that the networks had not seen; 0.05 is 5 %; infinite where the recipe holds none out. */
    public double heldOutError() {
        return heldOut.error();
    }

    /** Half the width of the 95 % interval of {@link #heldOutError}. */
    public double heldOutInterval() {
        return heldOut.halfInterval();
    }

    /**
     * The samples that lie far from what networks predicted which had not seen them: more than four robust deviations, the farthest
     * first.
     *
     * @return index of each sample, and its prediction
     */
    public Map<Integer, Double> strange() {
        Map<Integer, Double> strange = new LinkedHashMap<>();
        heldOut.strange().forEach(sample -> strange.put(sample, heldOut.predictions()[sample]));
        return strange;
    }

    /** Mean relative leave-one-out error of the ensemble's mean; 0.05 is 5 %. With few samples it flatters. */
    public double leaveOneOut() {
        double[] mean = new double[samples.points().size()];
        for (Trained network : kept) {
            double[] predictions = network.leaveOneOut();
            for (int s = 0; s < mean.length; s++) {
                mean[s] += predictions[s] / kept.size();
            }
        }
        return new Errors(samples.values()).mean(mean);
    }

    /** The greatest number of steps that a kept network took. */
    public int epochs() {
        return kept.stream().mapToInt(network -> network.fit().epochs()).max().orElse(0);
    }

    /** The evaluator of the kept networks. */
    public Ensemble ensemble() {
        return new Ensemble(
                samples.space(),
                encoding,
                kept.stream().map(Trained::network).toList(),
                kept.stream().map(Trained::target).toList(),
                recipe.combine(),
                calibration);
    }

    /** A model of several metrics of the same trials, to be written; uses DL4J. */
    public static ModelBundle bundle(Map<Metric, TrainedEnsemble> trained, Provenance provenance) throws IOException {
        TrainedEnsemble throughput = trained.get(Metric.THROUGHPUT);
        Map<Metric, MetricModel> models = new EnumMap<>(Metric.class);
        for (Map.Entry<Metric, TrainedEnsemble> metric : trained.entrySet()) {
            models.put(metric.getKey(), metric.getValue().model());
        }
        return new ModelBundle(
                throughput.samples.space(),
                throughput.encoding,
                models,
                throughput.samples.envelope(),
                provenance.recipe(throughput.recipe.describe()));
    }

    /** The networks as a bundle holds them; uses DL4J. */
    MetricModel model() throws IOException {
        Errors errors = new Errors(samples.values());
        List<BundleMember> members = new ArrayList<>();
        for (Trained network : kept) {
            members.add(new BundleMember(
                    NetworkZip.write(network.network()),
                    network.target(),
                    network.kind().grouped() ? "grouped" : "single",
                    errors.mean(network.leaveOneOut()),
                    network.fit().determined()));
        }
        double error = heldOutError();
        return new MetricModel(members, recipe.combine(), calibration, Double.isInfinite(error) ? Double.NaN : error);
    }
}
