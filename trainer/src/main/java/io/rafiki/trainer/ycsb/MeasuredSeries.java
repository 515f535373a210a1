package io.rafiki.trainer.ycsb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Operations per second as the binding counted them (its file {@code rafiki.series}, one line per second, without gaps).
 *
 * @param perSecond successful operations in each second since the binding's start
 * @param errors number of failed operations
 */
public record MeasuredSeries(List<Double> perSecond, long errors) {

    private static final String BEGIN = "# start=";

    public MeasuredSeries {
        perSecond = List.copyOf(perSecond);
    }

    /** The output of a running load so far; empty before its first second. */
    public static MeasuredSeries soFar(Path folder) throws IOException {
        Path file = folder.resolve(Ycsb.SERIES);
        if (!Files.exists(file)) {
            return new MeasuredSeries(List.of(), 0);
        }
        String text = Files.readString(file);
        // the last line can be incomplete
        return read(file, text.substring(0, text.lastIndexOf('\n') + 1).lines().toList());
    }

    /** The start of the first second of a run; empty before it. */
    public static Optional<Instant> begin(Path folder) throws IOException {
        Path file = folder.resolve(Ycsb.SERIES);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.limit(1)
                    .filter(line -> line.startsWith(BEGIN))
                    .findFirst()
                    .map(line -> Instant.parse(line.substring(BEGIN.length())));
        } catch (DateTimeParseException halfWritten) {
            return Optional.empty();
        }
    }

    static MeasuredSeries read(Path file) throws IOException {
        try {
            return read(file, Files.readAllLines(file));
        } catch (NoSuchFileException absent) {
            throw damaged(file, absent);
        }
    }

    private static MeasuredSeries read(Path file, List<String> lines) throws YcsbException {
        List<Double> seconds = new ArrayList<>();
        long errors = 0;
        int errorColumn = -1;
        try {
            for (String line : lines) {
                String[] cells = line.split(",", -1);
                if (line.startsWith("#") || line.isBlank()) {
                    continue;
                }
                if (cells[0].equals("second")) {
                    errorColumn = Arrays.asList(cells).indexOf("errors");
                    continue;
                }
                double sum = 0;
                for (int i = 1; i < cells.length; i++) {
                    // no sign: a count is not negative
                    long count = Long.parseUnsignedLong(cells[i]);
                    errors += i == errorColumn ? count : 0;
                    sum += i == errorColumn ? 0 : count;
                }
                seconds.add(sum);
            }
        } catch (NumberFormatException notANumber) {
            throw damaged(file, notANumber);
        }
        return new MeasuredSeries(seconds, errors);
    }

    private static YcsbException damaged(Path file, Exception found) {
        return new YcsbException("YCSB: expected a series of operations per second in " + file + ", found " + found);
    }
}
