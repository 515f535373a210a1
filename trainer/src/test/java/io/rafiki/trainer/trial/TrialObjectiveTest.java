package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrialObjectiveTest {

    /** A node that did not carry the rate has a latency too, which is high enough to lose. */
    @Test
    void theLatencyIsThatOfTheLoadAtThePlannedRate() {
        Trial plain = Lines.measured("a");
        Trial late = Lines.sustained(
                plain,
                List.of(
                        new OpenLoop(0.75, 3000, 3000, 500, Map.of(), null),
                        new OpenLoop(null, 4000, 3500, 900_000, Map.of(), null)));
        assertThat(TrialObjective.p99.value(plain)).isEmpty();
        assertThat(TrialObjective.p99.value(late)).hasValue(900_000);
        assertThat(TrialObjective.throughput.value(late))
                .hasValue(plain.throughput().mean());
        assertThat(TrialObjective.throughput.value(Lines.ended("b", TrialStatus.FAILED, "node")))
                .isEmpty();
    }

    @Test
    void moreThroughputAndLessLatencyAreBetter() {
        assertThat(TrialObjective.throughput.signed(2)).isGreaterThan(TrialObjective.throughput.signed(1));
        assertThat(TrialObjective.p99.signed(2)).isLessThan(TrialObjective.p99.signed(1));
    }
}
