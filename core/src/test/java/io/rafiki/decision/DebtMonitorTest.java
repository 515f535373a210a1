package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.workload.ClientCounts;
import io.rafiki.workload.Latency;
import io.rafiki.workload.ThroughputTrend;
import io.rafiki.workload.Window;
import io.rafiki.workload.WindowGauges;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Windows of 30 s. */
class DebtMonitorTest {

    private static final Instant START = Instant.parse("2026-11-21T10:15:00Z");
    private static final long SEED = 4;

    @Test
    void reportsDebtThatGrowsByOneCompactionAMinute() {
        DebtMonitor end = after(120, index -> 5 + index / 2.0);
        assertThat(end.growth()).hasValueSatisfying(growth -> {
            assertThat(growth.from()).isLessThan(10);
            assertThat(growth.to()).isGreaterThan(50);
        });
    }

    @Test
    void aBacklogThatRisesAndFallsIsNoGrowth() {
        assertThat(after(240, index -> 50 + 45 * Math.sin(index / 20.0)).growth())
                .isEmpty();
    }

    @Test
    void stationaryNoiseIsNoGrowth() {
        SplittableRandom random = new SplittableRandom(SEED);
        int alarms = 0;
        for (int i = 0; i < 1_000; i++) {
            alarms += after(480, index -> 30 + 10 * random.nextGaussian())
                            .growth()
                            .isPresent()
                    ? 1
                    : 0;
        }
        assertThat(alarms).as("four hours, 1,000 times, seed %d", SEED).isLessThanOrEqualTo(5);
    }

    @Test
    void aNodeWithoutTheGaugeHasNoDebt() {
        assertThat(after(240, index -> Double.NaN).growth()).isEmpty();
    }

    private static DebtMonitor after(int windows, IntToDoubleFunction pending) {
        DebtMonitor monitor = DebtMonitor.NONE;
        for (int i = 0; i < windows; i++) {
            monitor = monitor.with(new Window(
                    START.plusSeconds(30L * i),
                    Duration.ofSeconds(30),
                    500,
                    500,
                    0,
                    1,
                    ThroughputTrend.even(1_000),
                    ClientCounts.NONE,
                    Latency.UNKNOWN,
                    new WindowGauges(
                            Double.NaN,
                            Double.NaN,
                            Double.NaN,
                            Double.NaN,
                            Double.NaN,
                            pending.applyAsDouble(i),
                            Double.NaN),
                    Optional.empty()));
        }
        return monitor;
    }
}
