package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.surrogate.BundleException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class DutyTest {

    private static final Duration PERIOD = Duration.ofMillis(1);

    @TempDir
    Path folder;

    @Test
    void whateverATickThrowsIsCountedAndTheLoopGoesOn() throws Exception {
        CountDownLatch four = new CountDownLatch(4);
        AtomicInteger ticks = new AtomicInteger();
        Rig rig = new Rig(folder);
        rig.counters = () -> {
            four.countDown();
            switch (ticks.getAndIncrement() % 3) {
                case 0 -> throw new IllegalStateException("counters are gone");
                case 1 -> throw new NoClassDefFoundError("io/rafiki/Gone");
                default -> throw new StackOverflowError();
            }
        };
        try (Duty duty = new Duty(rig.startUnticked().tuner, PERIOD)) {
            start(duty);
            assertThat(four.await(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(rig.tuner.status().faults()).isGreaterThanOrEqualTo(3);
        assertThat(rig.tuner.status().line()).contains(" faults, the last: ");
        rig.stop();
    }

    @Test
    void theConsoleDoesNotWaitForAHungTick() throws Exception {
        CountDownLatch hung = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Rig rig = new Rig(folder);
        rig.counters = () -> {
            hung.countDown();
            try {
                release.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            throw new IllegalStateException("released");
        };
        Duty duty = new Duty(rig.startUnticked().tuner, PERIOD);
        Thread thread = start(duty);
        assertThat(hung.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(rig.tuner.status().line()).startsWith("auto: ");
        assertThat(rig.tuner.configuration()).containsEntry("concurrent_writes", "32");
        release.countDown();
        duty.close();
        assertThat(thread.isAlive()).isFalse();
        rig.stop();
    }

    @Test
    void closeEndsTheThread() throws Exception {
        Rig rig = new Rig(folder);
        rig.bundles = file -> {
            throw new BundleException("none");
        };
        Duty duty = new Duty(rig.start().tuner, Duration.ofHours(1));
        Thread thread = start(duty);
        duty.close();
        thread.join(10_000);
        assertThat(thread.isAlive()).isFalse();
        rig.stop();
    }

    private static Thread start(Duty duty) {
        Thread thread = new Thread(duty, "rafiki");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
