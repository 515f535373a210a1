package io.rafiki.trainer.evaluate;

import java.util.ArrayList;
import java.util.List;
import org.tribuo.common.tree.LeafNode;
import org.tribuo.common.tree.Node;
import org.tribuo.common.tree.SplitNode;
import org.tribuo.regression.Regressor;

/** One of Tribuo's trees as arrays: a prediction costs as many comparisons as the tree is deep, and makes no garbage. */
final class FlatTree {

    private final int[] inputs;
    private final double[] numbers;
    private final int[] greater;

    private FlatTree(List<Step> steps) {
        inputs = steps.stream().mapToInt(Step::input).toArray();
        numbers = steps.stream().mapToDouble(Step::number).toArray();
        greater = steps.stream().mapToInt(Step::greater).toArray();
    }

    /**
     * A node; that for numbers up to the threshold follows it.
     *
     * @param input compared; -1 in a leaf
     * @param number threshold, or the leaf's value
     * @param greater index of the node for greater numbers
     */
    private record Step(int input, double number, int greater) {}

    static FlatTree of(Node<Regressor> root) {
        List<Step> steps = new ArrayList<>();
        add(root, steps);
        return new FlatTree(steps);
    }

    private static void add(Node<Regressor> node, List<Step> steps) {
        if (node instanceof SplitNode<Regressor> split) {
            int at = steps.size();
            steps.add(null);
            add(split.getLessThanOrEqual(), steps);
            steps.set(at, new Step(split.getFeatureID(), split.splitValue(), steps.size()));
            add(split.getGreaterThan(), steps);
        } else {
            double value = ((LeafNode<Regressor>) node).getOutput().getValues()[0];
            steps.add(new Step(-1, value, -1));
        }
    }

    double value(double[] row) {
        int at = 0;
        while (inputs[at] >= 0) {
            at = row[inputs[at]] > numbers[at] ? greater[at] : at + 1;
        }
        return numbers[at];
    }
}
