package io.rafiki.trainer.screening;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.RealKnob;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FactorLevelsTest {

    @Test
    void wideRangesAreSpreadInEqualRatiosAroundTheDefault() {
        assertThat(FactorLevels.all(new IntegerKnob("a", "", 8, 128, Map.of(), 32), 4))
                .containsExactly(8.0, 20.0, 32.0, 128.0);
        assertThat(FactorLevels.all(new IntegerKnob("a", "", 1, 4, Map.of(), 2), 4))
                .containsExactly(1.0, 2.0, 3.0, 4.0);
    }

    @Test
    void specialValuesAndTheDefaultAreAmongThem() {
        assertThat(FactorLevels.all(new IntegerKnob("a", "", 64, 128, Map.of("off", 0L), 0), 4))
                .containsExactly(0.0, 64.0, 96.0, 128.0);
        assertThat(FactorLevels.all(new IntegerKnob("a", "", 16, 256, Map.of("unlimited", 0L), 64), 4))
                .containsExactly(0.0, 16.0, 64.0, 256.0);
        // the default is nearest to an end, which stays
        assertThat(FactorLevels.all(new IntegerKnob("a", "", 2, 40, Map.of("off", 0L), 20), 4))
                .containsExactly(0.0, 2.0, 20.0, 40.0);
        assertThat(FactorLevels.all(new IntegerKnob("a", "", 500, 10_000, Map.of(), 10_000), 2))
                .containsExactly(500.0, 10_000.0);
        assertThat(FactorLevels.all(new IntegerKnob("a", "", 5, 5, Map.of("off", 0L), 0), 4))
                .containsExactly(0.0, 5.0);
    }

    @Test
    void aRangeMayBeReal() {
        assertThat(FactorLevels.all(new RealKnob("a", "", 0.05, 0.7, 0.333333), 4))
                .containsExactly(0.05, 0.121, 0.333333, 0.7);
    }

    @Test
    void allChoicesAreTried() {
        assertThat(FactorLevels.all(new CategoricalKnob("a", List.of("x", "y", "z"), 1), 2))
                .containsExactly(0.0, 1.0, 2.0);
    }

    @Test
    void twoLevelsAreTheEndsOrOffAndTheMost() {
        assertThat(FactorLevels.two(new IntegerKnob("a", "", 8, 128, Map.of(), 32)))
                .containsExactly(8.0, 128.0);
        assertThat(FactorLevels.two(new IntegerKnob("a", "", 64, 128, Map.of("off", 0L), 0)))
                .containsExactly(0.0, 128.0);
        assertThat(FactorLevels.two(new CategoricalKnob("a", List.of("x", "y", "z"), 1)))
                .containsExactly(1.0, 0.0);
        assertThat(FactorLevels.two(new CategoricalKnob("a", List.of("x", "y"), 0)))
                .containsExactly(0.0, 1.0);
    }
}
