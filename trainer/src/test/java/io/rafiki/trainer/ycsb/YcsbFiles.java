package io.rafiki.trainer.ycsb;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** A folder as YCSB leaves it: one histogram log per operation in the writer that YCSB uses, and the binding's series. */
final class YcsbFiles {

    /** Some instant; YCSB writes times from its start, which it puts into the log's head. */
    private static final long START = 1_795_245_591_591L;

    private YcsbFiles() {}

    /** One histogram a second; second s holds one latency of {@code micros[s]}. */
    static void histogram(Path folder, String operation, long... micros) throws IOException {
        histogramWithStep(folder, operation, micros.length, 0, micros);
    }

    /** The same with a clock that is set by {@code step} milliseconds in the middle of second {@code at}. */
    static void histogramWithStep(Path folder, String operation, int at, long step, long... micros) throws IOException {
        Path file = folder.resolve(operation + ".hdr");
        try (PrintStream out = new PrintStream(Files.newOutputStream(file))) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputComment("[Logging for: " + operation + "]");
            log.outputLogFormatVersion();
            log.outputStartTime(START);
            log.setBaseTime(START);
            log.outputLegend();
            for (int second = 0; second < micros.length; second++) {
                Histogram histogram = new Histogram(3);
                histogram.setStartTimeStamp(START + 1000L * second + (second > at ? step : 0));
                histogram.setEndTimeStamp(START + 1000L * (second + 1) + (second >= at ? step : 0));
                histogram.recordValue(micros[second]);
                log.outputIntervalHistogram(histogram);
            }
        }
    }

    static void series(Path folder, String... lines) throws IOException {
        Files.writeString(
                folder.resolve(Ycsb.SERIES),
                "# start=2026-11-21T07:19:51.542046719Z\nsecond,reads,updates,scans,inserts,deletes,errors\n"
                        + String.join("\n", lines) + "\n");
    }
}
