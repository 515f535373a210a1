package io.rafiki.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.workload.WindowDefect.CountersBackwards;
import io.rafiki.workload.WindowDefect.CountersImplausible;
import io.rafiki.workload.WindowDefect.Event;
import io.rafiki.workload.WindowDefect.SamplesMissing;
import io.rafiki.workload.WindowDefect.Shifting;
import io.rafiki.workload.WindowDefect.TablesChanged;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WindowAssemblerTest {

    private static final Instant ORIGIN = Instant.parse("2026-11-21T10:15:00Z");

    private final WindowAssembler assembler =
            new WindowAssembler(Duration.ofSeconds(10), Duration.ofSeconds(1), ChangeTest.STANDARD);
    private final List<Window> windows = new ArrayList<>();
    private long second;
    private long reads = 7_000;
    private long writes = 3_000;
    private long scans = 10;

    @Test
    void sumsTheDifferencesOfAllUserTables() {
        second(new TableCounts("a.x", 100, 50, 0), new TableCounts("a.y", 1, 1, 1));
        for (int i = 1; i <= 10; i++) {
            second(new TableCounts("a.y", 1 + i, 1, 1 + i), new TableCounts("a.x", 100 + 6 * i, 50 + 2 * i, 0));
        }
        assertThat(windows).hasSize(1);
        Window window = windows.get(0);
        assertThat(window.state()).isEqualTo("valid");
        assertThat(window.defect()).isEmpty();
        assertThat(window.reads()).isEqualTo(70);
        assertThat(window.writes()).isEqualTo(20);
        assertThat(window.scans()).isEqualTo(10);
        assertThat(window.readRatio()).isEqualTo(0.8);
        assertThat(window.operationsPerSecond()).isCloseTo(10, within(1e-9));
        assertThat(window.start()).isEqualTo(ORIGIN);
        assertThat(window.end()).isEqualTo(ORIGIN.plusSeconds(10));
    }

    @Test
    void windowsFollowEachOtherWithoutAHole() {
        run(30, 70, 30);
        assertThat(windows).hasSize(3).allMatch(Window::valid);
        assertThat(windows.get(1).start()).isEqualTo(windows.get(0).end());
        assertThat(windows.stream().mapToLong(Window::operations).sum()).isEqualTo(3_000);
    }

    @Test
    void aStepInsideAWindowIsShiftingAndOpensTheNextWindow() {
        run(6, 900, 100);
        run(4, 100, 900);
        assertThat(windows).hasSize(1);
        assertThat(windows.get(0).state()).isEqualTo("shifting");
        assertThat(windows.get(0).defect()).contains(new Shifting("read ratio", 0.9, 0.1, Duration.ofSeconds(4)));
        assertThat(assembler.elapsed()).isEqualTo(Duration.ofSeconds(4));
        run(6, 100, 900);
        assertThat(windows).hasSize(2);
        assertThat(windows.get(1).defect()).isEmpty();
        assertThat(windows.get(1).readRatio()).isCloseTo(0.1, within(1e-9));
        assertThat(windows.get(1).start()).isEqualTo(ORIGIN.plusSeconds(6));
    }

    @Test
    void theSampleDuringAStepBelongsToNeitherSide() {
        run(5, 900, 100);
        run(1, 500, 500);
        run(4, 100, 900);
        assertThat(windows)
                .extracting(Window::defect)
                .containsExactly(Optional.of(new Shifting("read ratio", 0.9, 0.1, Duration.ofSeconds(4))));
    }

    @Test
    void noiseIsNeitherShiftingNorInvalid() {
        long seed = 42;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 10_000; i++) {
            int operations = 200 + random.nextInt(100);
            int read = 0;
            for (int k = 0; k < operations; k++) {
                read += random.nextDouble() < 0.5 ? 1 : 0;
            }
            run(1, read, operations - read);
        }
        assertThat(windows).as("seed %d", seed).hasSize(1_000).allMatch(Window::valid);
    }

    @Test
    void noOperationIsIdle() {
        run(10, 0, 0);
        assertThat(windows).extracting(Window::state).containsExactly("idle");
        assertThat(windows.get(0).readRatio()).isNaN();
    }

    @Test
    void counterThatGoesBackwardsSpoilsTheWindowAtOnceAndTheNextIsWhole() {
        run(5, 70, 30);
        reads = 0;
        run(1, 0, 0);
        assertThat(windows)
                .extracting(Window::defect)
                .containsExactly(Optional.of(new CountersBackwards("ks.t", "reads", 7_350, 0)));
        run(10, 70, 30);
        assertThat(windows).hasSize(2);
        assertThat(windows.get(1).defect()).isEmpty();
        assertThat(windows.get(1).operations()).isEqualTo(1_000);
    }

    @Test
    void tableThatAppearsOrGoesAwaySpoilsTheWindow() {
        second(new TableCounts("a.x", 1, 1, 0));
        second(new TableCounts("a.x", 2, 2, 0), new TableCounts("a.y", 5, 5, 0));
        second(new TableCounts("a.y", 6, 6, 0));
        assertThat(windows)
                .extracting(Window::defect)
                .containsExactly(
                        Optional.of(new TablesChanged("a.y", Event.CREATED)),
                        Optional.of(new TablesChanged("a.x", Event.DROPPED)));
    }

    @Test
    void tableThatIsReplacedByAnotherSpoilsTheWindow() {
        second(new TableCounts("a.x", 1, 1, 0), new TableCounts("a.y", 1, 1, 0));
        second(new TableCounts("a.x", 2, 2, 0), new TableCounts("a.z", 1, 1, 0));
        assertThat(windows).extracting(Window::state).containsExactly("tables_changed");
    }

    @Test
    void poisonedCountersAreNotBelieved() {
        for (TableCounts poison : List.of(
                new TableCounts("a.x", Long.MAX_VALUE, 0, 0),
                new TableCounts("a.x", 0, Long.MAX_VALUE, Long.MAX_VALUE),
                new TableCounts("a.x", -5, 0, 0))) {
            windows.clear();
            second(new TableCounts("a.x", 0, 0, 0));
            windows.clear();
            second(poison);
            assertThat(windows)
                    .extracting(Window::defect)
                    .containsExactly(Optional.of(
                            new CountersImplausible("a.x", poison.reads(), poison.writes(), poison.scans())));
        }
    }

    @Test
    void aCounterThatRecoversFromANegativeValueIsNotBelieved() {
        second(new TableCounts("a.x", 5, 0, 0));
        second(new TableCounts("a.x", Long.MIN_VALUE, 0, 0));
        windows.clear();
        second(new TableCounts("a.x", 10, 0, 0));
        assertThat(windows).extracting(Window::state).containsExactly("counters_implausible");
    }

    @Test
    void aPauseSpoilsTheWindow() {
        run(3, 70, 30);
        second += 40;
        run(1, 70, 30);
        assertThat(windows)
                .extracting(Window::defect)
                .containsExactly(Optional.of(new SamplesMissing(Duration.ofSeconds(41), Duration.ofSeconds(5))));
    }

    @Test
    void wallClockThatJumpsDoesNotStretchAWindow() {
        run(5, 70, 30);
        Optional<Window> none = assembler.add(sample(), ORIGIN.plus(Duration.ofDays(1)));
        assertThat(none).isEmpty();
        assertThat(assembler.elapsed()).isEqualTo(Duration.ofSeconds(6));
    }

    private void run(int seconds, long readsEach, long writesEach) {
        if (second == 0) {
            second(new TableCounts("ks.t", reads, writes, scans));
        }
        for (int i = 0; i < seconds; i++) {
            reads += readsEach;
            writes += writesEach;
            second(new TableCounts("ks.t", reads, writes, scans));
        }
    }

    private void second(TableCounts... tables) {
        assembler
                .add(new CounterSample(second * 1_000_000_000L, List.of(tables)), ORIGIN.plusSeconds(second))
                .ifPresent(windows::add);
        second++;
    }

    private CounterSample sample() {
        return new CounterSample(second * 1_000_000_000L, List.of(new TableCounts("ks.t", reads, writes, scans)));
    }
}
