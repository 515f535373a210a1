package io.rafiki.benchmark.surrogate;

import io.rafiki.benchmark.result.PairedComparison;
import io.rafiki.trainer.evaluate.PublishedFigure;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.inference.TTest;

/**
 * The errors on one table with one number of training rows, in percent, in pairs over the repeats.
 *
 * @param table name of the table
 * @param trainSize number of training rows
 * @param errors without and with the lower noise prior
 * @param published the least published error
 */
record TableResult(String table, int trainSize, PairedComparison errors, Optional<PublishedFigure> published) {

    /** The p value of the two-sided paired t test of the logarithms; 1 if all pairs have the same ratio. */
    double p() {
        double[] logs = IntStream.range(0, errors.with().size())
                .mapToDouble(
                        i -> Math.log(errors.with().get(i) / errors.without().get(i)))
                .toArray();
        return StatUtils.variance(logs) > 0 ? new TTest().tTest(0, logs) : 1;
    }
}
