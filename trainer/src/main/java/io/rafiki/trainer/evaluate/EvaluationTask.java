package io.rafiki.trainer.evaluate;

import io.rafiki.trainer.table.MeasuredTable;
import java.util.Arrays;
import java.util.concurrent.Callable;

/**
 * One method, trained and tested on one split. Its outcome depends only on the table, the split and the seed.
 *
 * @param protocol split protocol
 * @param size number of training rows
 * @param repeat index from 0
 * @param method the method
 * @param drawn number of pairs of measured and predicted values for the report
 */
record EvaluationTask(
        MeasuredTable table,
        SplitProtocol protocol,
        int size,
        int repeat,
        RegressionMethod method,
        Seeds seeds,
        int drawn)
        implements Callable<EvaluationTask.Outcome> {

    /**
     * What a task gave.
     *
     * @param errors on the held-out rows
     * @param testSize number of held-out rows
     * @param replaced predictions that were not finite and were replaced by the training rows' mean
     * @param refusal why nothing could be learnt, so that the mean was predicted; null if all went well
     * @param seconds taken
     * @param pairs for the report
     * @param gains coverage of predicted gains; none unless pairs are drawn for the report
     */
    record Outcome(
            ErrorMetrics errors,
            int testSize,
            int replaced,
            String refusal,
            double seconds,
            PredictionPairs pairs,
            GainCoverage gains) {}

    @Override
    public Outcome call() throws InterruptedException {
        long start = System.nanoTime();
        Split split = protocol.split(repeat, size);
        TrainingView training = new TrainingView(table, split.train());
        int[] test = split.test();
        double[] mean = new double[test.length];
        double[] deviation = new double[test.length];
        String refusal = null;
        GainCoverage gains = GainCoverage.NONE;
        try {
            RegressionMethod.Predictor model =
                    method.learn(training, seeds.of(method.name() + " " + protocol.name() + " " + size, repeat));
            model.predict(test, mean, deviation);
            gains = drawn == 0 ? gains : GainCoverage.of(table, test, model);
        } catch (IllegalArgumentException nothingLearnt) {
            refusal = nothingLearnt.getMessage();
            Arrays.fill(mean, training.mean());
            Arrays.fill(deviation, 0);
        }
        int replaced = replace(mean, deviation, training.mean());
        double[] measured = Arrays.stream(test).mapToDouble(table::value).toArray();
        return new Outcome(
                ErrorMetrics.of(measured, mean, deviation),
                test.length,
                replaced,
                refusal,
                (System.nanoTime() - start) / 1e9,
                PredictionPairs.drawn(measured, mean, drawn),
                gains);
    }

    /** A model may overflow far from its training rows; what is reported must be numbers. */
    private static int replace(double[] mean, double[] deviation, double by) {
        int replaced = 0;
        for (int i = 0; i < mean.length; i++) {
            if (!Double.isFinite(mean[i]) || !Double.isFinite(deviation[i])) {
                mean[i] = by;
                deviation[i] = 0;
                replaced++;
            }
        }
        return replaced;
    }
}
