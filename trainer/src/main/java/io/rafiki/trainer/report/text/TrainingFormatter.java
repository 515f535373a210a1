package io.rafiki.trainer.report.text;

import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.TextTable;
import io.rafiki.trainer.train.TrainedEnsemble;
import io.rafiki.trainer.train.TrialSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The result of a training as text. */
public final class TrainingFormatter {

    private static final String NL = System.lineSeparator();

    private TrainingFormatter() {}

    /** A table with one row for each metric, the trials that deviate from the others, and the definition of the error. */
    public static String text(TrialSet set, Map<Metric, TrainedEnsemble> trained) {
        boolean heldOut = trained.values().stream().anyMatch(ensemble -> isHeldOut(ensemble));
        TextTable table = new TextTable(
                "Metric",
                "Trials",
                "Networks kept",
                heldOut ? "Held-out error" : "Training error",
                "95 % interval",
                "Deviation / spread");
        List<String> outliers = new ArrayList<>();
        trained.forEach((metric, ensemble) -> {
            TrialSet.Measured measured = set.measured().get(metric);
            table.row(row(metric, measured, ensemble));
            outliers.addAll(outliers(metric, measured, ensemble));
        });
        return table.text()
                + NL
                + outliers.stream().map(line -> line + NL).collect(Collectors.joining())
                + (heldOut
                        ? "Held-out error: " + unseen(trained) + " It contains the trials' noise."
                        : "Training error: on the trials that the networks learnt. On other configurations the error is greater.")
                + NL;
    }

    private static String unseen(Map<Metric, TrainedEnsemble> trained) {
        return trained.values().stream().allMatch(TrainedEnsemble::isHeldOutByConfiguration)
                ? "on configurations that the networks had not seen."
                : "on trials that the networks had not seen; they had seen other trials of the same configuration.";
    }

    private static List<String> row(Metric metric, TrialSet.Measured measured, TrainedEnsemble ensemble) {
        List<String> row = new ArrayList<>(List.of(
                LatencyFormatter.name(metric),
                HumanUnits.count(measured.trials().size()),
                ensemble.size() + " of " + ensemble.trained()));
        if (isHeldOut(ensemble)) {
            double error = ensemble.heldOutError();
            row.add(HumanUnits.percent(error));
            row.add(HumanUnits.percent(Math.max(0, error - ensemble.heldOutInterval())) + " .. "
                    + HumanUnits.percent(error + ensemble.heldOutInterval()));
            row.add(HumanUnits.number(ensemble.ensemble().calibration().scale()));
        } else {
            row.add(HumanUnits.percent(ensemble.trainingError()));
        }
        return row;
    }

    private static List<String> outliers(Metric metric, TrialSet.Measured measured, TrainedEnsemble ensemble) {
        List<String> lines = new ArrayList<>();
        ensemble.outliers()
                .forEach((sample, prediction) -> lines.add("Outlier: trial "
                        + measured.trials().get(sample).id() + " measured "
                        + LatencyFormatter.name(metric) + " "
                        + value(metric, measured.samples().points().get(sample).value()) + ", the model predicts "
                        + value(metric, prediction) + ". Measure it again with rafiki trial."));
        return lines;
    }

    private static String value(Metric metric, double value) {
        return metric == Metric.THROUGHPUT ? HumanUnits.throughput(value) : HumanUnits.latency(value);
    }

    private static boolean isHeldOut(TrainedEnsemble ensemble) {
        return Double.isFinite(ensemble.heldOutError());
    }
}
