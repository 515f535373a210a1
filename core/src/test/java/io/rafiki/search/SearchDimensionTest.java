package io.rafiki.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.RealKnob;
import io.rafiki.surrogate.Models;
import io.rafiki.surrogate.TrainingDomain;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SearchDimensionTest {

    private final Knob writes = new IntegerKnob("concurrent_writes", "", 8, 128, Map.of("off", 0L), 32);

    @Test
    void roundsPositionsToValues() {
        SearchDimension axis = SearchDimension.of(writes);
        assertThat(axis.code(0)).isEqualTo(8);
        assertThat(axis.code(0.5)).as("logarithmic").isEqualTo(32);
        assertThat(axis.code(1.7)).isEqualTo(128);
        assertThat(axis.code(-3)).isEqualTo(8);
        assertThat(axis.code(0.51)).isEqualTo(33);
        for (double code = 8; code <= 128; code++) {
            assertThat(axis.code(axis.position(code))).isEqualTo(code);
        }
    }

    @Test
    void aHeldKnobHasOneValue() {
        SearchDimension axis = SearchDimension.fixed(17);
        assertThat(axis.grid(50)).containsExactly(17);
        assertThat(axis.nearest(90)).isEqualTo(17);
    }

    @Test
    void keepsToWhatTheTrialsHeld() {
        SearchDimension axis = SearchDimension.of(writes).within(new TrainingDomain.Seen(16, 64, List.of()));
        assertThat(axis.singles()).isEmpty();
        assertThat(axis.code(0)).isEqualTo(16);
        assertThat(axis.code(1)).isEqualTo(64);
        SearchDimension onlyOff =
                SearchDimension.of(writes).within(new TrainingDomain.Seen(Double.NaN, Double.NaN, List.of(0.0)));
        assertThat(onlyOff.grid(9)).containsExactly(0);
    }

    @Test
    void aGridHoldsEveryValueOfASmallRange() {
        assertThat(SearchDimension.of(new IntegerKnob("k", "", 3, 6, Map.of("off", 0L), 3))
                        .grid(10))
                .containsExactly(0, 3, 4, 5, 6);
        assertThat(SearchDimension.of(writes).grid(5)).containsExactly(0, 8, 16, 32, 64, 128);
        assertThat(SearchDimension.of(Models.space().knob(3)).grid(3)[2]).isCloseTo(0.7, within(1e-12));
    }

    @Test
    void smallNumbersOfALogarithmicRangeKeepTwoDigits() {
        SearchDimension axis = SearchDimension.of(new RealKnob("share", "", 0.0001, 0.1, 0.01));
        for (double code : new double[] {0.0001, 0.00023, 0.0009, 0.0047, 0.038, 0.1}) {
            assertThat(axis.code(axis.position(code))).isEqualTo(code);
            assertThat(axis.rounded(1.0001 * code)).isEqualTo(code);
        }
        assertThat(axis.rounded(0.00005)).as("in the range").isEqualTo(0.0001);
        SearchDimension cleanup = SearchDimension.of(Models.space().knob(3));
        assertThat(cleanup.rounded(0.08234)).isEqualTo(0.082);
        assertThat(cleanup.rounded(0.333333)).isEqualTo(0.333);
    }

    @Test
    void aRangeOfZeroHasOneValue() {
        Knob share = new RealKnob("share", "", 0, 1, 0);
        SearchDimension axis = SearchDimension.of(share).within(new TrainingDomain.Seen(0, 0, List.of()));
        assertThat(axis.code(0.5)).isZero();
        assertThat(axis.rounded(0)).isZero();
        SearchDimension threads = SearchDimension.of(writes).within(new TrainingDomain.Seen(64, 64, List.of(0.0)));
        assertThat(threads.grid(9)).containsExactly(0, 64);
        assertThat(threads.holds(64)).isTrue();
        assertThat(threads.position(64)).isZero();
        assertThat(threads.code(1)).isEqualTo(64);
    }
}
