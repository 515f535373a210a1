package io.rafiki.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowGaugesTest {

    @Test
    void aWindowHasTheirMeansAndTheSumOfClientsRequests() {
        WindowAssembler windows =
                new WindowAssembler(Duration.ofSeconds(4), Duration.ofSeconds(1), ChangeTest.STANDARD);
        Window window = null;
        double[] waiting = {100, 0, 2, Double.NaN, 4};
        for (int second = 0; second < waiting.length; second++) {
            CounterSample sample = new CounterSample(
                    second * 1_000_000_000L,
                    List.of(new TableCounts("shop.events", 10L * second, 5L * second, 0)),
                    new ClientCounts(20L * second, 900L * second, 8L * second, 100L * second),
                    new WindowGauges(1_000, Double.NaN, waiting[second], 0, 0, 1, 3));
            window = windows.add(sample, Instant.EPOCH).orElse(window);
        }
        assertThat(window.clients()).isEqualTo(new ClientCounts(80, 3_600, 32, 400));
        assertThat(window.gauges())
                .as("the moment before the window is not in it, nor is one at which nothing was known")
                .isEqualTo(new WindowGauges(1_000, Double.NaN, 2, 0, 0, 1, 3));
    }
}
