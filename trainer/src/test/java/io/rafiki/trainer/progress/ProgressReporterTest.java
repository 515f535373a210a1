package io.rafiki.trainer.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressReporterTest {

    private final RecordedProgress recorded = new RecordedProgress(false);
    private final ProgressReporter reporter = recorded.reporter();

    @Test
    void printsOneLinePerMinuteWithTheRemainingTimeByThePaceOfTheSteps() {
        reporter.begin("Training", 60, 0, "networks");
        for (int finished = 1; finished <= 60; finished++) {
            recorded.pass(Duration.ofSeconds(4));
            reporter.done(finished);
        }
        assertThat(recorded.progress())
                .containsExactly(
                        "Training: 14 of 60 networks, about 3 min remaining",
                        "Training: 29 of 60 networks, about 2 min remaining",
                        "Training: 44 of 60 networks, about 60 s remaining",
                        "Training: 59 of 60 networks, about 1 s remaining");
    }

    @Test
    void stepsOfAnEarlierRunDoNotCountForThePace() {
        reporter.begin("Collecting", 100, 80, "trials");
        recorded.pass(Duration.ofSeconds(50));
        reporter.done(81);
        recorded.pass(Duration.ofSeconds(10));
        assertThat(recorded.progress()).containsExactly("Collecting: 81 of 100 trials, about 16 min remaining");
    }

    @Test
    void aLongStepIsNotSilentAndTheRemainingTimeDecreases() {
        reporter.begin("Collecting", 12, 0, "trials");
        reporter.phase("trial with 90 % reads: warming up");
        recorded.pass(Duration.ofMinutes(1));
        reporter.done(1, Duration.ofMinutes(30));
        reporter.phase("trial with 10 % reads: measuring");
        recorded.pass(Duration.ofMinutes(2));
        assertThat(recorded.progress())
                .containsExactly(
                        "Collecting: 0 of 12 trials, remaining time not known yet; trial with 90 % reads: warming up",
                        "Collecting: 1 of 12 trials, about 29 min remaining; trial with 10 % reads: measuring",
                        "Collecting: 1 of 12 trials, about 28 min remaining; trial with 10 % reads: measuring");
    }

    @Test
    void aTaskOfKnownDurationIsMeasuredByTheClockUntilItReportsItsShare() {
        reporter.begin("Validating", Duration.ofMinutes(4), "10 repeats");
        recorded.pass(Duration.ofMinutes(1));
        reporter.share(0.5);
        recorded.pass(Duration.ofMinutes(1));
        assertThat(recorded.progress())
                .containsExactly(
                        "Validating: 0 %, about 4 min remaining; 10 repeats",
                        "Validating: 25 %, about 3 min remaining; 10 repeats",
                        "Validating: 50 %, about 1 s remaining; 10 repeats");
    }

    @Test
    void reportsATaskThatTakesLongerThanExpected() {
        reporter.begin("Demo", Duration.ofSeconds(90), "");
        recorded.pass(Duration.ofMinutes(3));
        assertThat(recorded.progress()).last().isEqualTo("Demo: 100 %, expected end passed 90 s ago");
    }

    @Test
    void nothingIsPrintedAfterTheTask() {
        reporter.begin("Demo", Duration.ofSeconds(90), "");
        reporter.end();
        recorded.clear();
        recorded.pass(Duration.ofMinutes(3));
        assertThat(recorded.progress()).isEmpty();
    }

    @Test
    void eventsAreLinesOfTheOutput() {
        reporter.line("1/12  reads 90 %");
        assertThat(recorded.events()).containsExactly("1/12  reads 90 %");
        assertThat(recorded.progress()).isEmpty();
    }

    @Test
    void aTerminalGetsABarWithThePhaseAndLinesAboveIt() {
        RecordedProgress terminal = new RecordedProgress(true);
        try (ProgressReporter bar = terminal.reporter()) {
            bar.begin("Training", 60, 0, "networks");
            terminal.pass(Duration.ofMinutes(5));
            bar.done(15);
            bar.phase("metric readP99");
            bar.line("an event");
        }
        assertThat(terminal.events()).containsExactly("an event");
        assertThat(terminal.drawn())
                .contains("\r\u001b[2K")
                .containsPattern("Training +25% \\[=+ +\\] 15/60 \\(.* / 0:15:00\\) +metric readP99")
                .endsWith(System.lineSeparator());
    }

    @Test
    void durationsHaveOneOrTwoUnits() {
        assertThat(ProgressReporter.text(Duration.ZERO)).isEqualTo("1 s");
        assertThat(ProgressReporter.text(Duration.ofSeconds(99))).isEqualTo("99 s");
        assertThat(ProgressReporter.text(Duration.ofSeconds(100))).isEqualTo("2 min");
        assertThat(ProgressReporter.text(Duration.ofMinutes(125))).isEqualTo("2 h 5 min");
    }
}
