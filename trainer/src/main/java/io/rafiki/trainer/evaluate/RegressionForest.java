package io.rafiki.trainer.evaluate;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
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
public final class RegressionForest {

    static final int TREES = 100;
    private static final float INPUTS = 0.5f;
    private static final int DEEPEST = 64;
    private static final float FEWEST = 2;
    private static final String TARGET = "target";

    /** Held, so that the level stays: Tribuo tells of every tree. */
    private static final Logger LOG = Logger.getLogger("org.tribuo");

    private final List<Model<Regressor>> trees;

    private RegressionForest(List<Model<Regressor>> trees) {
        this.trees = trees;
    }

    /**
     * Trains on the caller's thread. The result depends only on the arguments.
     *
     * @param inputs one array per row, all of the same length
     * @param values one target value per row
     */
    public static RegressionForest train(double[][] inputs, double[] values, long seed) {
        LOG.setLevel(Level.WARNING);
        CARTJointRegressionTrainer tree =
                new CARTJointRegressionTrainer(DEEPEST, FEWEST, 0f, INPUTS, false, new MeanSquaredError(), false, seed);
        Model<Regressor> forest =
                new RandomForestTrainer<>(tree, new AveragingCombiner(), TREES, seed).train(examples(inputs, values));
        return new RegressionForest(((WeightedEnsembleModel<Regressor>) forest).getModels());
    }

    /** The predictions of all trees for one row of inputs. The forest's own prediction is their mean. */
    public double[] predict(double[] inputs) {
        Example<Regressor> row = example(inputs, Double.NaN);
        return trees.stream()
                .mapToDouble(tree -> tree.predict(row).getOutput().getValues()[0])
                .toArray();
    }

    private static MutableDataset<Regressor> examples(double[][] inputs, double[] values) {
        RegressionFactory factory = new RegressionFactory();
        MutableDataset<Regressor> examples =
                new MutableDataset<>(new SimpleDataSourceProvenance("training rows", factory), factory);
        for (int i = 0; i < values.length; i++) {
            examples.add(example(inputs[i], values[i]));
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
