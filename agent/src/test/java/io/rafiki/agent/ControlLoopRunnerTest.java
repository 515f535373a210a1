package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.record.LoopTimings;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(150)
class ControlLoopRunnerTest {

    private static final Duration PERIOD = Duration.ofMillis(1);

    private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();

    @Test
    void whateverATickThrowsIsReportedAndTheNextTickFollows() {
        AtomicInteger ticks = new AtomicInteger();
        Runnable tick = () -> {
            switch (ticks.getAndIncrement() % 3) {
                case 0 -> throw new IllegalStateException("counters are gone");
                case 1 -> throw new NoClassDefFoundError("io/rafiki/Gone");
                default -> throw new StackOverflowError();
            }
        };
        try (ControlLoopRunner duty = new ControlLoopRunner(tick, this::keep, PERIOD, LoopTimings.NONE)) {
            Thread thread = start(duty);
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> faults.size() >= 6);
            assertThat(thread.isAlive()).isTrue();
        }
        assertThat(List.copyOf(faults).subList(0, 6))
                .extracting(Throwable::getClass)
                .containsExactly(
                        IllegalStateException.class,
                        NoClassDefFoundError.class,
                        StackOverflowError.class,
                        IllegalStateException.class,
                        NoClassDefFoundError.class,
                        StackOverflowError.class);
    }

    @Test
    void theDurationOfEachTickIsRecordedAlsoOfOneThatFails() {
        Queue<Duration> times = new ConcurrentLinkedQueue<>();
        Runnable tick = () -> {
            throw new IllegalStateException("counters are gone");
        };
        LoopTimings timings = (step, time) -> {
            assertThat(step).isEqualTo(LoopTimings.Step.TICK);
            times.add(time);
        };
        try (ControlLoopRunner duty = new ControlLoopRunner(tick, this::keep, PERIOD, timings)) {
            start(duty);
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> times.size() >= 2);
        }
        assertThat(times).allMatch(time -> time.compareTo(Duration.ZERO) > 0);
        assertThat(faults).allMatch(fault -> fault.getMessage().equals("counters are gone"));
    }

    @Test
    void anErrorInTheReportItselfDoesNotEndTheThread() {
        AtomicInteger ticks = new AtomicInteger();
        Runnable tick = () -> {
            ticks.incrementAndGet();
            throw new IllegalStateException("a tick");
        };
        try (ControlLoopRunner duty = new ControlLoopRunner(
                tick,
                failure -> {
                    throw new StackOverflowError();
                },
                PERIOD,
                LoopTimings.NONE)) {
            Thread thread = start(duty);
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> ticks.get() >= 3);
            assertThat(thread.isAlive()).isTrue();
        }
    }

    @Test
    void closeWaitsForTheTickThatIsUnderWay() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        ControlLoopRunner duty = new ControlLoopRunner(
                () -> {
                    begun.countDown();
                    try {
                        release.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                this::keep,
                PERIOD,
                LoopTimings.NONE);
        Thread thread = start(duty);
        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        release.countDown();
        duty.close();
        assertThat(thread.isAlive()).isFalse();
        assertThat(faults).isEmpty();
    }

    @Test
    void closeEndsAThreadThatWaitsForItsNextTick() {
        CountDownLatch ticked = new CountDownLatch(1);
        ControlLoopRunner duty =
                new ControlLoopRunner(ticked::countDown, this::keep, Duration.ofHours(1), LoopTimings.NONE);
        Thread thread = start(duty);
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> ticked.getCount() == 0);
        duty.close();
        assertThat(thread.isAlive()).isFalse();
    }

    private boolean keep(Throwable failure) {
        return !faults.add(failure);
    }

    private static Thread start(ControlLoopRunner duty) {
        Thread thread = new Thread(duty, "rafiki");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
