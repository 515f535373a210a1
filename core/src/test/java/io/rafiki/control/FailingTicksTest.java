package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.machine.ErrorCount;
import io.rafiki.control.machine.LoopPhase;
import io.rafiki.control.reason.Problem.EffectHung;
import io.rafiki.control.reason.Problem.TicksFailed;
import io.rafiki.control.reason.Problem.TunerDisabled;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import io.rafiki.workload.CounterSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ticks that throw are counted, and those that hang are reported. */
@Timeout(150)
class FailingTicksTest extends RiggedTest {

    private final CountDownLatch hung = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @Test
    void theThirdFailureWithinTenMinutesSwitchesTheTunerOffUntilAnOperatorResumes() throws Exception {
        AtomicInteger samples = new AtomicInteger();
        rig.counters = () -> {
            samples.incrementAndGet();
            throw new IllegalStateException("counters are gone");
        };
        rig.startUnticked();
        assertThat(failedTick()).isFalse();
        assertThat(failedTick()).isFalse();
        assertThat(failedTick()).isTrue();
        assertThat(rig.problems())
                .containsExactly(new TunerDisabled(
                        3, Duration.ofMinutes(10), 3, "java.lang.IllegalStateException: counters are gone"));
        rig.tuner.tick();
        assertThat(samples).as("nothing is asked of the node any more").hasValue(3);
        rig.tuner.resume();
        assertThat(failedTick()).isFalse();
        assertThat(rig.tuner.status().faults()).isEqualTo(4);
        assertThat(rig.problems())
                .containsExactly(new TicksFailed(4, "java.lang.IllegalStateException: counters are gone"));
    }

    /** Another client sets a knob meanwhile. */
    @Test
    void aStoppedTunerIsNotSwitchedOffAndReadsTheKnobsWithoutCounters() throws Exception {
        CounterSource sound = rig.counters;
        AtomicBoolean gone = new AtomicBoolean();
        rig.counters = () -> {
            if (gone.get()) {
                throw new IllegalStateException("counters are gone");
            }
            return sound.sample();
        };
        rig.start();
        rig.tuner.stop();
        gone.set(true);
        rig.node.readStage.values.put("MaximumPoolSize", 48);
        rig.pass(Duration.ofSeconds(10));
        for (int i = 0; i < 3; i++) {
            assertThat(failedTick()).isFalse();
        }
        assertThat(rig.tuner.status().phase()).isEqualTo(LoopPhase.STOPPED);
        assertThat(JournalScan.entries(rig.journal))
                .filteredOn(record -> record.kind() == RecordType.EXTERNAL_CHANGE)
                .singleElement()
                .satisfies(record -> assertThat(record.content())
                        .containsEntry("knob", "concurrent_reads")
                        .containsEntry("value", "48"));
    }

    @Test
    void faultsThatAreRareSwitchNothingOff() {
        ErrorCount faults = ErrorCount.NONE;
        Instant at = Instant.EPOCH;
        for (int i = 0; i < 100; i++) {
            at = at.plusSeconds(301);
            faults = faults.with("rare", at);
            assertThat(faults.tooMany()).isFalse();
        }
        assertThat(faults.with("not so rare", at.plusSeconds(1)).tooMany()).isTrue();
    }

    @Test
    void aHungTickIsReported() throws Exception {
        Thread tick = hangingTick();
        rig.pass(Duration.ofSeconds(60));
        assertThat(rig.problems()).containsExactly(new EffectHung("a sample of the node", Duration.ofSeconds(60)));
        assertThat(rig.tuner.status().line()).startsWith("auto: a sample of the node has not ended for 60 s; ");
        end(tick);
        assertThat(rig.tuner.status().line()).startsWith("auto: ");
    }

    @Test
    void theConsoleDoesNotWaitForAHungTick() throws Exception {
        Thread tick = hangingTick();
        assertThat(rig.tuner.status().line()).startsWith("auto: ");
        assertThat(rig.tuner.configuration()).containsEntry("concurrent_writes", "32");
        end(tick);
    }

    private boolean failedTick() {
        try {
            rig.tuner.tick();
            throw new AssertionError("expected a tick that fails");
        } catch (IllegalStateException failure) {
            return rig.tuner.fault(failure);
        }
    }

    private Thread hangingTick() throws Exception {
        rig.counters = () -> {
            hung.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new IllegalStateException("released");
        };
        ControlLoop tuner = rig.startUnticked().tuner;
        Thread tick = new Thread(
                () -> {
                    try {
                        tuner.tick();
                    } catch (IllegalStateException failure) {
                        tuner.fault(failure);
                    }
                },
                "tick");
        tick.setDaemon(true);
        tick.start();
        assertThat(hung.await(10, TimeUnit.SECONDS)).isTrue();
        return tick;
    }

    private void end(Thread tick) throws InterruptedException {
        release.countDown();
        tick.join(10_000);
        assertThat(tick.isAlive()).isFalse();
    }
}
