package io.rafiki.trainer.ycsb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * What YCSB wrote: for each operation ({@code read}, {@code update}, {@code read-failed}, ...) its latencies second by second.
 *
 * @param intervals operation to its histograms of latencies in microseconds, one for each second from the start
 * @param series operations per second
 */
public record YcsbResult(Map<String, List<Histogram>> intervals, OperationSeries series) {

    private static final String FAILED = "-failed";
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double ROUNDING = 0.001;
    private static final int SHOWN = 60;

    static YcsbResult read(Path folder, Path log) throws IOException {
        Map<String, List<Histogram>> intervals = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".hdr")).toList()) {
                String name = file.getFileName().toString().replace(".hdr", "").toLowerCase(Locale.ROOT);
                if (!name.startsWith("cleanup") && !name.startsWith("intended")) {
                    intervals.put(name, histograms(file));
                }
            }
        }
        YcsbResult result = new YcsbResult(intervals, OperationSeries.read(folder.resolve(Ycsb.SERIES)));
        if (result.successes().isEmpty()) {
            throw new YcsbException("YCSB: expected successful operations, found none: " + Ycsb.lastLine(log));
        }
        return result;
    }

    /** The operations that succeeded, all of the run. */
    private Map<String, List<Histogram>> successes() {
        Map<String, List<Histogram>> successes = new LinkedHashMap<>();
        intervals.forEach((name, histograms) -> {
            if (!name.contains("-")) {
                successes.put(name, histograms);
            }
        });
        return successes;
    }

    /** How many operations failed, in the whole run. */
    public long failures() {
        return Math.max(
                series.errors(),
                intervals.entrySet().stream()
                        .filter(entry -> entry.getKey().endsWith(FAILED))
                        .flatMap(entry -> entry.getValue().stream())
                        .mapToLong(Histogram::getTotalCount)
                        .sum());
    }

    /**
     * Successful operations in each second from {@code from} to {@code to}, in seconds after the binding's start.
     *
     * @throws YcsbException if the run was shorter
     */
    public double[] perSecond(int from, int to) throws YcsbException {
        if (series.perSecond().size() < to) {
            throw new YcsbException("YCSB: expected " + to + " s of operations, found "
                    + series.perSecond().size() + " s.");
        }
        return series.perSecond().subList(from, to).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    /**
     * Latencies by operation, of the intervals from second {@code from} to {@code to}.
     *
     * <p>YCSB ends one each second by a clock that nobody sets, and writes the time of day beside it. So intervals are counted: the time of
     * day may have been set meanwhile.
     */
    public Map<String, Histogram> latencies(int from, int to) {
        Map<String, Histogram> latencies = new LinkedHashMap<>();
        successes().forEach((name, histograms) -> {
            Histogram sum = new Histogram(3);
            histograms
                    .subList(Math.min(from, histograms.size()), Math.min(to, histograms.size()))
                    .forEach(sum::add);
            if (sum.getTotalCount() > 0) {
                latencies.put(name, sum);
            }
        });
        return latencies;
    }

    /**
     * The intervals of a log in HdrHistogram's format, but for a last line that YCSB could not finish.
     *
     * <p>HdrHistogram's own reader makes room for the greatest value that an interval's head tells. When several of YCSB's threads
     * enlarged the histogram at once, that may be less than what was counted, and the reader fails. The line tells the greatest value, too.
     */
    private static List<Histogram> histograms(Path file) throws IOException {
        String text = Files.readString(file);
        List<Histogram> histograms = new ArrayList<>();
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
            if (!line.startsWith("#") && !line.startsWith("\"")) {
                histograms.add(histogram(file, line));
            }
        }
        return histograms;
    }

    /** One line: start and length in seconds, greatest value in seconds to the third digit, and all of it encoded. */
    private static Histogram histogram(Path file, String line) throws YcsbException {
        try {
            String[] fields = line.split(",", -1);
            long greatest = Math.round((Double.parseDouble(fields[2]) + ROUNDING) * MICROS_PER_SECOND);
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(fields[3])), greatest);
        } catch (RuntimeException | DataFormatException damaged) {
            throw new YcsbException(file + ": expected an interval in HdrHistogram's format, found " + abridged(line)
                    + " (" + damaged.getMessage() + ").");
        }
    }

    private static String abridged(String line) {
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
    }
}
