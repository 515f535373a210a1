package io.rafiki.ycsb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The read ratio over time, for all client threads: a file of lines {@code second,ratio}. Each ratio applies until the next line; the
 * last one applies to the end. Time starts with the first operation. Lines may be added while the client runs.
 */
final class ReadRatioSchedule {

    private static final double NANOS = 1e9;

    /** Time between two looks at the file. */
    private static final long LOOK_NANOS = 100_000_000;

    private final Property property;
    private final Path file;
    private final LongSupplier nanoTime;
    private final AtomicLong begin = new AtomicLong();
    private final AtomicLong nextLook = new AtomicLong();
    private volatile Steps steps;

    /** The lines of the file, and its size. */
    private static final class Steps {

        private final long bytes;
        private final double[] seconds;
        private final double[] ratios;

        Steps(long bytes, List<double[]> lines) {
            this.bytes = bytes;
            this.seconds = lines.stream().mapToDouble(step -> step[0]).toArray();
            this.ratios = lines.stream().mapToDouble(step -> step[1]).toArray();
        }

        private double at(double second) {
            int low = 0;
            int high = seconds.length - 1;
            while (low < high) {
                int middle = (low + high + 1) / 2;
                if (seconds[middle] <= second) {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            return ratios[low];
        }
    }

    private ReadRatioSchedule(Property property, Path file, Steps steps, LongSupplier nanoTime) {
        this.property = property;
        this.file = file;
        this.steps = steps;
        this.nanoTime = nanoTime;
    }

    /**
     * Reads the property's file.
     *
     * @throws PropertyException with the line number, if it is not a valid schedule
     */
    static ReadRatioSchedule read(Property property) {
        return read(property, System::nanoTime);
    }

    static ReadRatioSchedule read(Property property, LongSupplier nanoTime) {
        Path file = Path.of(property.text(""));
        try {
            return new ReadRatioSchedule(property, file, steps(property, file), nanoTime);
        } catch (IOException unreadable) {
            throw new PropertyException(
                    property.name(), "a file of lines second,ratio", unreadable.toString(), "Name one.");
        }
    }

    private static Steps steps(Property property, Path file) throws IOException {
        String text = Files.readString(file);
        List<String> lines = text.lines().toList();
        List<double[]> steps = new ArrayList<>();
        for (int number = 1; number <= lines.size(); number++) {
            steps.add(step(property.name(), number, lines.get(number - 1), steps));
        }
        if (steps.isEmpty()) {
            throw new PropertyException(
                    property.name(), "at least one line second,ratio", "none in " + file, "Add one.");
        }
        return new Steps(text.length(), steps);
    }

    private static double[] step(String property, int number, String line, List<double[]> before) {
        double from = before.isEmpty() ? 0 : Math.nextUp(before.get(before.size() - 1)[0]);
        double most = before.isEmpty() ? 0 : Double.MAX_VALUE;
        try {
            String[] cells = line.split(",", -1);
            double second = Double.parseDouble(cells[0]);
            double ratio = Double.parseDouble(cells[1]);
            if (cells.length == 2 && second >= from && second <= most && ratio >= 0 && ratio <= 1) {
                return new double[] {second, ratio};
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException refusedBelow) {
            // reported with the line number
        }
        throw new PropertyException(
                property,
                "second,ratio on line " + number + ", seconds from 0 and rising, ratios 0..1",
                "'" + line + "'",
                "Correct it.");
    }

    /** The present read ratio. */
    double now() {
        long now = nanoTime.getAsLong();
        long first = begin.get();
        if (first == 0) {
            begin.compareAndSet(0, now == 0 ? 1 : now);
            first = begin.get();
        }
        long due = nextLook.get();
        if ((due == 0 || now - due >= 0) && nextLook.compareAndSet(due, now + LOOK_NANOS)) {
            look();
        }
        return steps.at((now - first) / NANOS);
    }

    /** Reads the file again if it has grown. A line that is not complete yet is read at the next look. */
    private void look() {
        try {
            if (Files.size(file) > steps.bytes) {
                steps = steps(property, file);
            }
        } catch (IOException | PropertyException incomplete) {
            // the known lines apply until the next look
        }
    }
}
