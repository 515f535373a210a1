package io.rafiki.trainer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.statistics.ConfidenceInterval;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class FormatTest {

    @Test
    void aChangeHasSignsAndNoNegativeZero() {
        assertThat(Format.change(new ConfidenceInterval(-0.0001, -0.02, 0.0199)))
                .isEqualTo("+0.0 % [-2.0, +2.0]");
    }

    /** The latency of a load that was not carried. */
    @Test
    void aChangeCanBeInfinite() {
        double infinite = Double.POSITIVE_INFINITY;
        assertThat(Format.change(new ConfidenceInterval(infinite, 0.25, infinite)))
                .isEqualTo("infinite [+25.0, infinite]");
        assertThat(Format.change(new ConfidenceInterval(infinite, Double.NaN, Double.NaN)))
                .isEqualTo("infinite");
    }

    @Test
    void timesAreLocalToTheSecond() {
        assertThat(Format.time(Instant.parse("2027-01-15T08:00:00.75Z"), ZoneId.of("Europe/Berlin")))
                .isEqualTo("2027-01-15 09:00:00 CET");
    }
}
