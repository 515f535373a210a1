package io.rafiki.benchmark.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class JointWarmUpTest {

    private final JointWarmUp warmUp = new JointWarmUp(Duration.ofSeconds(60), Duration.ofSeconds(180));

    @Test
    void endsForBothWhenBothCompilersAreQuiet() {
        assertThat(warmUp.isOver(0, 30, 0.1)).isFalse();
        assertThat(warmUp.isOver(1, 61, 0.9)).as("one still compiles").isFalse();
        assertThat(warmUp.isOver(0, 61, 0.1)).isFalse();
        assertThat(warmUp.isOver(1, 75, 0.1)).isTrue();
        assertThat(warmUp.isOver(0, 76, 0.9)).as("it does not begin again").isTrue();
    }

    @Test
    void lastsItsMinimum() {
        assertThat(warmUp.isOver(0, 20, 0)).isFalse();
        assertThat(warmUp.isOver(1, 20, 0)).isFalse();
        assertThat(warmUp.isOver(1, 60, 0)).isTrue();
    }

    @Test
    void endsAtItsMaximumWithACompilerAtWork() {
        assertThat(warmUp.isOver(0, 179, 0.1)).isFalse();
        assertThat(warmUp.isOver(1, 180, 0.9)).isTrue();
        assertThat(warmUp.isQuiet()).isFalse();
    }
}
