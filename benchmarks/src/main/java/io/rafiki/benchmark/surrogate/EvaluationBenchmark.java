package io.rafiki.benchmark.surrogate;

import io.rafiki.benchmark.result.BenchmarkResult;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Aggregation;
import io.rafiki.surrogate.Calibration;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.FeatureEncoder;
import io.rafiki.surrogate.Network;
import io.rafiki.surrogate.OutputScaling;
import io.rafiki.trainer.train.Dl4jWriter;
import io.rafiki.trainer.train.Surface;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Measures evaluations per second of an ensemble of 6-14-4-1 networks, by Rafiki and by DL4J, with the same weights in the same run. */
final class EvaluationBenchmark {

    private static final int BATCH = 1024;
    private static final int RUNS = 31;

    private final KnobSpace space = Surface.paperKnobs();
    private final FeatureEncoder encoding = FeatureEncoder.of(space);
    private final Random random;

    EvaluationBenchmark(long seed) {
        random = new Random(seed);
    }

    void run(Consumer<BenchmarkResult> figures) {
        for (int size : new int[] {14, 30, 100}) {
            List<Network> networks = networks(size);
            List<OutputScaling> targets = new ArrayList<>();
            for (int m = 0; m < size; m++) {
                targets.add(m % 2 == 0 ? new OutputScaling(false, 60_000, 20_000) : new OutputScaling(true, 11, 0.4));
            }
            rafiki(
                    size,
                    new Ensemble(space, encoding, networks, targets, Aggregation.MEDIAN, Calibration.NONE),
                    figures);
            dl4j(size, networks, figures);
        }
    }

    private void rafiki(int size, Ensemble ensemble, Consumer<BenchmarkResult> figures) {
        double[] codes = new double[BATCH * space.size()];
        Surface surface = new Surface(space, 1);
        for (int r = 0; r < BATCH; r++) {
            System.arraycopy(surface.random(random).codes(), 0, codes, r * space.size(), space.size());
        }
        double[] mean = new double[BATCH];
        double[] deviation = new double[BATCH];
        int repeats = Math.max(1, 560 / size);
        Runnable work = () -> {
            for (int i = 0; i < repeats; i++) {
                ensemble.predict(Workload.ofReadRatio(0.5), codes, BATCH, mean, deviation);
            }
        };
        figures.accept(BenchmarkResult.of(
                "evaluations, " + size + " networks, half with logarithmic target",
                "1/s",
                Timer.rates(RUNS, (double) repeats * BATCH, work)));
        figures.accept(BenchmarkResult.exact(
                "allocated per evaluation, " + size + " networks",
                "bytes",
                Timer.allocated(work) / ((double) repeats * BATCH)));
    }

    private void dl4j(int size, List<Network> networks, Consumer<BenchmarkResult> figures) {
        List<MultiLayerNetwork> dl4j = networks.stream().map(Dl4jWriter::toDl4j).toList();
        for (int batch : new int[] {1, 1000}) {
            double[][] rows = new double[batch][];
            for (int r = 0; r < batch; r++) {
                rows[r] = random.doubles(encoding.size(), -1, 1).toArray();
            }
            INDArray input = Nd4j.create(rows);
            figures.accept(BenchmarkResult.of(
                    "DL4J output, " + size + " networks, batch of " + batch,
                    "1/s",
                    Timer.rates(9, batch, () -> dl4j.forEach(network -> network.output(input)))));
        }
    }

    private List<Network> networks(int size) {
        int[] layers = {encoding.size(), 14, 4, 1};
        List<Network> networks = new ArrayList<>();
        for (int m = 0; m < size; m++) {
            networks.add(new Network(
                    layers, random.doubles(Network.parameters(layers), -1, 1).toArray()));
        }
        return networks;
    }
}
