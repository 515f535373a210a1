package io.rafiki.trainer.evaluate;

import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularValueDecomposition;

/**
 * Ridge regression on the networks' inputs.
 *
 * <p>One indicator per choice makes the inputs linearly dependent, and there may be more inputs than rows; a little ridge settles
 * both. How much is chosen among powers of ten by the closed form of the leave-one-out error, {@code e_i / (1 - h_i)}
 * (Golub, Heath &amp; Wahba 1979 for the idea).
 */
final class LinearMethod implements RegressionMethod {

    private static final int WEAKEST = -8;
    private static final int STRONGEST = 3;

    @Override
    public String name() {
        return "linear";
    }

    @Override
    public String description() {
        return "ridge regression, its ridge by leave-one-out error";
    }

    @Override
    public Predictor learn(TrainingView training, long seed) {
        double[][] inputs = training.inputs();
        double[] centre = means(inputs);
        double[] learnt = training.learnt();
        double offset = 0;
        for (double value : learnt) {
            offset += value / learnt.length;
        }
        for (int i = 0; i < inputs.length; i++) {
            learnt[i] -= offset;
            for (int j = 0; j < centre.length; j++) {
                inputs[i][j] -= centre[j];
            }
        }
        double[] slopes = slopes(new SingularValueDecomposition(new Array2DRowRealMatrix(inputs, false)), learnt);
        double intercept = offset;
        return (rows, mean, deviation) -> {
            for (int i = 0; i < rows.length; i++) {
                double[] row = training.inputs(rows[i]);
                double sum = intercept;
                for (int j = 0; j < row.length; j++) {
                    sum += slopes[j] * (row[j] - centre[j]);
                }
                mean[i] = training.value(sum);
                deviation[i] = 0;
            }
        };
    }

    /** The slopes with the ridge whose leave-one-out error is least. */
    private static double[] slopes(SingularValueDecomposition parts, double[] learnt) {
        RealMatrix left = parts.getU();
        double[] singular = parts.getSingularValues();
        double[] projected = left.preMultiply(learnt);
        double[] best = new double[singular.length];
        double least = Double.POSITIVE_INFINITY;
        for (int power = WEAKEST; power <= STRONGEST; power++) {
            double ridge = Math.pow(10, power) * Math.max(1e-300, singular[0] * singular[0]);
            double[] kept = new double[singular.length];
            for (int k = 0; k < kept.length; k++) {
                kept[k] = singular[k] * singular[k] / (singular[k] * singular[k] + ridge);
            }
            double error = leaveOneOut(left, kept, projected, learnt);
            if (error < least) {
                least = error;
                for (int k = 0; k < kept.length; k++) {
                    best[k] = singular[k] * projected[k] / (singular[k] * singular[k] + ridge);
                }
            }
        }
        return parts.getV().operate(best);
    }

    private static double leaveOneOut(RealMatrix left, double[] kept, double[] projected, double[] learnt) {
        double sum = 0;
        for (int i = 0; i < learnt.length; i++) {
            double fitted = 0;
            double leverage = 1.0 / learnt.length;
            for (int k = 0; k < kept.length; k++) {
                double u = left.getEntry(i, k);
                fitted += u * kept[k] * projected[k];
                leverage += u * u * kept[k];
            }
            double error = (learnt[i] - fitted) / Math.max(1e-9, 1 - leverage);
            sum += error * error;
        }
        return sum;
    }

    private static double[] means(double[][] inputs) {
        double[] means = new double[inputs[0].length];
        for (double[] row : inputs) {
            for (int j = 0; j < means.length; j++) {
                means[j] += row[j] / inputs.length;
            }
        }
        return means;
    }
}
