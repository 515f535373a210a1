package io.rafiki.benchmark.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.benchmark.result.PairedComparison;
import io.rafiki.benchmark.rewrite.StepResult.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepCostTest {

    private static final int STEP = 2 * StepSeries.WINDOW;

    @Test
    void aBurstCostsItsBytesItsLengthAndTheLossInThatTime() {
        StepResult result = result(StepSeries.withABurst());
        assertThat(result.without()).isEqualTo(new StepCost(0, 0, 0, true));
        assertThat(result.with().megabytes()).isCloseTo(100, within(1e-9));
        assertThat(result.with().seconds()).isEqualTo(10);
        assertThat(result.with().loss()).isCloseTo(0.2, within(1e-9));
        assertThat(result.with().isOver()).isTrue();
    }

    /** Two bursts with a rest between them. */
    @Test
    void theCostEndsWithTheLastExcess() {
        StepCost cost = result(StepSeries.of(
                        second -> switch (second - STEP) {
                            case 0, 20 -> 100;
                            case 2 -> 0;
                            default -> 10;
                        },
                        second -> 1_000))
                .with();
        assertThat(cost.megabytes()).isCloseTo(90 - 10 + 90, within(1e-9));
        assertThat(cost.seconds()).isEqualTo(22);
        assertThat(cost.loss()).isCloseTo(0, within(1e-9));
    }

    @Test
    void fewerCompactionsCostNothing() {
        assertThat(result(StepSeries.of(second -> second < STEP ? 10 : 4, second -> 1_000))
                        .with())
                .isEqualTo(new StepCost(0, 0, 0, true));
    }

    @Test
    void aHigherRateThatStaysIsNotOver() {
        StepCost cost = result(StepSeries.of(second -> second < STEP ? 10 : 14, second -> 1_000))
                .with();
        assertThat(cost.isOver()).isFalse();
        assertThat(cost.seconds()).isEqualTo(StepSeries.WINDOW);
        assertThat(cost.megabytes()).isCloseTo(4.0 * StepSeries.WINDOW / 2, within(1e-9));
    }

    /** Compactions of 20 MB every ten seconds exceed their mean rate each time; a step that changes nothing does not differ. */
    @Test
    void theSawToothOfCompactionsIsNoCostOfTheStep() {
        List<Sample> samples = StepSeries.of(second -> second % 10 == 0 ? 20 : 0, second -> 1_000);
        assertThat(result(samples).with().megabytes()).isCloseTo(16, within(1e-9));
        PairedComparison.Difference difference =
                StepSummary.of(List.of(result(samples))).get(0).difference(StepCost::megabytes);
        assertThat(difference.median()).isCloseTo(0, within(1e-9));
    }

    @Test
    void stepsAreSummarisedByReadRatioDirectionAndWidth() {
        List<StepResult> results = StepCase.all(1).stream()
                .map(what -> StepResult.of(what, StepSeries.withABurst()))
                .toList();
        assertThat(StepSummary.of(results)).hasSize(4).allSatisfy(summary -> {
            assertThat(summary.steps()).hasSize(6);
            assertThat(summary.line())
                    .startsWith("step: " + summary.kind() + " cases=6 megabytes=+100.0 [100.0, 100.0]"
                            + " seconds=+10.0 [10.0, 10.0] loss_percent=+20.0 [20.0, 20.0] not_over=0");
        });
        assertThat(StepSummary.of(results).get(0).kind()).isEqualTo("read_ratio=0.1 towards=tiered width=1");
    }

    private static StepResult result(List<Sample> samples) {
        return StepResult.of(new StepCase(2, 3, 0.1), samples);
    }
}
