package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.config.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceTest {

    @TempDir
    Path folder;

    /** The shares of time in the three states of a chain with the documented means and transitions. */
    @Test
    void theShippedTraceReadsMostlyWritesInBurstsAndMixes() throws Exception {
        List<TraceRow> rows =
                Trace.read(Path.of("../conf/traces/metagenomics.csv")).rows();
        assertThat(rows).hasSize(4 * 96);
        assertThat(share(rows, 0.8, 1)).isBetween(0.7, 0.9);
        assertThat(share(rows, 0, 0.26)).isBetween(0.04, 0.2);
        assertThat(share(rows, 0.26, 0.8)).isBetween(0.05, 0.25);
        assertThat(IntStream.range(1, rows.size())
                        .filter(i ->
                                rows.get(i - 1).readRatio() > 0.8 && rows.get(i).readRatio() < 0.26)
                        .count())
                .as("abrupt bursts in four days")
                .isBetween(4L, 20L);
    }

    private static double share(List<TraceRow> rows, double from, double to) {
        return rows.stream()
                        .filter(row -> row.readRatio() >= from && row.readRatio() <= to)
                        .count()
                / (double) rows.size();
    }

    @Test
    void aStretchLastsUntilTheNextOneAndTheLastAsLongAsTheOneBefore() throws Exception {
        Trace trace = read(
                """
                start,reads,writes,scans
                2026-11-01T00:00:00Z,900,100,0
                2026-11-01T00:15:00Z,0,0,0

                1793494800,100,800,100
                """);
        assertThat(trace.rows())
                .extracting(TraceRow::length)
                .containsExactly(Duration.ofMinutes(15), Duration.ofMinutes(45), Duration.ofMinutes(45));
        assertThat(trace.rows().get(2).start()).isEqualTo(Instant.parse("2026-11-01T01:00:00Z"));
        assertThat(trace.rows().get(0).readRatio()).isEqualTo(0.9);
        assertThat(trace.rows().get(1).readRatio()).isZero();
        assertThat(trace.rows().get(2).readRatio()).isEqualTo(0.2);
        assertThat(trace.rows().get(2).scanShare()).isEqualTo(0.5);
        assertThat(trace.rows().get(0).operationsPerSecond()).isEqualTo(1_000 / 900.0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-11-01T00:15:00Z,1,2       | found 3 values",
                "2026-11-01T00:15:00Z,1,2,3,4   | found 5 values",
                "yesterday,1,2,3                | start: expected a time such as 2026-11-21T10:15:00Z",
                "2026-11-01T00:15:00Z,-1,2,3    | reads: expected a whole number 0..",
                "2026-11-01T00:15:00Z,1,2.5,3   | writes: expected a whole number 0..",
                "2026-11-01T00:15:00Z,1,2,NaN   | scans: expected a whole number 0..",
                "2026-11-01T00:15:00Z,1,2,99999999999999999999 | scans: expected a whole number 0..",
                "2026-10-31T00:15:00Z,1,2,3     | start: expected a time after 2026-11-01T00:00:00Z of line 2",
                "2026-11-01T00:00:00Z,1,2,3     | start: expected a time after 2026-11-01T00:00:00Z of line 2",
            })
    void aLineThatIsNoneIsNamed(String line, String complaint) {
        assertThatThrownBy(() -> read("start,reads,writes,scans\n2026-11-01T00:00:00Z,1,2,3\n" + line + "\n"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(folder.resolve("trace.csv") + ":3: ")
                .hasMessageContaining(complaint)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aFileThatIsNoneIsNamed() throws Exception {
        assertThatThrownBy(() -> read(""))
                .hasMessageContaining(":1: expected the header start,reads,writes,scans, found nothing");
        assertThatThrownBy(() -> read("time,reads\n")).hasMessageContaining(":1: expected the header");
        assertThatThrownBy(() -> read("start,reads,writes,scans\n2026-11-01T00:00:00Z,1,2,3\n"))
                .hasMessageContaining(":2: expected at least two phases");
        Path file = folder.resolve("none.csv");
        assertThatThrownBy(() -> Trace.read(file))
                .hasMessage(file + ": expected a trace, found no such file. Name a file of start,reads,writes,scans.");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
        assertThatThrownBy(() -> Trace.read(file)).hasMessageContaining("expected text");
        assertThatThrownBy(() -> Trace.read(folder)).hasMessageContaining("could not read it");
    }

    private Trace read(String text) throws Exception {
        return Trace.read(Files.writeString(folder.resolve("trace.csv"), text));
    }
}
