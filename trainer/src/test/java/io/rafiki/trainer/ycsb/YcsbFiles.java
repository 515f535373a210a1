package io.rafiki.trainer.ycsb;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** A folder as YCSB leaves it: one histogram log per operation in the writer that YCSB uses, and the binding's series. */
final class YcsbFiles {

    /** Some instant; YCSB writes times from its start, which it puts into the log's head. */
    private static final long START = 1_795_245_591_591L;

    /** Of HdrHistogram's encoding V2: where the head has the value, and how a compressed one begins. */
    private static final int HIGHEST_TRACKABLE_VALUE = 24;

    private static final int COMPRESSED_COOKIE = 0x1c849314;
    private static final int COMPRESSED_HEAD = 8;

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

    /**
     * Appends an interval whose head tells a greatest value that is less than what was counted, as a recorder may write that two threads
     * enlarged at once.
     */
    static void understated(Path folder, String operation, long told, long micros) throws IOException {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(micros);
        ByteBuffer plain = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoByteBuffer(plain);
        plain.putLong(HIGHEST_TRACKABLE_VALUE, told);
        Deflater deflater = new Deflater();
        deflater.setInput(plain.array(), 0, length);
        deflater.finish();
        ByteBuffer compressed = ByteBuffer.allocate(COMPRESSED_HEAD + 2 * length + 64);
        int size = deflater.deflate(
                compressed.array(), COMPRESSED_HEAD, compressed.capacity() - COMPRESSED_HEAD, Deflater.FULL_FLUSH);
        deflater.end();
        compressed.putInt(COMPRESSED_COOKIE).putInt(size);
        String line = String.format(
                Locale.ROOT,
                "9.000,1.000,%.3f,%s%n",
                micros / 1e6,
                Base64.getEncoder().encodeToString(Arrays.copyOf(compressed.array(), COMPRESSED_HEAD + size)));
        Files.writeString(folder.resolve(operation + ".hdr"), line, StandardOpenOption.APPEND);
    }

    static void series(Path folder, String... lines) throws IOException {
        Files.writeString(
                folder.resolve(Ycsb.SERIES),
                "# start=2026-11-21T07:19:51.542046719Z\nsecond,reads,updates,scans,inserts,deletes,errors\n"
                        + String.join("\n", lines) + "\n");
    }
}
