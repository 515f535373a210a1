package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.trial.SustainedProtocol.Length;
import java.time.Duration;
import java.util.Optional;
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
    void aFixedLengthDoesNotDependOnTheDebt() {
        Duration fixed = Duration.ofMinutes(20);
        assertThat(protocol.measuring(fixed).perState(1)).isEqualTo(new Length(fixed, fixed, fixed));
    }
}
