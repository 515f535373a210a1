package io.rafiki.trainer.ycsb;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * What YCSB wrote: for each operation ({@code read}, {@code update}, {@code read-failed}, ...) its latencies second by second.
 *
 * @param intervals operation to its histograms of latencies in microseconds, one for each second from the start
 * @param series operations per second
 */
public record YcsbResult(Map<String, List<Histogram>> intervals, OperationSeries series) {

    private static final String FAILED = "-failed";

    static YcsbResult read(Path folder, Path log) throws IOException {
        Map<String, List<Histogram>> intervals = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".hdr")).toList()) {
                String name = file.getFileName().toString().replace(".hdr", "").toLowerCase(Locale.ROOT);
                if (!name.startsWith("cleanup") && !name.startsWith("intended")) {
                    intervals.put(name, histograms(file.toFile()));
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

    /** Latencies by operation, of the intervals from second {@code from} on. */
    public Map<String, Histogram> latencies(int from) {
        return latencies(from, Integer.MAX_VALUE);
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

    private static List<Histogram> histograms(File file) throws IOException {
        List<Histogram> histograms = new ArrayList<>();
        try (HistogramLogReader reader = new HistogramLogReader(file)) {
            while (reader.hasNext()) {
                if (reader.nextIntervalHistogram() instanceof Histogram histogram) {
                    histograms.add(histogram);
                }
            }
        }
        return histograms;
    }
}
