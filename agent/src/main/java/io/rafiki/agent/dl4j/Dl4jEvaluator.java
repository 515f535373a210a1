package io.rafiki.agent.dl4j;

import io.rafiki.knob.Configuration;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Aggregation;
import io.rafiki.surrogate.EnsembleMember;
import io.rafiki.surrogate.FeatureEncoder;
import io.rafiki.surrogate.MemberPredictions;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.OutputScaling;
import io.rafiki.surrogate.ReferenceEvaluator;
import io.rafiki.workload.Workload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.util.ModelSerializer;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Evaluates the networks of a bundle with DL4J's {@code output}. */
final class Dl4jEvaluator implements ReferenceEvaluator {

    private final FeatureEncoder encoding;
    private final Aggregation combine;
    private final List<OutputScaling> targets;
    private final List<MultiLayerNetwork> networks;

    private Dl4jEvaluator(
            FeatureEncoder encoding,
            Aggregation combine,
            List<OutputScaling> targets,
            List<MultiLayerNetwork> networks) {
        this.encoding = encoding;
        this.combine = combine;
        this.targets = targets;
        this.networks = networks;
    }

    /**
     * Restores the networks that predict throughput. The native libraries must be loaded.
     *
     * @throws IOException if DL4J cannot read a network
     */
    static Dl4jEvaluator restore(ModelBundle bundle) throws IOException {
        List<MultiLayerNetwork> networks = new ArrayList<>();
        for (byte[] zip : bundle.checkedZips()) {
            // network.close() is never called, because it triggers a garbage collection of the whole JVM
            networks.add(ModelSerializer.restoreMultiLayerNetwork(new ByteArrayInputStream(zip), false));
        }
        return new Dl4jEvaluator(
                bundle.encoding(),
                bundle.metrics().get(Metric.THROUGHPUT).combine(),
                bundle.members().stream().map(EnsembleMember::target).toList(),
                networks);
    }

    @Override
    public MemberPredictions predict(Workload workload, Configuration configuration) {
        INDArray inputs = Nd4j.create(new double[][] {encoding.encode(workload, configuration.codes())});
        List<Double> predictions = new ArrayList<>();
        for (int m = 0; m < networks.size(); m++) {
            double output = networks.get(m).output(inputs, false).getDouble(0);
            predictions.add(targets.get(m).value(output));
        }
        return new MemberPredictions(predictions, combine.of(predictions));
    }
}
