package io.rafiki.trainer.scenario.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.scenario.ScenarioResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped model on a simulated node for one hour. */
class SimulationRunnerTest {

    private static final long TICK = Duration.ofMillis(130).toNanos();

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final AtomicLong nanoTime = new AtomicLong();

    @Test
    void reportsTheSimulatedMinutesAndTheRemainingTime() throws Exception {
        simulate(false);
        List<String> progress = err.toString().lines().toList();
        assertThat(progress).hasSizeGreaterThan(2).allSatisfy(line -> assertThat(line)
                .matches("Simulating: \\d+ of 60 minutes of the trace, about \\d+ (s|min) remaining"));
        assertThat(progress).extracting(SimulationRunnerTest::minute).isSorted().doesNotHaveDuplicates();
        assertThat(out.toString()).as("the changes").doesNotContain("Simulating");
    }

    @Test
    void drawsABarOnATerminal() throws Exception {
        simulate(true);
        assertThat(err.toString()).contains("Simulating", "60/60");
    }

    @Test
    void theResultDoesNotDependOnTheDisplay() throws Exception {
        assertThat(simulate(true).variants()).isEqualTo(simulate(false).variants());
    }

    private static int minute(String line) {
        return Integer.parseInt(line.split(" ", -1)[1]);
    }

    /** Each look at the clock takes 130 ms. */
    private ScenarioResult simulate(boolean terminal) throws Exception {
        Path trace = Files.writeString(
                folder.resolve("trace.csv"),
                """
                        start,reads,writes,scans
                        2026-11-01T00:00:00Z,3240000,360000,0
                        2026-11-01T00:30:00Z,360000,3240000,0
                        """);
        try (ProgressReporter progress = new ProgressReporter(
                new PrintWriter(out, true), new PrintWriter(err, true), terminal, () -> nanoTime.addAndGet(TICK))) {
            return new SimulationRunner(
                            Path.of("..").toAbsolutePath(),
                            trace,
                            Path.of("../conf/models/cassandra-5.0-2core/model.zip"),
                            Optional.empty(),
                            1,
                            1e9,
                            0)
                    .run(progress);
        }
    }
}
