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
import org.HdrHistogram.PackedHistogram;

/**
 * YCSB's output: the latencies of each operation ({@code read}, {@code update}, {@code read-failed}, ...) per second.
 *
 * @param intervals operation to its latency histograms in microseconds, one per second from the start
 * @param series operations per second
 */
public record YcsbResult(Map<String, List<Histogram>> intervals, MeasuredSeries series) {

    private static final String FAILED = "-failed";

    /** Name of the pauses of the client, which are no operations. */
    private static final String PAUSE = "pause";

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
        // YCSB begins the file of an operation in the second of its first one, and that of the pauses before the
        // clients connect
        int seconds = intervals.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(PAUSE))
                .mapToInt(entry -> entry.getValue().size())
                .max()
                .orElse(0);
        intervals.replaceAll((name, histograms) -> name.equals(PAUSE)
                ? histograms.subList(Math.max(0, histograms.size() - seconds), histograms.size())
                : fromTheStart(histograms, seconds));
        YcsbResult result = new YcsbResult(intervals, MeasuredSeries.read(folder.resolve(Ycsb.SERIES)));
        if (result.successes().isEmpty()) {
            throw new YcsbException("YCSB: expected successful operations, found none: " + Ycsb.lastLine(log));
        }
        return result;
    }

    private static List<Histogram> fromTheStart(List<Histogram> histograms, int seconds) {
        List<Histogram> all = new ArrayList<>();
        // a killed run can lack the last line of one file
        int missing = seconds - histograms.size() > 1 ? seconds - histograms.size() : 0;
        for (int i = 0; i < missing; i++) {
            all.add(new Histogram(3));
        }
        all.addAll(histograms);
        return all;
    }

    /** The successful operations of the whole run. */
    private Map<String, List<Histogram>> successes() {
        Map<String, List<Histogram>> successes = new LinkedHashMap<>();
        intervals.forEach((name, histograms) -> {
            if (!name.contains("-") && !name.equals(PAUSE)) {
                successes.put(name, histograms);
            }
        });
        return successes;
    }

    /** The number of operations, including those of the warm-up. */
    public double operations() {
        return series.perSecond().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** The number of successful inserts, without those of an incomplete last second. */
    public long inserts() {
        return intervals.getOrDefault("insert", List.of()).stream()
                .mapToLong(Histogram::getTotalCount)
                .sum();
    }

    /** The number of failed operations in the whole run. */
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
     * Successful operations per second from {@code from} to {@code to}, in seconds after the binding's start.
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
     * Latencies by operation for the intervals from second {@code from} to {@code to}.
     *
     * <p>YCSB writes one interval per second by a monotonic clock, with the time of day. Intervals are counted, because the time of day
     * can change.
     */
    public Map<String, Histogram> latencies(int from, int to) {
        Map<String, Histogram> latencies = new LinkedHashMap<>();
        successes().forEach((name, histograms) -> {
            Histogram sum = sum(histograms, from, to);
            if (sum.getTotalCount() > 0) {
                latencies.put(name, sum);
            }
        });
        return latencies;
    }

    private static Histogram sum(List<Histogram> histograms, int from, int to) {
        Histogram sum = new Histogram(3);
        histograms
                .subList(Math.min(from, histograms.size()), Math.min(to, histograms.size()))
                .forEach(sum::add);
        return sum;
    }

    /**
     * Pauses of the client for the intervals from second {@code from} to {@code to}, in microseconds; without counts unless latencies are from
     * intended starts.
     */
    public Histogram pauses(int from, int to) {
        return sum(intervals.getOrDefault(PAUSE, List.of()), from, to);
    }

    /** The 99th percentile of all operations in microseconds, one per second from {@code from} to {@code to}; 0 without operations. */
    public List<Long> p99(int from, int to) {
        List<Long> p99 = new ArrayList<>();
        for (int second = from; second < to; second++) {
            Histogram all = new Histogram(3);
            latencies(second, second + 1).values().forEach(all::add);
            p99.add(all.getValueAtPercentile(99));
        }
        return p99;
    }

    /**
     * The intervals of a log in HdrHistogram's format, without an incomplete last line.
     *
     * <p>HdrHistogram's own reader allocates memory for the maximum value in an interval's header. If several YCSB threads resize the
     * histogram at the same time, the header can be too small and the reader fails. The line itself contains the maximum too.
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

    /** Parses one line: start and length in seconds, maximum value in seconds to three digits, and the encoded histogram. */
    private static Histogram histogram(Path file, String line) throws YcsbException {
        try {
            String[] fields = line.split(",", -1);
            long greatest = Math.round((Double.parseDouble(fields[2]) + ROUNDING) * MICROS_PER_SECOND);
            // hours have one per second and operation, most of them with few values
            return PackedHistogram.decodeFromCompressedByteBuffer(
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
