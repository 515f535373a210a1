package io.rafiki.trainer.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.junit.jupiter.api.Test;

/** Figures against numbers worked out by hand and by commons-math. */
class FiguresTest {

    @Test
    void errorsByHand() {
        ErrorMetrics errors = ErrorMetrics.of(
                new double[] {10, 20, -40, 0}, new double[] {11, 18, -40, 3}, new double[] {1, 1.5, 0.1, 1});
        // 10 %, 10 %, 0 %; the row of 0 has none
        assertThat(errors.mape()).isEqualTo(20.0 / 3, within(1e-12));
        // errors 1, 2, 0, 3; mean -2.5
        assertThat(errors.rmse()).isEqualTo(Math.sqrt(14.0 / 4), within(1e-12));
        assertThat(errors.r2()).isEqualTo(1 - 14 / (156.25 + 506.25 + 1406.25 + 6.25), within(1e-12));
        assertThat(errors.within1()).isEqualTo(0.5);
        assertThat(errors.within2()).isEqualTo(0.75);
    }

    @Test
    void r2IsThatOfALeastSquaresLine() {
        SimpleRegression line = new SimpleRegression();
        Random random = new Random(5);
        double[] measured = new double[30];
        for (int i = 0; i < measured.length; i++) {
            measured[i] = 3 * i + 10 * random.nextGaussian();
            line.addData(i, measured[i]);
        }
        double[] predicted = new double[measured.length];
        for (int i = 0; i < predicted.length; i++) {
            predicted[i] = line.predict(i);
        }
        ErrorMetrics errors = ErrorMetrics.of(measured, predicted, new double[measured.length]);
        assertThat(errors.r2()).isEqualTo(line.getRSquare(), within(1e-12));
        assertThat(errors.rmse()).isEqualTo(Math.sqrt(line.getSumSquaredErrors() / 30), within(1e-12));
        assertThat(errors.within1()).isNaN();
    }

    @Test
    void figuresThatDoNotExistAreNotNumbers() {
        ErrorMetrics errors = ErrorMetrics.of(new double[] {0, 0}, new double[] {1, 1}, new double[2]);
        assertThat(errors.mape()).isNaN();
        assertThat(errors.r2()).isNaN();
        assertThat(errors.rmse()).isEqualTo(1);
    }

    /** The mean of these values differs from them by a rounding error. */
    @Test
    void equalValuesHaveNoR2() {
        double[] measured = {999.9, 999.9, 999.9};
        assertThat(ErrorMetrics.of(measured, new double[] {990, 1000, 1010}, new double[3])
                        .r2())
                .isNaN();
    }

    @Test
    void errorsOfAnySizeHaveTheirFigures() {
        for (double size : new double[] {1e-300, 1e300}) {
            ErrorMetrics errors =
                    ErrorMetrics.of(new double[] {size, 3 * size}, new double[] {2 * size, 3 * size}, new double[2]);
            assertThat(errors.rmse() / size).isEqualTo(Math.sqrt(0.5), within(1e-12));
            assertThat(errors.r2()).isEqualTo(0.5, within(1e-12));
        }
    }

    @Test
    void histogramCountsEveryValueOnce() {
        double[] errors = {-50, -1, -0.2, 0, 0.1, 0.5, 1.1, 90};
        Histogram histogram = Histogram.of(errors);
        assertThat(histogram.bins().stream().mapToInt(Histogram.Bin::count).sum())
                .isEqualTo(errors.length);
        for (Histogram.Bin bin : histogram.bins()) {
            assertThat(bin.from()).isLessThan(bin.to());
        }
        assertThat(histogram.bins())
                .filteredOn(bin -> bin.from() == 0)
                .singleElement()
                .satisfies(bin -> assertThat(bin.count()).isEqualTo(4));
        assertThat(Histogram.quantile(errors, 0.5)).isEqualTo(0);
        assertThat(Histogram.quantile(errors, 0.95)).isEqualTo(90);
    }
}
