package io.rafiki.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReliabilityTest {

    private static final double DEVIATION = 0.05;

    /** Ten gains are 30 % too low, and then ten are 10 % too high. */
    @Test
    void theLastTenEffectsDecideAndHaveASignedMean() {
        List<Double> errors = new ArrayList<>(Collections.nCopies(10, 0.3));
        errors.addAll(Collections.nCopies(10, -0.1));
        Reliability measured = reliability(errors);
        assertThat(measured.isTrusted()).isFalse();
        assertThat(measured.recent()).isEqualTo(10);
        assertThat(-Math.expm1(measured.recentError())).isCloseTo(0.095, within(5e-4));
        assertThat(measured.effects()).isEqualTo(20);
        assertThat(measured.meanError()).isCloseTo(0.2, within(1e-12));
    }

    @Test
    void errorsOfBothSignsCancelOut() {
        Reliability measured = reliability(List.of(0.1, -0.1, 0.1, -0.1));
        assertThat(measured.isTrusted()).isTrue();
        assertThat(measured.recent()).isEqualTo(4);
        assertThat(measured.recentError()).isCloseTo(0, within(1e-12));
        assertThat(measured.meanError()).isCloseTo(0.1, within(1e-12));
    }

    private static Reliability reliability(List<Double> errors) {
        return Reliability.of(errors.stream().map(error -> error / DEVIATION).toList(), errors);
    }
}
