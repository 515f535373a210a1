package io.rafiki.trainer.scenario.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.Settings;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.ModelEngine;
import io.rafiki.journal.Journal;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.scenario.Trace;
import io.rafiki.trainer.scenario.TraceRow;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The control loop over many simulated days of a load that moves every three hours, with faults: its heap and threads do not grow, and
 * its journal rotates within its bounds. {@code -Drafiki.long=true} simulates a year, else half a month.
 */
class SimulatedYearTest {

    private static final int DAYS = Boolean.getBoolean("rafiki.long") ? 365 : 15;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration WINDOW = Duration.ofMinutes(5);
    private static final int WINDOWS_A_DAY = 288;
    private static final long SEED = 15;
    private static final long JOURNAL_BYTES = 16L << 20;
    private static final double KIB = 1 << 10;

    /** Days until the histories that the tuner keeps are full. */
    private static final int WARM_UP = DAYS / 3;

    @TempDir
    private Path folder;

    @Test
    void heapThreadsAndJournalStayWithinTheirBounds() throws Exception {
        Path journal = folder.resolve("journal.jsonl");
        fill(journal);
        Simulation simulation = simulation(journal);
        SimpleRegression heap = new SimpleRegression();
        int threads = 0;
        for (int day = 0; day < DAYS; day++) {
            simulation.run(day(day), time -> {});
            long live = liveBytes();
            if (day >= WARM_UP) {
                heap.addData(day, live / KIB);
            }
            if (day == WARM_UP) {
                threads = ManagementFactory.getThreadMXBean().getThreadCount();
            }
            assertThat(Files.size(journal))
                    .as("bytes of the journal on day %d", day)
                    .isLessThan(JOURNAL_BYTES + (1 << 20));
        }
        assertThat(simulation.tuner().status().applied()).as("changes").isGreaterThan(DAYS);
        assertThat(simulation.tuner().status().faults())
                .as("errors of the tuner")
                .isZero();
        Path before = folder.resolve("journal.jsonl.1");
        assertThat(before).as("a rotated journal").exists();
        assertThat(Files.size(before)).isBetween(JOURNAL_BYTES, JOURNAL_BYTES + (1 << 20));
        try (var files = Files.list(folder)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("journal")))
                    .as("files of the journal")
                    .hasSize(2);
        }
        assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThanOrEqualTo(threads + 2);
        double growth = (heap.getSlope() - heap.getSlopeConfidenceInterval()) * (DAYS - WARM_UP);
        assertThat(growth)
                .as(
                        "KiB that the live heap has grown for certain in %d days, %s KiB a day",
                        DAYS - WARM_UP, heap.getSlope())
                .isLessThan(512);
    }

    /** Records of an earlier time, so that half a month suffices for a rotation. */
    private static void fill(Path journal) throws Exception {
        try (Journal open = Journal.open(journal, past -> {}, List::of)) {
            while (Files.size(journal) < JOURNAL_BYTES - (64 << 10)) {
                open.append(START, RecordType.START, "", Map.of("filler", "x".repeat(60 << 10)));
            }
        }
    }

    private Simulation simulation(Path journal) throws Exception {
        Path yaml = Files.writeString(
                folder.resolve("rafiki.yaml"),
                """
                mode: auto
                model: model.zip
                window: 5m
                sample: 30s
                guardrails: {payback_horizon: 2h}
                allowed_costs: [instant, new_data, rewrites_data]
                """);
        Settings settings = Settings.read(yaml, Path.of("..").toAbsolutePath(), SimulationTest.MACHINE);
        KnobSpace space = settings.catalogue().space(List.of("concurrent_writes", "concurrent_reads", "compaction"));
        return new Simulation(
                settings.forDryRun(Path.of("model.zip"), journal),
                file -> new LoadedModel(
                        file,
                        START,
                        new SimulationTest.Tempting(space),
                        SimulationTest.envelope(space),
                        SimulationTest.PROVENANCE,
                        ModelEngine.COMPILED,
                        List.of(),
                        0.05),
                new SimulatedNode(SimulationTest.MACHINE, 1e9, SEED),
                new Faults(5, SEED),
                START,
                line -> {});
    }

    private static Trace day(int day) {
        Instant from = START.plus(Duration.ofDays(day));
        return new Trace(IntStream.range(0, WINDOWS_A_DAY)
                .mapToObj(window -> {
                    long operations = 5_000 * WINDOW.toSeconds();
                    long reads = Math.round(operations * (window / 36 % 2 == 0 ? 0.1 : 0.9));
                    return new TraceRow(from.plus(WINDOW.multipliedBy(window)), WINDOW, reads, operations - reads, 0);
                })
                .toList());
    }

    private static long liveBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
