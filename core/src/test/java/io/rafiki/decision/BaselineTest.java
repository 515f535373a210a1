package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.ClientCounts;
import io.rafiki.workload.Latency;
import io.rafiki.workload.MeanLatency;
import io.rafiki.workload.ThroughputTrend;
import io.rafiki.workload.Window;
import io.rafiki.workload.WindowDefect.Idle;
import io.rafiki.workload.WindowGauges;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Windows of 30 s with reads only. */
class BaselineTest {

    private static final Instant START = Instant.parse("2026-11-21T10:15:00Z");
    private static final Duration LENGTH = Duration.ofSeconds(30);
    private static final RegressionLimits LIMITS = new RegressionLimits(Duration.ofMinutes(5), 0.1);

    @Test
    void theLastWindowsOfOneDemandAreOne() {
        Baseline baseline = baseline(
                List.of(window(0, 1_000, 100), window(1, 2_000, 500), window(2, 2_100, 400), window(3, 1_950, 600)));
        assertThat(baseline.window().reads()).isEqualTo(30 * (2_000 + 2_100 + 1_950));
        assertThat(baseline.window().requestsPerSecond()).isEqualTo((2_000 + 2_100 + 1_950) / 3.0, within(0.1));
        assertThat(baseline.window().latency().reads().micros())
                .isEqualTo((2_000 * 500 + 2_100 * 400 + 1_950 * 600) / 6_050.0, within(0.1));
        assertThat(baseline.window().latency().reads().error()).isEqualTo(5 / Math.sqrt(3), within(0.01));
        assertThat(baseline.length()).isEqualTo(LENGTH);
        assertThat(baseline.scatter()).as("too few windows").isZero();
    }

    /** Latencies of 500 and 600 us in turn: the median of the differences is 0 or ln 1.2. */
    @Test
    void theScatterIsThatBetweenWindows() {
        List<Window> windows = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            windows.add(window(i, 1_000, i % 2 == 0 ? 500 : 600));
        }
        Baseline baseline = baseline(windows);
        assertThat(baseline.scatter()).isEqualTo(1.4826 * Math.log(1.2) / Math.sqrt(2), within(1e-9));
        assertThat(baseline.error()).as("of ten windows").isEqualTo(baseline.scatter() / Math.sqrt(2), within(1e-9));
        assertThat(baseline.window().reads()).isEqualTo(10 * 30 * 1_000);
    }

    /** The change halved the latency. */
    @Test
    void theEffectOfAChangeIsNoScatter() {
        List<Window> windows = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            windows.add(window(i, 1_000, i < 20 ? 500 : 250));
        }
        List<Instant> changes = List.of(START.plus(LENGTH.multipliedBy(20)));
        assertThat(Baseline.of(windows, last(windows), changes, Duration.ZERO, LIMITS, ChangeTest.STANDARD)
                        .orElseThrow()
                        .scatter())
                .isZero();
    }

    @Test
    void windowsBeforeTheLastChangeDoNotCount() {
        List<Window> windows = List.of(window(0, 1_000, 500), window(1, 1_000, 500), window(2, 1_000, 400));
        List<Instant> change = List.of(START.plusSeconds(30));
        Duration coolDown = Duration.ofSeconds(15);
        assertThat(Baseline.of(windows, last(windows), change, coolDown, LIMITS, ChangeTest.STANDARD)
                        .orElseThrow()
                        .window())
                .isEqualTo(windows.get(2));
        assertThat(Baseline.of(
                                windows.subList(0, 2),
                                Optional.of(window(2, 1_000, 900)),
                                change,
                                coolDown,
                                LIMITS,
                                ChangeTest.STANDARD)
                        .orElseThrow()
                        .window())
                .as("a disturbed window counts less than an old one")
                .isEqualTo(windows.get(1));
    }

    @Test
    void withoutAUsualWindowTheLastOneCounts() {
        Window only = window(0, 1_000, 500);
        assertThat(Baseline.of(List.of(), Optional.of(only), List.of(), Duration.ZERO, LIMITS, ChangeTest.STANDARD)
                        .orElseThrow())
                .isEqualTo(Baseline.of(only));
        assertThat(Baseline.of(List.of(), Optional.empty(), List.of(), Duration.ZERO, LIMITS, ChangeTest.STANDARD))
                .isEmpty();
        assertThat(Baseline.of(List.of(), Optional.of(idle()), List.of(), Duration.ZERO, LIMITS, ChangeTest.STANDARD))
                .isEmpty();
    }

    /** An invalid window says nothing about the workload. */
    @Test
    void anInvalidWindowIsNoBaseline() {
        Window usual = window(0, 1_000, 500);
        assertThat(Baseline.of(
                                List.of(usual),
                                Optional.of(idle()),
                                List.of(),
                                Duration.ZERO,
                                LIMITS,
                                ChangeTest.STANDARD)
                        .orElseThrow()
                        .window())
                .isEqualTo(usual);
        Window before = new Window(
                START.minus(LENGTH),
                LENGTH,
                0,
                30_000,
                0,
                1,
                usual.pace(),
                usual.clients(),
                usual.latency(),
                usual.gauges(),
                Optional.empty());
        assertThat(baseline(List.of(before, usual), Optional.of(idle())).window())
                .as("the newest workload")
                .isEqualTo(usual);
    }

    /** A window in which clients work for less than three samples has a mean latency without an error. */
    @Test
    void windowsWithoutAKnownLatencyCountOnlyIfAllAre() {
        Window known = window(0, 1_000, 500);
        Window unknown = window(1, 1_000, Double.NaN);
        assertThat(baseline(List.of(known, unknown)).window()).isEqualTo(known);
        assertThat(baseline(List.of(unknown)).window()).isEqualTo(unknown);
    }

    private static Baseline baseline(List<Window> windows) {
        return baseline(windows, last(windows));
    }

    private static Baseline baseline(List<Window> windows, Optional<Window> last) {
        return Baseline.of(windows, last, List.of(), Duration.ZERO, LIMITS, ChangeTest.STANDARD)
                .orElseThrow();
    }

    private static Optional<Window> last(List<Window> windows) {
        return Optional.of(windows.get(windows.size() - 1));
    }

    private static Window window(int index, long perSecond, double micros) {
        long reads = 30 * perSecond;
        return new Window(
                START.plus(LENGTH.multipliedBy(index)),
                LENGTH,
                reads,
                0,
                0,
                1,
                ThroughputTrend.even((double) perSecond),
                new ClientCounts(reads, 0, 0, 0),
                new Latency(new MeanLatency(micros, 5), MeanLatency.UNKNOWN),
                WindowGauges.UNKNOWN,
                Optional.empty());
    }

    private static Window idle() {
        return new Window(START, LENGTH, 0, 0, 0, 1, ThroughputTrend.even(0), Optional.of(new Idle()));
    }
}
