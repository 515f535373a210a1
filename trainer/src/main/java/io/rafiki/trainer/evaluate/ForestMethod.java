package io.rafiki.trainer.evaluate;

import java.util.Arrays;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;
import org.tribuo.Example;
import org.tribuo.Model;
import org.tribuo.MutableDataset;
import org.tribuo.common.tree.RandomForestTrainer;
import org.tribuo.ensemble.WeightedEnsembleModel;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;
import org.tribuo.regression.RegressionFactory;
import org.tribuo.regression.Regressor;
import org.tribuo.regression.ensemble.AveragingCombiner;
import org.tribuo.regression.rtree.CARTJointRegressionTrainer;
import org.tribuo.regression.rtree.impurity.MeanSquaredError;

/** A random forest (Breiman 2001) by Tribuo: bagged regression trees that see some of the inputs at each split. */
final class ForestMethod implements RegressionMethod {

    private static final int TREES = 100;
    private static final float INPUTS = 0.5f;
    private static final int DEEPEST = 64;
    private static final float FEWEST = 2;
    private static final String TARGET = "target";

    /** Held, so that the level stays: Tribuo tells of every tree. */
    private static final Logger LOG = Logger.getLogger("org.tribuo");

    @Override
    public String name() {
        return "forest";
    }

    @Override
    public String description() {
        return "random forest of " + TREES + " trees (Tribuo)";
    }

    @Override
    public Predictor learn(TrainingView training, long seed) {
        LOG.setLevel(Level.WARNING);
        CARTJointRegressionTrainer tree =
                new CARTJointRegressionTrainer(DEEPEST, FEWEST, 0f, INPUTS, false, new MeanSquaredError(), false, seed);
        Model<Regressor> forest =
                new RandomForestTrainer<>(tree, new AveragingCombiner(), TREES, seed).train(examples(training));
        List<Model<Regressor>> trees = ((WeightedEnsembleModel<Regressor>) forest).getModels();
        return (rows, mean, deviation) -> {
            for (int i = 0; i < rows.length; i++) {
                Example<Regressor> inputs = example(training.inputs(rows[i]), Double.NaN);
                double[] values = trees.stream()
                        .mapToDouble(one -> one.predict(inputs).getOutput().getValues()[0])
                        .toArray();
                mean[i] = training.value(StatUtils.mean(values));
                deviation[i] = Math.sqrt(StatUtils.populationVariance(
                        Arrays.stream(values).map(training::value).toArray()));
            }
        };
    }

    private static MutableDataset<Regressor> examples(TrainingView training) {
        RegressionFactory factory = new RegressionFactory();
        MutableDataset<Regressor> examples =
                new MutableDataset<>(new SimpleDataSourceProvenance("training rows", factory), factory);
        double[][] inputs = training.inputs();
        double[] learnt = training.learnt();
        for (int i = 0; i < learnt.length; i++) {
            examples.add(example(inputs[i], learnt[i]));
        }
        return examples;
    }

    private static Example<Regressor> example(double[] inputs, double value) {
        String[] names = IntStream.range(0, inputs.length)
                .mapToObj("input%06d"::formatted)
                .toArray(String[]::new);
        return new ArrayExample<>(new Regressor(TARGET, value), names, inputs);
    }
}
