package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.trial.SustainedProtocol.Length;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SustainedProtocolTest {

    private final SustainedProtocol protocol = new SustainedProtocol(
            5,
            Duration.ofSeconds(60),
            Duration.ZERO,
            Duration.ofSeconds(121),
            Duration.ofSeconds(160),
            4,
            Duration.ZERO,
            Optional.empty());

    /** Without writes there is one state, which takes the whole time. */
    @Test
    void theMeasuredStatesShareTheMeasuredTime() {
        Duration longest = Duration.ofSeconds(40);
        assertThat(protocol.perState(4)).isEqualTo(new Length(Duration.ofSeconds(31), longest, longest));
        assertThat(protocol.perState(1))
                .as("four times as long while debt grows")
                .isEqualTo(new Length(Duration.ofSeconds(121), Duration.ofSeconds(160), Duration.ofSeconds(640)));
    }

    @Test
    void moreStatesThanFourShareFourOpenLoops() {
        assertThat(IntStream.range(0, 8).filter(state -> protocol.hasOpenLoopAfter(state, 8)))
                .containsExactly(0, 2, 4, 6);
        assertThat(IntStream.range(0, 3).filter(state -> protocol.hasOpenLoopAfter(state, 3)))
                .containsExactly(0, 1, 2);
        assertThat(protocol.openLoopsAtRate(8)).isEqualTo(4);
        assertThat(protocol.openLoopsAtRate(1)).isEqualTo(1);
    }

    @Test
    void aFixedLengthDoesNotDependOnTheDebt() {
        Duration fixed = Duration.ofMinutes(20);
        assertThat(protocol.measuring(fixed).perState(1)).isEqualTo(new Length(fixed, fixed, fixed));
    }
}
