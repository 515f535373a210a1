package io.rafiki.trainer.analysis;

import io.rafiki.surrogate.Prediction;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The predictions of a model and of its members for some configurations. A statistic of predictions gets its deviation from the members'
 * standard deviation, scaled as the model's own (a model may be calibrated).
 */
final class EnsemblePrediction {

    private final double[] model;
    private final List<double[]> members;
    private final double scale;

    /**
     * @param model predictions of the model, in the order of the configurations
     * @param deviations of these predictions
     * @param members predictions of each member
     */
    EnsemblePrediction(double[] model, double[] deviations, List<double[]> members) {
        this.model = model.clone();
        this.members = List.copyOf(members);
        double spread = 0;
        for (int i = 0; i < model.length; i++) {
            int row = i;
            spread += spread(predictions -> predictions[row]);
        }
        scale = spread > 0 ? Arrays.stream(deviations).sum() / spread : 1;
    }

    double[] model() {
        return model.clone();
    }

    /** A statistic of the model's predictions, with its deviation. */
    Prediction of(ToDoubleFunction<double[]> statistic) {
        return new Prediction(statistic.applyAsDouble(model), scale * spread(statistic));
    }

    private double spread(ToDoubleFunction<double[]> statistic) {
        double[] values = members.stream().mapToDouble(statistic).toArray();
        double mean = Arrays.stream(values).average().orElseThrow();
        double sum = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return Math.sqrt(sum / Math.max(1, values.length - 1));
    }
}
