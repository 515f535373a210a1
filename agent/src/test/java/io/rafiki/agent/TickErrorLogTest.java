package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class TickErrorLogTest {

    private final List<String> logged = new ArrayList<>();
    private long now = 1;

    private final TickErrorLog errors = new TickErrorLog(
            (Logger) Proxy.newProxyInstance(
                    Logger.class.getClassLoader(), new Class<?>[] {Logger.class}, (proxy, method, arguments) -> {
                        logged.add(
                                method.getName() + " " + arguments[0] + ": " + ((Throwable) arguments[1]).getMessage());
                        return null;
                    }),
            "a tick failed",
            () -> now);

    @Test
    void aRepetitionIsLoggedAtDebug() {
        fail("counters are gone", Duration.ZERO);
        fail("counters are gone", Duration.ofSeconds(1));
        fail("no quorum", Duration.ofSeconds(1));
        fail("counters are gone", Duration.ofSeconds(1));
        assertThat(logged)
                .containsExactly(
                        "warn a tick failed: counters are gone",
                        "debug a tick failed: counters are gone",
                        "warn a tick failed: no quorum",
                        "warn a tick failed: counters are gone");
    }

    @Test
    void theSameErrorIsAWarningAgainAfterAnHourWithoutIt() {
        fail("counters are gone", Duration.ZERO);
        fail("counters are gone", Duration.ofMinutes(59));
        fail("counters are gone", Duration.ofMinutes(59));
        fail("counters are gone", Duration.ofHours(1));
        assertThat(logged)
                .containsExactly(
                        "warn a tick failed: counters are gone",
                        "debug a tick failed: counters are gone",
                        "debug a tick failed: counters are gone",
                        "warn a tick failed: counters are gone");
    }

    private void fail(String message, Duration later) {
        now += later.toNanos();
        errors.log(new IllegalStateException(message));
    }
}
