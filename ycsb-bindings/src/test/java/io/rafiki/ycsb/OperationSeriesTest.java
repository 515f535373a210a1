package io.rafiki.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.ycsb.OperationSeries.Kind;
import java.io.StringWriter;
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

    private OperationSeries series() throws Exception {
        return new OperationSeries(file, now::get, Instant.parse("2026-11-21T00:00:00Z"));
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
