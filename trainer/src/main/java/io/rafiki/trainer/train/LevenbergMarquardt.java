package io.rafiki.trainer.train;

import java.util.Arrays;
import java.util.List;

/**
 * Levenberg-Marquardt with Bayesian regularisation: minimises {@code F = beta E_D + sum over groups of alpha_g E_Wg}, the sums of squared
 * errors and weights, and updates alpha and beta by the evidence after each step (MacKay 1992; Foresee &amp; Hagan 1997; MATLAB's
 * trainbr).
 *
 * <p>With {@code gamma_g} the effective number of parameters of a group, {@code alpha_g = gamma_g / (2 E_Wg)} and {@code beta = (N -
 * gamma) / (2 E_D)}. Where {@code gamma_g} is 0, every {@code alpha_g} has the same evidence. The greatest one holds the weights at 0. With a
 * small one they would keep their random starting values, and predictions for other values of the input would be arbitrary.
 */
final class LevenbergMarquardt {

    /** Weights of about 1 and noise of a tenth: strict enough to ignore noise, loose enough to keep weights above zero. */
    private static final double START_ALPHA = 0.5;

    private static final double START_BETA = 50;
    private static final double START_DAMPING = 0.005;
    private static final double LEAST_DAMPING = 1e-20;
    private static final double MOST_DAMPING = 1e10;
    private static final double STRONGEST_PRIOR = 1e6;
    private static final double WEAKEST_PRIOR = 1e-9;

    /** Below this effective number, the samples do not determine a group, such as the weights of an input that is always 0. */
    private static final double UNDETERMINED = 1e-9;

    private static final double FREE_SHARE = 1e-3;

    /** Below this share of all alphas the damped factorisation also serves as the undamped one. */
    private static final double NEGLIGIBLE = 1e-3;

    private static final double STILL = 1e-5;
    private static final int STILL_EPOCHS = 5;

    private final DifferentiableModel model;
    private final double[] targets;
    private final List<int[]> groups;
    private final NoisePrior noise;
    private final Posterior posterior;

    private final double[][] jacobian;
    private final double[] outputs;
    private final double[] gradient;
    private final double[] step;
    private final double[] gamma;
    private final double[] alpha;
    private double beta;
    private boolean factored;

    LevenbergMarquardt(DifferentiableModel model, double[] targets, List<int[]> groups, NoisePrior noise) {
        this.noise = noise;
        this.model = model;
        this.targets = targets;
        this.groups = groups;
        posterior = Posterior.of(model.samples(), groups);
        jacobian = new double[model.parameters()][model.samples()];
        outputs = new double[model.samples()];
        gradient = new double[model.parameters()];
        step = new double[model.parameters()];
        gamma = new double[groups.size()];
        alpha = new double[groups.size()];
    }

    /**
     * Trains from the given weights.
     *
     * @param start not modified
     * @param epochs maximum number of steps; fewer after convergence
     */
    TrainingResult train(double[] start, int epochs) {
        Arrays.fill(alpha, START_ALPHA);
        beta = START_BETA;
        double[] weights = start.clone();
        model.outputs(weights, outputs);
        double damping = START_DAMPING;
        int still = 0;
        int epoch = 0;
        while (epoch < epochs && damping <= MOST_DAMPING && still < STILL_EPOCHS) {
            epoch++;
            linearise(weights);
            double errors = squaredErrors();
            double determined = sum(gamma);
            damping = step(weights, beta * errors + weighted(weights), damping);
            weigh(weights);
            boolean moved = Math.abs(squaredErrors() - errors) > STILL * errors
                    || Math.abs(sum(gamma) - determined) > STILL * model.parameters();
            still = moved ? 0 : still + 1;
        }
        return finish(weights, epoch);
    }

    /** One accepted step, or maximum damping. */
    private double step(double[] weights, double objective, double damping) {
        double[] trial = new double[weights.length];
        double[] precisions = new double[alpha.length];
        double mu = damping;
        while (mu <= MOST_DAMPING) {
            for (int g = 0; g < precisions.length; g++) {
                precisions[g] = alpha[g] + mu;
            }
            if (posterior.factor(precisions, beta)) {
                posterior.solve(gradient, step);
                for (int w = 0; w < trial.length; w++) {
                    trial[w] = weights[w] + step[w];
                }
                model.outputs(trial, outputs);
                if (beta * squaredErrors() + weighted(trial) < objective) {
                    factored = mu <= NEGLIGIBLE * Arrays.stream(alpha).min().orElse(0);
                    System.arraycopy(trial, 0, weights, 0, trial.length);
                    return Math.max(LEAST_DAMPING, mu / 10);
                }
            }
            mu *= 10;
        }
        factored = false;
        model.outputs(weights, outputs);
        return mu;
    }

    /** Computes the derivatives at the weights and the descent direction. */
    private void linearise(double[] weights) {
        model.jacobian(weights, jacobian);
        posterior.linearise(model.layers(), jacobian);
        double[] errors = new double[targets.length];
        for (int s = 0; s < errors.length; s++) {
            errors[s] = targets[s] - outputs[s];
        }
        for (int g = 0; g < alpha.length; g++) {
            for (int w : groups.get(g)) {
                gradient[w] =
                        beta * SymmetricMatrices.dot(jacobian[w], errors, 0, errors.length) - alpha[g] * weights[w];
            }
        }
    }

    /** Updates alpha and beta by the evidence, with the derivatives from before the step (as trainbr does). */
    private void weigh(double[] weights) {
        if (factored || posterior.factor(alpha, beta)) {
            posterior.determined(gamma);
            update(weights);
        }
    }

    private void update(double[] weights) {
        double total = 0;
        for (int g = 0; g < alpha.length; g++) {
            double determined = Math.min(groups.get(g).length, Math.max(0, gamma[g]));
            total += determined;
            alpha[g] = !(determined >= UNDETERMINED)
                    ? STRONGEST_PRIOR
                    : Math.max(
                            WEAKEST_PRIOR,
                            Math.min(STRONGEST_PRIOR, determined / (2 * squares(weights, groups.get(g)))));
        }
        double free = Math.max(FREE_SHARE * targets.length, targets.length - total);
        beta = noise.beta(free, squaredErrors());
    }

    private TrainingResult finish(double[] weights, int epochs) {
        linearise(weights);
        if (posterior.factor(alpha, beta)) {
            posterior.determined(gamma);
        }
        return new TrainingResult(weights, alpha, beta, sum(gamma), epochs);
    }

    private double squaredErrors() {
        double sum = 0;
        for (int s = 0; s < targets.length; s++) {
            double error = targets[s] - outputs[s];
            sum += error * error;
        }
        return sum;
    }

    private double weighted(double[] weights) {
        double sum = 0;
        for (int g = 0; g < alpha.length; g++) {
            sum += alpha[g] * squares(weights, groups.get(g));
        }
        return sum;
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    private static double squares(double[] weights, int[] group) {
        double sum = 0;
        for (int w : group) {
            sum += weights[w] * weights[w];
        }
        return sum;
    }
}
