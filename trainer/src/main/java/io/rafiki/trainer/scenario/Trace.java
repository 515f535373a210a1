package io.rafiki.trainer.scenario;

import io.rafiki.config.ConfigException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A workload over time, from a file of comma-separated values: the columns {@code start,reads,writes,scans}, one phase in each line.
 *
 * <p>A phase lasts until the next one starts, the last as long as the one before. Starts are ISO 8601 in UTC
 * ({@code 2026-11-21T10:15:00Z}) or seconds since 1970.
 *
 * @param rows at least one, without gaps, in the order of time
 */
public record Trace(List<TraceRow> rows) {

    private static final String HEADER = "start,reads,writes,scans";

    /** The greatest count of a phase. */
    private static final long MOST = 1_000_000_000_000_000L;

    public Trace {
        rows = List.copyOf(rows);
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("trace: expected at least one phase, found none");
        }
    }

    /** Time from the first phase's start to the last phase's end. */
    public Duration length() {
        return Duration.between(rows.get(0).start(), rows.get(rows.size() - 1).end());
    }

    /**
     * Reads a trace.
     *
     * @throws ConfigException with one line that names file and line, if the file is no trace
     */
    public static Trace read(Path file) throws ConfigException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (NoSuchFileException missing) {
            throw new ConfigException(
                    file.toString(), 0, "expected a trace, found no such file. Name a file of " + HEADER + ".");
        } catch (MalformedInputException binary) {
            throw new ConfigException(
                    file.toString(), 0, "expected text, found something else. Name a file of " + HEADER + ".");
        } catch (IOException unreadable) {
            throw new ConfigException(file.toString(), 0, "expected a trace, could not read it: " + unreadable);
        }
        return new Trace(new Reader(file.toString(), lines).rows());
    }

    /** Reads line by line and names the line of an error. */
    private record Reader(String file, List<String> lines) {

        /** One line: a start and three counts. */
        private record Line(int number, Instant start, long reads, long writes, long scans) {}

        List<TraceRow> rows() throws ConfigException {
            if (lines.isEmpty() || !lines.get(0).replace("\uFEFF", "").strip().equals(HEADER)) {
                throw new ConfigException(
                        file,
                        1,
                        "expected the header " + HEADER + ", found " + (lines.isEmpty() ? "nothing" : lines.get(0))
                                + ". Name the columns so, in this order.");
            }
            List<Line> read = new ArrayList<>();
            for (int number = 2; number <= lines.size(); number++) {
                String text = lines.get(number - 1).strip();
                if (!text.isEmpty()) {
                    read.add(line(number, text, read));
                }
            }
            if (read.size() < 2) {
                throw new ConfigException(
                        file,
                        lines.size(),
                        "expected at least two phases below the header, found " + read.size()
                                + ". A phase lasts until the next one starts.");
            }
            return phases(read);
        }

        private static List<TraceRow> phases(List<Line> read) {
            List<TraceRow> rows = new ArrayList<>();
            Duration length = Duration.ZERO;
            for (int i = 0; i < read.size(); i++) {
                Line line = read.get(i);
                length = i + 1 < read.size()
                        ? Duration.between(line.start(), read.get(i + 1).start())
                        : length;
                rows.add(new TraceRow(line.start(), length, line.reads(), line.writes(), line.scans()));
            }
            return rows;
        }

        private Line line(int number, String text, List<Line> before) throws ConfigException {
            String[] cells = text.split(",", -1);
            if (cells.length != 4) {
                throw new ConfigException(
                        file, number, "expected " + HEADER + ", found " + cells.length + " values: " + text + ".");
            }
            Instant start = start(number, cells[0].strip());
            if (!before.isEmpty()
                    && !start.isAfter(before.get(before.size() - 1).start())) {
                throw new ConfigException(
                        file,
                        number,
                        "start: expected a time after "
                                + before.get(before.size() - 1).start() + " of line "
                                + before.get(before.size() - 1).number() + ", found " + start
                                + ". Sort the lines by their start.");
            }
            return new Line(
                    number,
                    start,
                    count(number, "reads", cells[1]),
                    count(number, "writes", cells[2]),
                    count(number, "scans", cells[3]));
        }

        private Instant start(int number, String text) throws ConfigException {
            try {
                return text.matches("\\d{1,11}") ? Instant.ofEpochSecond(Long.parseLong(text)) : Instant.parse(text);
            } catch (DateTimeException none) {
                throw new ConfigException(
                        file,
                        number,
                        "start: expected a time such as 2026-11-21T10:15:00Z or seconds since 1970, found " + text
                                + ".");
            }
        }

        private long count(int number, String name, String cell) throws ConfigException {
            String text = cell.strip();
            if (!text.matches("\\d{1,16}") || Long.parseLong(text) > MOST) {
                throw new ConfigException(
                        file, number, name + ": expected a whole number 0.." + MOST + ", found " + text + ".");
            }
            return Long.parseLong(text);
        }
    }
}
