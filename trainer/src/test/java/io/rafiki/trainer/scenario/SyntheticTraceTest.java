package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyntheticTraceTest {

    private static final Duration QUARTER = Duration.ofMinutes(15);

    @Test
    void fourDaysInQuartersOfAnHour() {
        Trace trace = SyntheticTrace.usual(4, QUARTER, 5_000, 1).trace();
        assertThat(trace.rows()).hasSize(4 * 96);
        assertThat(trace.rows().stream()
                        .mapToDouble(TraceRow::operationsPerSecond)
                        .average()
                        .orElseThrow())
                .isBetween(4_800.0, 5_300.0);
        assertThat(SyntheticTrace.usual(4, QUARTER, 5_000, 1).trace()).isEqualTo(trace);
        assertThat(SyntheticTrace.usual(4, QUARTER, 5_000, 2).trace()).isNotEqualTo(trace);
    }

    /** Over many days the shares of the time are those of the chain: its visits weighted with the mean lengths. */
    @Test
    void readsMostOfTheTimeWritesInBurstsAndMixes() {
        List<TraceRow> rows =
                SyntheticTrace.usual(300, QUARTER, 5_000, 7).trace().rows();
        assertThat(share(rows, 0.8, 1)).isBetween(0.76, 0.86);
        assertThat(share(rows, 0, 0.26)).isBetween(0.05, 0.12);
        assertThat(share(rows, 0.26, 0.8)).isBetween(0.07, 0.15);
    }

    @Test
    void burstsBeginAndEndFromOneWindowToTheNext() {
        List<TraceRow> rows =
                SyntheticTrace.usual(30, QUARTER, 5_000, 3).trace().rows();
        long falls = 0;
        for (int i = 1; i < rows.size(); i++) {
            falls += rows.get(i - 1).readRatio() > 0.8 && rows.get(i).readRatio() < 0.26 ? 1 : 0;
        }
        assertThat(falls).as("abrupt bursts in 30 days").isBetween(40L, 140L);
    }

    @Test
    void isReadAsItWasWritten(@TempDir Path folder) throws Exception {
        Trace trace = SyntheticTrace.usual(1, QUARTER, 5_000, 1).trace();
        Path file = Files.writeString(folder.resolve("trace.csv"), SyntheticTrace.text(trace));
        assertThat(Trace.read(file)).isEqualTo(trace);
    }

    private static double share(List<TraceRow> rows, double from, double to) {
        return rows.stream()
                        .filter(row -> row.readRatio() >= from && row.readRatio() <= to)
                        .count()
                / (double) rows.size();
    }
}
