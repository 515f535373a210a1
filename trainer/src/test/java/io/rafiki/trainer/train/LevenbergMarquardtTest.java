package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.CholeskyDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.NelderMeadSimplex;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.SimplexOptimizer;
import org.junit.jupiter.api.Test;

/** Training on a linear problem, where Bayesian regression and leave-one-out are known in closed form. */
class LevenbergMarquardtTest {

    private static final int SAMPLES = 60;

    @Test
    void findsTheMaximumOfTheEvidenceWithOnePrior() {
        Problem problem = new Problem(1, 8, 0.1);
        List<int[]> groups = Priors.single(8).groups();
        for (NoisePrior noise : List.of(NoisePrior.NONE, NoisePrior.USUAL)) {
            TrainingResult fit = train(problem, groups, noise);
            double[] best = problem.maximiseEvidence(groups, noise);
            assertThat(fit.precisions()[0] / best[0]).isCloseTo(1, within(1e-3));
            assertThat(fit.beta() / best[1]).isCloseTo(1, within(1e-3));
            assertThat(fit.weights())
                    .containsExactly(problem.ridge(groups, fit.precisions(), fit.beta()), within(1e-6));
        }
    }

    @Test
    void findsTheMaximumOfTheEvidenceWithGroupedPriors() {
        Problem problem = new Problem(2, 9, 0.3);
        List<int[]> groups = List.of(new int[] {0, 1, 2}, new int[] {3, 4, 5}, new int[] {6, 7, 8});
        TrainingResult fit = train(problem, groups, NoisePrior.NONE);
        double[] best = problem.maximiseEvidence(groups, NoisePrior.NONE);
        for (int g = 0; g < groups.size(); g++) {
            assertThat(fit.precisions()[g] / best[g]).as("group %s", g).isCloseTo(1, within(1e-2));
        }
        assertThat(fit.beta() / best[groups.size()]).isCloseTo(1, within(1e-2));
    }

    @Test
    void switchesOffInputsWithoutInfluence() {
        Problem problem = new Problem(3, 6, 0.1);
        problem.weights[4] = 0;
        List<int[]> groups = new ArrayList<>();
        for (int w = 0; w < 6; w++) {
            groups.add(new int[] {w});
        }
        TrainingResult fit = train(problem, groups, NoisePrior.NONE);
        assertThat(Math.abs(fit.weights()[4])).isLessThan(0.02);
        assertThat(fit.precisions()[4]).isGreaterThan(20 * fit.precisions()[0]);
    }

    /** If only a held-out sample has a choice, the choice's input is always 0 in training. */
    @Test
    void anInputWithoutValuesHasNoWeight() {
        int[] layers = {2, 6, 3, 1};
        for (int seed = 0; seed < 10; seed++) {
            Random random = new Random(seed);
            double[][] inputs = {random.doubles(SAMPLES, -1, 1).toArray(), new double[SAMPLES]};
            double[] targets = Arrays.stream(inputs[0])
                    .map(x -> Math.sin(4 * x) + 0.1 * random.nextGaussian())
                    .toArray();
            List<int[]> groups = Priors.grouped(layers).groups();
            double[] weights = new LevenbergMarquardt(new TanhModel(layers, inputs), targets, groups, NoisePrior.LOW)
                    .train(NguyenWidrow.weights(layers, random), 100)
                    .weights();
            assertThat(Arrays.stream(groups.get(1)).mapToDouble(w -> Math.abs(weights[w])))
                    .as("seed %s", seed)
                    .allMatch(weight -> weight < 1e-6);
        }
    }

    @Test
    void reportsThatNoiseCannotBeLearnt() {
        Problem problem = new Problem(5, 5, 1);
        Arrays.fill(problem.weights, 0);
        assertThat(train(problem, Priors.single(5).groups(), NoisePrior.NONE).isCollapsed())
                .isTrue();
    }

