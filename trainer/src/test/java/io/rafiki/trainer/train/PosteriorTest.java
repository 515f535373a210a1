package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both ways to the posterior against commons-math's general inverse. */
class PosteriorTest {

    private static final List<int[]> GROUPS = List.of(new int[] {0, 2, 4, 5}, new int[] {1, 3}, new int[] {6, 7, 8});
    private static final double[] PRECISIONS = {0.3, 2, 0.05};
    private static final double BETA = 1.7;
    private static final int WEIGHTS = 9;

    @ParameterizedTest
    @CsvSource({"5,true", "5,false", "9,true", "9,false", "31,true", "31,false"})
    void givesTheNumbersOfTheGeneralInverse(int samples, boolean byWeights) {
        Random random = new Random(samples);
        double[][] inputs = {
            random.doubles(samples, -1, 1).toArray(),
            random.doubles(samples, -1, 1).toArray()
        };
        TanhModel model = new TanhModel(new int[] {2, 2, 1}, inputs);
        double[] weights = random.doubles(WEIGHTS, -1, 1).toArray();
        model.outputs(weights, new double[samples]);
        double[][] jacobian = new double[WEIGHTS][samples];
        model.jacobian(weights, jacobian);
        Posterior posterior = byWeights ? new WeightPosterior(samples, GROUPS) : new SamplePosterior(samples, GROUPS);
        posterior.linearise(model.layers(), jacobian);
        assertThat(posterior.factor(PRECISIONS, BETA)).isTrue();

        RealMatrix transposed = new Array2DRowRealMatrix(jacobian);
        RealMatrix precision = transposed.multiply(transposed.transpose()).scalarMultiply(BETA);
        for (int g = 0; g < GROUPS.size(); g++) {
            for (int w : GROUPS.get(g)) {
                precision.addToEntry(w, w, PRECISIONS[g]);
            }
        }
        RealMatrix covariance = new LUDecomposition(precision).getSolver().getInverse();

        double[] gradient = random.doubles(WEIGHTS, -1, 1).toArray();
        double[] step = new double[WEIGHTS];
        posterior.solve(gradient, step);
        assertThat(step).containsExactly(covariance.operate(gradient), within(1e-9));

        double[] gamma = new double[GROUPS.size()];
        posterior.determined(gamma);
        for (int g = 0; g < gamma.length; g++) {
            double trace = 0;
            for (int w : GROUPS.get(g)) {
                trace += covariance.getEntry(w, w);
            }
            assertThat(gamma[g]).isCloseTo(GROUPS.get(g).length - PRECISIONS[g] * trace, within(1e-9));
        }
    }
}
