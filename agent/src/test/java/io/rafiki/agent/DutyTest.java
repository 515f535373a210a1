package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.surrogate.BundleException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(150)
class DutyTest {

    private static final Duration PERIOD = Duration.ofMillis(1);

    @TempDir
    Path folder;

    @Test
    void whateverATickThrowsIsCountedAndTheThirdSwitchesItOffUntilAHumanResumes() throws Exception {
        AtomicInteger samples = new AtomicInteger();
        Rig rig = new Rig(folder);
        rig.counters = () -> {
            switch (samples.getAndIncrement() % 3) {
                case 0 -> throw new IllegalStateException("counters are gone");
                case 1 -> throw new NoClassDefFoundError("io/rafiki/Gone");
                default -> throw new StackOverflowError();
            }
        };
        try (Duty duty = new Duty(rig.startUnticked().tuner, PERIOD)) {
            Thread thread = start(duty);
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> rig.tuner.status().line().contains("switched off"));
            assertThat(rig.tuner.status().faults()).isEqualTo(3);
            assertThat(rig.tuner.status().line())
                    .contains("switched off after 3 faults within 10 min; resume ends it; 3 faults, the last: java.lang"
                            + ".StackOverflowError");
            assertThat(samples).as("nothing is asked of the node any more").hasValue(3);
            assertThat(thread.isAlive()).isTrue();
            rig.tuner.resume();
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> rig.tuner.status().faults() == 6);
        }
        rig.stop();
    }

    @Test
    void faultsThatAreRareSwitchNothingOff() throws Exception {
        FaultLog faults = new FaultLog();
        Instant at = Instant.EPOCH;
        for (int i = 0; i < 100; i++) {
            at = at.plusSeconds(301);
            assertThat(faults.add(new IllegalStateException("rare"), at)).isFalse();
        }
        assertThat(faults.tooMany()).isFalse();
        assertThat(faults.add(new IllegalStateException("not so rare"), at.plusSeconds(1)))
                .isTrue();
        assertThat(faults.add(new IllegalStateException("more"), at.plusSeconds(2)))
                .as("said once")
                .isFalse();
    }

    @Test
    void aHungTickIsReported() throws Exception {
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
        try (Duty duty = new Duty(rig.startUnticked().tuner, PERIOD)) {
            start(duty);
            assertThat(hung.await(10, TimeUnit.SECONDS)).isTrue();
            rig.pass(Duration.ofSeconds(60));
            assertThat(rig.tuner.status().line())
                    .startsWith("hung: a tick has been under way for 60 s; before it: auto: ");
            release.countDown();
        }
        assertThat(rig.tuner.status().line()).startsWith("auto: ");
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
