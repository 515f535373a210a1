package io.rafiki.trainer.evaluate;

import io.rafiki.surrogate.OutputScaling;
import java.util.List;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.nn.weights.WeightInit;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.dataset.DataSet;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.lossfunctions.LossFunctions.LossFunction;
import org.nd4j.nativeblas.NativeOpsHolder;

/** One network with the ensemble's layers, trained by DL4J with Adam (Kingma &amp; Ba 2015) and an L2 penalty, on all rows at each step. */
final class AdamMethod implements RegressionMethod {

    private static final int STEPS = 1000;
    private static final double RATE = 0.01;
    private static final double PENALTY = 1e-4;
    private static final int BATCH = 4096;
    private static final Object DRAWS = new Object();

    private final List<Integer> hidden;
    private final int steps;

    /** @param hidden widths of the hidden layers */
    AdamMethod(List<Integer> hidden) {
        this(hidden, STEPS);
    }

    AdamMethod(List<Integer> hidden, int steps) {
        this.hidden = List.copyOf(hidden);
        this.steps = steps;
    }

    @Override
    public String name() {
        return "adam";
    }

    @Override
    public String description() {
        return "one network of the same layers, trained by DL4J with Adam and L2, " + steps + " steps";
    }

    @Override
    public Predictor learn(TrainingView training, long seed) {
        quietLogging();
        double[][] inputs = training.inputs();
        double[] values = training.learnt();
        OutputScaling scale = OutputScaling.over(values, false);
        double[][] learnt = new double[values.length][1];
        for (int i = 0; i < values.length; i++) {
            learnt[i][0] = scale.scaled(values[i]);
        }
        MultiLayerNetwork network = network(inputs[0].length, seed);
        DataSet rows = new DataSet(Nd4j.create(inputs), Nd4j.create(learnt));
        for (int step = 0; step < steps; step++) {
            network.fit(rows);
        }
        return (asked, mean, deviation) -> predict(network, training, scale, asked, mean, deviation);
    }

    private static void predict(
            MultiLayerNetwork network,
            TrainingView training,
            OutputScaling scale,
            int[] rows,
            double[] mean,
            double[] deviation) {
        for (int from = 0; from < rows.length; from += BATCH) {
            double[][] batch = new double[Math.min(BATCH, rows.length - from)][];
            for (int i = 0; i < batch.length; i++) {
                batch[i] = training.inputs(rows[from + i]);
            }
            INDArray output = network.output(Nd4j.create(batch));
            for (int i = 0; i < batch.length; i++) {
                mean[from + i] = training.value(scale.value(output.getDouble(i, 0)));
                deviation[from + i] = 0;
            }
        }
    }

    private MultiLayerNetwork network(int inputs, long seed) {
        NeuralNetConfiguration.ListBuilder layers = new NeuralNetConfiguration.Builder()
                .dataType(DataType.DOUBLE)
                .seed(seed)
                .updater(new Adam(RATE))
                .l2(PENALTY)
                .weightInit(WeightInit.XAVIER_UNIFORM)
                .list();
        int width = inputs;
        for (int neurons : hidden) {
            layers.layer(new DenseLayer.Builder()
                    .nIn(width)
                    .nOut(neurons)
                    .activation(Activation.TANH)
                    .build());
            width = neurons;
        }
        layers.layer(new OutputLayer.Builder(LossFunction.MSE)
                .nIn(width)
                .nOut(1)
                .activation(Activation.IDENTITY)
                .build());
        MultiLayerNetwork network = new MultiLayerNetwork(layers.build());
        // DL4J draws the weights from a generator that threads share
        synchronized (DRAWS) {
            network.init();
        }
        return network;
    }

    /** One thread inside DL4J: results must not depend on how many there are, and small networks gain nothing from more. */
    private static void quietLogging() {
        Nd4j.getEnvironment().setMaxThreads(1);
        NativeOpsHolder.getInstance().getDeviceNativeOps().setOmpNumThreads(1);
        Nd4j.factory().blas().setMaxThreads(1);
    }
}
