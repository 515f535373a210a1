package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TunerObjectiveTest {

    private static final TunerObjective LIMITED =
            new TunerObjective(TrialObjective.throughput, OptionalDouble.of(1000));

    @Test
    void aTrialWithinTheLimitHasItsThroughput() {
        Trial trial = atRate(4000, 1000);
        assertThat(LIMITED.value(trial)).hasValue(trial.throughput().mean());
        assertThat(LIMITED.word()).isEqualTo("throughput-p99-1000");
    }

    @Test
    void aTrialThatExceedsTheLimitOrDidNotCarryTheRateCountsAsAFailedOne() {
        for (Trial trial : List.of(atRate(4000, 1001), atRate(3900, 900), Lines.measured("a"))) {
            assertThat(LIMITED.value(trial)).isEmpty();
            assertThat(LIMITED.valueOrFailure(trial)).isZero();
            assertThat(TunerObjective.THROUGHPUT.value(trial))
                    .hasValue(trial.throughput().mean());
        }
    }

    /** Latencies start at the intended start of an operation, so those of an overloaded node can exceed the client's timeout. */
    @Test
    void aFailedTrialHasAHigherLatencyThanAnOverloadedNode() {
        TunerObjective latency = new TunerObjective(TrialObjective.p99, OptionalDouble.empty());
        assertThat(latency.valueOrFailure(atRate(4000, 900))).isEqualTo(900);
        assertThat(latency.valueOrFailure(Lines.ended("b", TrialStatus.FAILED, "node")))
                .isGreaterThan(latency.valueOrFailure(atRate(3000, 20_000_000)));
        assertThat(latency.word()).isEqualTo("p99");
    }

    private static Trial atRate(double achieved, long p99) {
        return Lines.sustained(Lines.measured("a"), List.of(new OpenLoop(null, 4000, achieved, p99, Map.of(), null)));
    }
}
