package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleTest {

    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
    private static final Duration QUARTER = Duration.ofMinutes(15);

    private final Schedule phases = Schedule.of(
            List.of(Duration.ofSeconds(50), Duration.ofSeconds(32), Duration.ofSeconds(32)), List.of(0.9, 0.1, 0.15));

    @Test
    void isWrittenAsTheClientTakesIt() {
        assertThat(phases.text().lines()).containsExactly("0.000,0.900000", "50.000,0.100000", "82.000,0.150000");
    }

    @Test
    void findsThePhaseOfASecond() {
        assertThat(phases.at(0).readRatio()).isEqualTo(0.9);
        assertThat(phases.at(49.9).readRatio()).isEqualTo(0.9);
        assertThat(phases.at(50).readRatio()).isEqualTo(0.1);
        assertThat(phases.at(1e6).readRatio()).isEqualTo(0.15);
    }

    @Test
    void separatesStepsFromRipples() {
        assertThat(phases.steps(0.1)).extracting(Phase::from).containsExactly(50.0);
        assertThat(phases.longest(0.1)).isEqualTo(64);
    }

    @Test
    void runsATraceInQuickMotionAfterAWarmUp() {
        Schedule schedule = Schedule.of(
                        new Trace(List.of(
                                new TraceRow(START, QUARTER, 900, 100, 0),
                                new TraceRow(START.plus(QUARTER), QUARTER, 100, 800, 100))),
                        300)
                .after(40);
        assertThat(schedule.phases())
                .containsExactly(new Phase(0, 40, 0.9), new Phase(40, 43, 0.9), new Phase(43, 46, 0.2));
        assertThat(schedule.seconds()).isEqualTo(46);
    }

    /** Closed-loop clients send operations in every interval. */
    @Test
    void anIdleIntervalKeepsTheRatioBeforeIt() {
        Trace trace = new Trace(List.of(
                new TraceRow(START, QUARTER, 0, 0, 0),
                new TraceRow(START.plus(QUARTER), QUARTER, 900, 100, 0),
                new TraceRow(START.plus(QUARTER.multipliedBy(2)), QUARTER, 0, 0, 0),
                new TraceRow(START.plus(QUARTER.multipliedBy(3)), QUARTER, 100, 900, 0)));
        assertThat(Schedule.of(trace, 300).phases())
                .extracting(Phase::readRatio)
                .containsExactly(0.9, 0.9, 0.9, 0.1);
    }

    @Test
    void hasNoGaps() {
        assertThatThrownBy(() -> new Schedule(List.of(new Phase(0, 1, 0.5), new Phase(2, 3, 0.5))))
                .hasMessageContaining("expected a phase from 1.0 s on, found one from 2.0 s");
        assertThatThrownBy(() -> new Schedule(List.of())).hasMessageContaining("at least one");
        assertThatThrownBy(() -> new Phase(0, 1, Double.NaN)).hasMessageContaining("NaN");
    }
}