    private static TrainingResult train(Problem problem, List<int[]> groups, NoisePrior noise) {
        double[] start = new Random(8).doubles(problem.weights.length, -1, 1).toArray();
        return new LevenbergMarquardt(new LinearModel(problem.columns), problem.targets(), groups, noise)
                .train(start, 1000);
    }

    /** Samples of a linear function with noise. */
    private static final class Problem {

        private final double[][] columns;
        private final double[] weights;
        private final double[] noise;

        Problem(long seed, int width, double noise) {
            Random random = new Random(seed);
            columns = new double[width][];
            for (int w = 0; w < width; w++) {
                columns[w] = random.doubles(SAMPLES, -1, 1).toArray();
            }
            weights = random.doubles(width, -1, 1).toArray();
            this.noise = new double[SAMPLES];
            for (int s = 0; s < SAMPLES; s++) {
                this.noise[s] = noise * random.nextGaussian();
            }
        }

        double[] targets() {
            double[] targets = new double[noise.length];
            new LinearModel(columns).outputs(weights, targets);
            for (int s = 0; s < targets.length; s++) {
                targets[s] += noise[s];
            }
            return targets;
        }

        /** The weights that minimise {@code beta E_D + sum alpha_g E_Wg}, by the normal equations. */
        double[] ridge(List<int[]> groups, double[] alpha, double beta) {
            RealMatrix x = new Array2DRowRealMatrix(columns).transpose();
            RealMatrix h = x.transpose().multiply(x).scalarMultiply(beta);
            for (int g = 0; g < alpha.length; g++) {
                for (int w : groups.get(g)) {
                    h.addToEntry(w, w, alpha[g]);
                }
            }
            RealVector right =
                    x.transpose().operate(new ArrayRealVector(targets())).mapMultiply(beta);
            return new CholeskyDecomposition(h).getSolver().solve(right).toArray();
        }

        /**
         * Alphas and beta at the maximum of the marginal likelihood: the targets are Gaussian with covariance
         * {@code I/(2 beta) + sum over groups of X_g X_g'/(2 alpha_g)}; beta has a gamma prior.
         */
        double[] maximiseEvidence(List<int[]> groups, NoisePrior noise) {
            double[] targets = targets();
            double[] start = new double[groups.size() + 1];
            double[] steps = new double[start.length];
            Arrays.fill(steps, 1);
            double[] logarithms = new SimplexOptimizer(1e-14, 1e-14)
                    .optimize(
                            new MaxEval(200_000),
                            GoalType.MAXIMIZE,
                            new ObjectiveFunction(
                                    at -> logEvidence(groups, at, targets) + belief(noise, at[groups.size()])),
                            new InitialGuess(start),
                            new NelderMeadSimplex(steps))
                    .getPoint();
            return Arrays.stream(logarithms).map(Math::exp).toArray();
        }

        private static double belief(NoisePrior noise, double logBeta) {
            return noise.samples() * (logBeta / 2 - noise.deviation() * noise.deviation() * Math.exp(logBeta));
        }

        private double logEvidence(List<int[]> groups, double[] logarithms, double[] targets) {
            int n = targets.length;
            RealMatrix covariance = new Array2DRowRealMatrix(n, n);
            for (int g = 0; g < groups.size(); g++) {
                double variance = 0.5 * Math.exp(-logarithms[g]);
                for (int w : groups.get(g)) {
                    RealVector column = new ArrayRealVector(columns[w]);
                    covariance = covariance.add(column.outerProduct(column).scalarMultiply(variance));
                }
            }
            for (int s = 0; s < n; s++) {
                covariance.addToEntry(s, s, 0.5 * Math.exp(-logarithms[groups.size()]));
            }
            CholeskyDecomposition factored = new CholeskyDecomposition(covariance);
            RealVector y = new ArrayRealVector(targets);
            return -0.5 * Math.log(factored.getDeterminant())
                    - 0.5 * y.dotProduct(factored.getSolver().solve(y));
        }
    }
}
