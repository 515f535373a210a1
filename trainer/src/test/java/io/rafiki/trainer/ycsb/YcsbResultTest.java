package io.rafiki.trainer.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YcsbResultTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void printSomething() throws IOException {
        Files.writeString(log(), "starting\nsite.ycsb.DBException: no node answers\nended\n");
    }

    @Test
    void theMeasuredPartIsCutOutOfTheSeries() throws IOException {
        YcsbFiles.histogram(folder, "READ", 100);
        YcsbFiles.series(folder, "0,5,1,0,0,0,0", "1,10,2,0,0,0,0", "2,20,3,4,5,6,0", "3,1,0,0,0,0,0");
        YcsbResult result = YcsbResult.read(folder, log());
        assertThat(result.perSecond(1, 3)).containsExactly(12, 38);
        assertThat(result.failures()).isZero();
    }

    @Test
    void aRunThatWasTooShortIsRefused() throws IOException {
        YcsbFiles.histogram(folder, "READ", 100);
        YcsbFiles.series(folder, "0,5,1,0,0,0,0");
        YcsbResult result = YcsbResult.read(folder, log());
        assertThatThrownBy(() -> result.perSecond(1, 3))
                .isInstanceOf(YcsbException.class)
                .hasMessage("YCSB: expected 3 s of operations, found 1 s.");
    }

    @Test
    void latenciesOfTheWarmUpAreLeftOut() throws IOException {
        YcsbFiles.histogram(folder, "READ", 9000, 9000, 100, 300);
        YcsbFiles.histogram(folder, "UPDATE", 8000, 8000, 50, 50);
        YcsbFiles.histogram(folder, "CLEANUP", 70000);
        YcsbFiles.histogram(folder, "Intended-READ", 70000);
        YcsbFiles.series(folder, "0,1,1,0,0,0,0");
        Map<String, Histogram> latencies = YcsbResult.read(folder, log()).latencies(2, Integer.MAX_VALUE);
        assertThat(latencies).containsOnlyKeys("read", "update");
        assertThat(latencies.get("read").getTotalCount()).isEqualTo(2);
        assertThat(latencies.get("read").getMaxValue()).isEqualTo(300);
        assertThat(latencies.get("update").getMaxValue()).isEqualTo(50);
    }

    @Test
    void countsTheInserts() throws IOException {
        YcsbFiles.histogram(folder, "READ", 100, 100);
        YcsbFiles.series(folder, "0,1,0,0,1,0,0");
        assertThat(YcsbResult.read(folder, log()).inserts()).isZero();
        YcsbFiles.histogram(folder, "INSERT", 100, 200, 300);
        YcsbFiles.histogram(folder, "INSERT-FAILED", 100);
        assertThat(YcsbResult.read(folder, log()).inserts()).isEqualTo(3);
    }

    /** They are recorded from a second before the first operation. */
    @Test
    void pausesOfTheClientAreNoOperations() throws IOException {
        YcsbFiles.histogram(folder, "READ", 9000, 100, 300);
        YcsbFiles.histogram(folder, "PAUSE", 60000, 50000, 12, 700);
        YcsbFiles.series(folder, "0,1,1,0,0,0,0");
        YcsbResult result = YcsbResult.read(folder, log());
        assertThat(result.latencies(1, 3)).containsOnlyKeys("read");
        assertThat(result.pauses(1, 3).getTotalCount()).isEqualTo(2);
        assertThat(result.pauses(1, 3).getMaxValue()).isEqualTo(700);
    }

    /** A run that is ended early continues for a moment after the measured part. */
    @Test
    void latenciesAfterTheMeasuredPartAreLeftOut() throws IOException {
        YcsbFiles.histogram(folder, "READ", 9000, 100, 300, 9000);
        YcsbFiles.series(folder, "0,1,1,0,0,0,0");
        Histogram read = YcsbResult.read(folder, log()).latencies(1, 3).get("read");
        assertThat(read.getTotalCount()).isEqualTo(2);
        assertThat(read.getMaxValue()).isEqualTo(300);
    }

    /** YCSB writes the time of day to each interval, and the clock can be set during the run. */
    @Test
    void aClockThatIsSetMovesNoLatencies() throws IOException {
        YcsbFiles.series(folder, "0,1,1,0,0,0,0");
        for (long step : List.of(-3_600_000L, 3_600_000L)) {
            YcsbFiles.histogramWithStep(folder, "READ", 2, step, 9000, 100, 200, 300, 9000);
            Histogram read = YcsbResult.read(folder, log()).latencies(1, 4).get("read");
            assertThat(read.getTotalCount()).as("clock set by %s ms", step).isEqualTo(3);
            assertThat(read.getMaxValue()).isEqualTo(300);
        }
    }

    /** 134,784 us need one bucket more than an interval has that ends at 131,071 us. */
    @Test
    void readsAnIntervalWithFewerDetailsThanOperations() throws IOException {
        YcsbFiles.histogram(folder, "READ", 100, 200);
        YcsbFiles.understated(folder, "READ", 131_071, 134_784);
        YcsbFiles.series(folder, "0,1,1,0,0,0,0");
        assertThatThrownBy(() -> {
                    try (HistogramLogReader theirs =
                            new HistogramLogReader(folder.resolve("READ.hdr").toFile())) {
                        while (theirs.hasNext()) {
                            theirs.nextIntervalHistogram();
                        }
                    }
                })
                .as("HdrHistogram's own reader")
                .hasMessageContaining("out of bounds for length 8192");
        Histogram read =
                YcsbResult.read(folder, log()).latencies(0, Integer.MAX_VALUE).get("read");
        assertThat(read.getTotalCount()).isEqualTo(3);
        assertThat(read.valuesAreEquivalent(read.getMaxValue(), 134_784)).isTrue();
    }

    @Test
    void aLineThatYcsbCouldNotFinishIsLeftOutAndADamagedOneNamed() throws IOException {
        YcsbFiles.histogram(folder, "READ", 100, 200);
        YcsbFiles.series(folder, "0,1,1,0,0,0,0");
        Path file = folder.resolve("READ.hdr");
        String whole = Files.readString(file);
        Files.writeString(file, whole.substring(0, whole.length() - 9));
        assertThat(YcsbResult.read(folder, log())
                        .latencies(0, Integer.MAX_VALUE)
                        .get("read")
                        .getTotalCount())
                .isEqualTo(1);
        Files.writeString(file, whole.substring(0, whole.length() - 9) + "\n");
        assertThatThrownBy(() -> YcsbResult.read(folder, log()))
                .isInstanceOf(YcsbException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("HdrHistogram's format");
    }

    @Test
    void readsOnlyCompleteLinesOfARunningSeries() throws IOException {
        assertThat(MeasuredSeries.soFar(folder).perSecond()).isEmpty();
        YcsbFiles.series(folder, "0,5,1,0,0,0,0", "1,10,2,0,0,0,0");
        Path file = folder.resolve(Ycsb.SERIES);
        Files.writeString(file, Files.readString(file) + "2,2");
        assertThat(MeasuredSeries.soFar(folder).perSecond()).containsExactly(6.0, 12.0);
        Files.writeString(file, "# sta");
        assertThat(MeasuredSeries.soFar(folder).perSecond()).isEmpty();
    }

    @Test
    void takesTheGreaterOfTwoFailureCounts() throws IOException {
        YcsbFiles.histogram(folder, "READ", 100);
        YcsbFiles.histogram(folder, "READ-FAILED", 100, 100);
        YcsbFiles.series(folder, "0,5,1,0,0,0,1");
        assertThat(YcsbResult.read(folder, log()).failures()).isEqualTo(2);
        YcsbFiles.series(folder, "0,5,1,0,0,0,1", "1,5,1,0,0,0,6");
        YcsbResult more = YcsbResult.read(folder, log());
        assertThat(more.failures()).isEqualTo(7);
        assertThat(more.perSecond(0, 2)).containsExactly(6, 6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"READ-FAILED", "PAUSE"})
    void aRunWithoutSuccessQuotesYcsb(String name) throws IOException {
        YcsbFiles.histogram(folder, name, 100);
        YcsbFiles.series(folder, "0,0,0,0,0,0,1");
        assertThatThrownBy(() -> YcsbResult.read(folder, log()))
                .isInstanceOf(YcsbException.class)
                .hasMessage("YCSB: expected successful operations, found none: site.ycsb.DBException: no node answers");
    }

    @Test
    void aSeriesThatIsMissingOrDamagedIsNamed() throws IOException {
        YcsbFiles.histogram(folder, "READ", 100);
        assertThatThrownBy(() -> YcsbResult.read(folder, log()))
                .isInstanceOf(YcsbException.class)
                .hasMessageContaining(folder.resolve("series.csv").toString());
        YcsbFiles.series(folder, "0,5,x,0,0,0,0");
        assertThatThrownBy(() -> YcsbResult.read(folder, log()))
                .isInstanceOf(YcsbException.class)
                .hasMessageContaining("\"x\"");
    }

    @Test
    void aClientThatPrintsNothingOrNegativeCountsIsRefused() throws IOException {
        YcsbFiles.histogram(folder, "READ", 100);
        YcsbFiles.series(folder, "0,-1,0,0,0,0,0", "1,9,0,0,0,0,0");
        assertThatThrownBy(() -> YcsbResult.read(folder, log()))
                .isInstanceOf(YcsbException.class)
                .hasMessageContaining("-1");
        Files.writeString(folder.resolve("series.csv"), "");
        Files.writeString(log(), "");
        assertThatThrownBy(() -> YcsbResult.read(folder, log()).perSecond(0, 1))
                .isInstanceOf(YcsbException.class)
                .hasMessage("YCSB: expected 1 s of operations, found 0 s.");
    }

    private Path log() {
        return folder.resolve("ycsb.log");
    }
}
