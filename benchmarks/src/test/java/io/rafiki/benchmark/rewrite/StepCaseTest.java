package io.rafiki.benchmark.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StepCaseTest {

    @Test
    void theScaleIsThatOfTheStrategy() {
        assertThat(new StepCase(-8, -7, 0.9)).hasToString("Unified(L10) -> Unified(L9), 90 % reads");
        assertThat(new StepCase(0, -1, 0.1)).hasToString("Unified(N) -> Unified(L3), 10 % reads");
        assertThat(new StepCase(7, 8, 0.5)).hasToString("Unified(T9) -> Unified(T10), 50 % reads");
        assertThat(RewriteCase.options(new StepCase(0, 1, 0.1).before()))
                .isEqualTo(Map.of("class", "UnifiedCompactionStrategy", "scaling_parameters", "N"));
    }

    @Test
    void eachStepIsMeasuredThereAndBackAtBothReadRatios() {
        List<StepCase> cases = StepCase.all(1);
        assertThat(cases).hasSize(24).doesNotHaveDuplicates().allSatisfy(step -> {
            assertThat(step.from()).isBetween(-8, 8);
            assertThat(step.to()).isBetween(-8, 8);
            assertThat(cases).contains(new StepCase(step.to(), step.from(), step.readRatio()));
        });
        assertThat(cases).extracting(StepCase::readRatio).containsOnly(0.1, 0.9);
    }

    /** The steps of the knob catalogue are wider. */
    @Test
    void wideStepsStayOnTheScale() {
        assertThat(StepCase.all(6))
                .hasSize(20)
                .contains(new StepCase(-8, -2, 0.1))
                .allSatisfy(step -> assertThat(Math.max(step.from(), step.to())).isLessThanOrEqualTo(8));
        assertThat(StepCase.all(16)).hasSize(4);
    }
}
