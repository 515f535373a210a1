package io.rafiki.trainer.evaluate;

import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.table.MeasuredTable;
import io.rafiki.trainer.train.TrainingData;
import io.rafiki.trainer.train.TrialSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Trials as a table: the knobs of their space, their workloads, one metric as what was measured. */
public final class TrialTable {

    private TrialTable() {}

    /**
     * The table of a file's trials.
     *
     * @param source the file, as the user named it
     * @param metric that was measured
     * @throws IllegalArgumentException with one line if too few trials measured the metric
     */
    public static MeasuredTable of(String source, TrialSet set, Metric metric) {
        if (!set.measured().containsKey(metric)) {
            throw new IllegalArgumentException("--metric: expected one that at least " + TrialSet.FEWEST
                    + " trials measured, found " + metric.key() + ". These trials have "
                    + set.measured().keySet().stream().map(Metric::key).collect(Collectors.joining(", ")) + ".");
        }
        TrainingData samples = set.measured().get(metric).samples();
        List<TrainingData.Point> points = samples.points();
        int width = samples.space().size();
        double[] codes = new double[points.size() * width];
        for (int p = 0; p < points.size(); p++) {
            System.arraycopy(points.get(p).configuration().codes(), 0, codes, p * width, width);
        }
        return new MeasuredTable(
                source,
                metric.key() + " in " + metric.unit(),
                samples.space(),
                codes,
                points.stream().map(TrainingData.Point::workload).toList(),
                points.stream().mapToDouble(TrainingData.Point::value).toArray(),
                -1,
                treatments(set, metric, points.size()));
    }

    private static List<String> treatments(TrialSet set, Metric metric, int used) {
        List<String> treatments =
                new ArrayList<>(List.of("trials: " + set.account() + "; those with a valid rate are used"));
        int unused = set.samples().points().size() - used;
        if (unused > 0) {
            treatments.add(unused
                    + (unused == 1 ? " trial" : " trials")
                    + (metric == Metric.P99_AT_RATE
                            ? " left out: no rate of the plan, or the node did not carry it"
                            : " left out: too few such operations for a 99th percentile"));
        }
        return treatments;
    }
}
