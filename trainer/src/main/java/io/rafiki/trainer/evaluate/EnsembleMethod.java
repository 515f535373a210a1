package io.rafiki.trainer.evaluate;

import io.rafiki.surrogate.Calibration;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.MemberPredictions;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.trainer.table.MeasuredTable;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.train.TrainingData;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The networks of {@code rafiki train}: an ensemble, or a single one.
 *
 * <p>Held-out rows are measurements, so their deviation combines that of the prediction and that of the measurement noise.
 */
final class EnsembleMethod implements RegressionMethod {

    private static final int BATCH = 4096;

    private final String name;
    private final TrainingConfig recipe;

    /** @param recipe its seed and threads are ignored */
    EnsembleMethod(String name, TrainingConfig recipe) {
        this.name = name;
        this.recipe = recipe;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        return recipe.networks() == 1 ? "one of the ensemble's networks alone" : "recipe " + recipe.describe();
    }

    @Override
    public Predictor learn(TrainingView training, long seed) throws InterruptedException {
        MeasuredTable table = training.table();
        List<TrainingData.Point> points = new ArrayList<>();
        for (int i = 0; i < training.size(); i++) {
            int row = training.row(i);
            points.add(new TrainingData.Point(table.workload(row), table.configuration(row), table.value(row)));
        }
        Ensemble ensemble = new EnsembleTrainer(recipe.with(1, seed), finished -> {})
                .train(new TrainingData(table.space(), points))
                .ensemble();
        return new Trained(ensemble, table);
    }

    /** The ensemble of some training rows. */
    private record Trained(Ensemble ensemble, MeasuredTable table) implements Predictor {

        @Override
        public void predict(int[] rows, double[] mean, double[] deviation) {
            EnsembleMethod.predict(ensemble, table, rows, mean, deviation);
        }

        /** As {@link Ensemble#gain}, but each row has its own workload, and the deviation includes the noise of both measurements. */
        @Override
        public Optional<RelativeGain> gain(int from, int to) {
            MemberPredictions before = ensemble.memberPredictions(table.workload(from), table.configuration(from));
            MemberPredictions after = ensemble.memberPredictions(table.workload(to), table.configuration(to));
            Calibration calibration = ensemble.calibration();
            RelativeGain gain = after.gainOver(before, calibration.scale());
            if (ensemble.size() == 1 || !Double.isFinite(gain.mean())) {
                return Optional.empty();
            }
            double base = before.combined();
            double noise = Math.hypot(
                    calibration.noise(after.combined()) / base, (1 + gain.mean()) * calibration.noise(base) / base);
            return Optional.of(new RelativeGain(gain.mean(), Math.hypot(gain.deviation(), noise)));
        }
    }

    /** Predicts in batches of consecutive rows with the same workload. */
    private static void predict(Ensemble ensemble, MeasuredTable table, int[] rows, double[] mean, double[] deviation) {
        int width = table.space().size();
        double[] codes = new double[Math.min(BATCH, rows.length) * width];
        double[] means = new double[Math.min(BATCH, rows.length)];
        double[] deviations = new double[means.length];
        int from = 0;
        while (from < rows.length) {
            Workload workload = table.workload(rows[from]);
            int n = 0;
            while (n < means.length
                    && from + n < rows.length
                    && table.workload(rows[from + n]).equals(workload)) {
                table.copyCodes(rows[from + n], codes, n * width);
                n++;
            }
            ensemble.predict(workload, codes, n, means, deviations);
            for (int i = 0; i < n; i++) {
                mean[from + i] = means[i];
                deviation[from + i] = ensemble.size() == 1
                        ? 0
                        : Math.hypot(deviations[i], ensemble.calibration().noise(means[i]));
            }
            from += n;
        }
    }
}
