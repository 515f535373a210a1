package io.rafiki.trainer.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.surrogate.RelativeGain;
import io.rafiki.trainer.table.MeasuredTable;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GainCoverageTest {

    private static final double DEVIATION = 0.1;

    /** Four configurations at each of three read ratios have six pairs at each. */
    private final MeasuredTable table = Tables.grid(4, 3);

    @Test
    void countsThePairsAtNearWorkloads() {
        assertThat(coverage(table, 0.5)).isEqualTo(new GainCoverage(18, 18, 18));
        assertThat(coverage(table, -1.5)).isEqualTo(new GainCoverage(18, 0, 18));
        assertThat(coverage(table, 2.5)).isEqualTo(new GainCoverage(18, 0, 0));
        assertThat(GainCoverage.together(List.of(coverage(table, 0.5), coverage(table, 1.5))))
                .isEqualTo(new GainCoverage(36, 18, 36));
    }

    /** One configuration at two workloads is no pair, and neither are two configurations at two workloads. */
    @Test
    void aPairIsWithinAGroupOfTheWorkloadKnob() {
        assertThat(coverage(Tables.gridOfTwoKnobs(4, 3), 0.5)).isEqualTo(new GainCoverage(18, 18, 18));
    }

    @Test
    void aMethodWithoutDeviationsHasNoPairs() {
        assertThat(GainCoverage.of(table, rows(table), (rows, mean, deviation) -> {}))
                .isEqualTo(GainCoverage.NONE);
    }

    /** @param deviations error of each predicted gain */
    private static GainCoverage coverage(MeasuredTable table, double deviations) {
        return GainCoverage.of(table, rows(table), new RegressionMethod.Predictor() {
            @Override
            public void predict(int[] rows, double[] mean, double[] deviation) {
                throw new IllegalStateException("expected gains only");
            }

            @Override
            public Optional<RelativeGain> gain(int from, int to) {
                double gain = table.value(to) / table.value(from) - 1;
                return Optional.of(new RelativeGain(gain + deviations * DEVIATION, DEVIATION));
            }
        });
    }

    private static int[] rows(MeasuredTable table) {
        return IntStream.range(0, table.rows()).toArray();
    }
}
