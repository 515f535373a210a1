package io.rafiki.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.ycsb.OperationSeries.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OperationSeriesTest {

    private final AtomicLong now = new AtomicLong(5_000_000_000L);
    private final StringWriter file = new StringWriter();

    @Test
    void countsEachKindInTheSecondOfItsCompletion() throws Exception {
        OperationSeries series = series();
        at(0, series, Kind.READS, Kind.READS, Kind.UPDATES);
        at(999, series, Kind.SCANS);
        at(1000, series, Kind.INSERTS, Kind.DELETES, Kind.ERRORS);
        series.close();

        assertThat(lines())
                .containsExactly(
                        "# start=2026-11-21T00:00:00Z",
                        "second,reads,updates,scans,inserts,deletes,errors",
                        "0,2,1,1,0,0,0",
                        "1,0,0,0,1,1,1");
    }

    @Test
    void writesASecondOneSecondAfterItsEnd() throws Exception {
        OperationSeries series = series();
        at(500, series, Kind.READS);
        at(1999, series);
        series.writeDue();
        assertThat(lines()).hasSize(2);
        at(2000, series);
        series.writeDue();
        assertThat(lines()).last().isEqualTo("0,1,0,0,0,0,0");
    }

    @Test
    void aStallIsALineOfZeros() throws Exception {
        OperationSeries series = series();
        at(100, series, Kind.READS);
        at(3100, series, Kind.READS);
        series.close();

        assertThat(lines()).containsSubsequence("0,1,0,0,0,0,0", "1,0,0,0,0,0,0", "2,0,0,0,0,0,0", "3,1,0,0,0,0,0");
    }

    @Test
    void losesNothingOverMoreSecondsThanItHolds() throws Exception {
        OperationSeries series = series();
        for (int second = 0; second < 200; second++) {
            at(second * 1000L, series, Kind.UPDATES);
            series.writeDue();
        }
        series.close();

        assertThat(lines())
                .hasSize(202)
                .filteredOn(line -> line.endsWith(",1,0,0,0,0"))
                .hasSize(200);
    }

    @Test
    void aFullDiskEndsTheSeriesWithOneLine() throws Exception {
        FullDisk disk = new FullDisk();
        OperationSeries series = series(disk);
        disk.isFull = true;
        PrintStream stderr = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            at(2000, series);
            series.writeDue();
            at(3000, series);
            series.writeDue();
        } finally {
            System.setErr(stderr);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .singleElement()
                .asString()
                .startsWith("rafiki.series: expected to write second 0 of the series, found ")
                .contains("No space left on device");

        disk.isFull = false;
        assertThatThrownBy(series::close).as("a count is lost").isInstanceOf(IOException.class);
        assertThat(disk.isClosed).isTrue();
    }

    @Test
    void aFullDiskAtTheEndIsAnError() throws Exception {
        FullDisk disk = new FullDisk();
        OperationSeries series = series(disk);
        disk.isFull = true;
        assertThatThrownBy(series::close).isInstanceOf(IOException.class).hasMessage("No space left on device");
        assertThat(disk.isClosed).isTrue();
    }

    /** A file of which the disk can be full. */
    private static final class FullDisk extends Writer {

        private boolean isFull;
        private boolean isClosed;

        @Override
        public void write(char[] text, int from, int length) throws IOException {
            if (isFull) {
                throw new IOException("No space left on device");
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            isClosed = true;
        }
    }

    private OperationSeries series() throws Exception {
        return series(file);
    }

    private OperationSeries series(Writer writer) throws Exception {
        return new OperationSeries(writer, now::get, Instant.parse("2026-11-21T00:00:00Z"));
    }

    private void at(long millis, OperationSeries series, Kind... kinds) {
        now.set(5_000_000_000L + TimeUnit.MILLISECONDS.toNanos(millis));
        for (Kind kind : kinds) {
            series.count(kind);
        }
    }

    private List<String> lines() {
        return file.toString().lines().toList();
    }
}
