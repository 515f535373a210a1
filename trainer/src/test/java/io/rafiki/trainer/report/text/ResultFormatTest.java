package io.rafiki.trainer.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.evaluate.ResultRow;
import io.rafiki.trainer.evaluate.ValidationResult;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import org.junit.jupiter.api.Test;

class ResultFormatTest {

    private static final ConfidenceInterval NONE = interval(Double.NaN);

    @Test
    void anIntervalIsInBrackets() {
        assertThat(ResultFormat.interval(new ConfidenceInterval(12.345, 1.5, 1234.5)))
                .isEqualTo("12.35 [1.500, 1,235]");
        assertThat(ResultFormat.interval(interval(3))).isEqualTo("3.000");
    }

    /** On the page and in the terminal. */
    @Test
    void anInfiniteValueIsAbsent() {
        assertThat(ResultFormat.interval(interval(Double.POSITIVE_INFINITY))).isEqualTo("-");
        assertThat(ResultFormat.signed(interval(Double.POSITIVE_INFINITY))).isEqualTo("-");
    }

    @Test
    void theDifferenceToTheEnsembleStatesWhetherItIsSignificant() {
        assertThat(ResultFormat.difference(row("forest", new ConfidenceInterval(2, 1, 3))))
                .isEqualTo("+2.000 [1.000, 3.000]");
        assertThat(ResultFormat.difference(row("forest", new ConfidenceInterval(1, -1, 3))))
                .isEqualTo("+1.000 [-1.000, 3.000] not significant");
        assertThat(ResultFormat.difference(row("forest", new ConfidenceInterval(-2, -3, -1))))
                .isEqualTo("-2.000 [-3.000, -1.000] better than the ensemble");
        assertThat(ResultFormat.difference(row("forest", interval(2)))).isEqualTo("+2.000 in one repeat");
        assertThat(ResultFormat.difference(row("forest", NONE))).isEqualTo("-");
        assertThat(ResultFormat.difference(row(ValidationResult.ENSEMBLE, NONE)))
                .isEmpty();
    }

    @Test
    void coverageIsInPercent() {
        assertThat(ResultFormat.coverage(row("forest", NONE))).isEqualTo("68 %, 95 %");
    }

    private static ConfidenceInterval interval(double mean) {
        return new ConfidenceInterval(mean, Double.NaN, Double.NaN);
    }

    private static ResultRow row(String method, ConfidenceInterval behind) {
        return new ResultRow(method, 100, 50, NONE, NONE, NONE, 0.68, 0.95, behind, NONE);
    }
}
