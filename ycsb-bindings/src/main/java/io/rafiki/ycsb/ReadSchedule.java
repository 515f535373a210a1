package io.rafiki.ycsb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The share of reads over time, for all client threads together: a file of lines {@code second,ratio}, each of which holds from its second
 * until that of the next; the last goes on. Its time begins with the first operation.
 */
final class ReadSchedule {

    private static final double NANOS = 1e9;

    private final double[] seconds;
    private final double[] ratios;
    private final LongSupplier nanoTime;
    private final AtomicLong begin = new AtomicLong();

    private ReadSchedule(List<double[]> steps, LongSupplier nanoTime) {
        this.seconds = steps.stream().mapToDouble(step -> step[0]).toArray();
        this.ratios = steps.stream().mapToDouble(step -> step[1]).toArray();
        this.nanoTime = nanoTime;
    }

    /**
     * Reads the file that a property names.
     *
     * @throws BadProperty with the line, if it is no schedule
     */
    static ReadSchedule read(Property property) {
        return read(property, System::nanoTime);
    }

    static ReadSchedule read(Property property, LongSupplier nanoTime) {
        Path file = Path.of(property.text(""));
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException unreadable) {
            throw new BadProperty(property.name(), "a file of lines second,ratio", unreadable.toString(), "Name one.");
        }
        List<double[]> steps = new ArrayList<>();
        for (int number = 1; number <= lines.size(); number++) {
            steps.add(step(property.name(), number, lines.get(number - 1), steps));
        }
        if (steps.isEmpty()) {
            throw new BadProperty(property.name(), "at least one line second,ratio", "none in " + file, "Add one.");
        }
        return new ReadSchedule(steps, nanoTime);
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
            // with the line
        }
        throw new BadProperty(
                property,
                "second,ratio on line " + number + ", seconds from 0 and rising, ratios 0..1",
                "'" + line + "'",
                "Correct it.");
    }

    /** How many steps it has. */
    int size() {
        return ratios.length;
    }

    /** The share of reads from the step with that index on. */
    double ratio(int step) {
        return ratios[step];
    }

    /** Index of the step that holds now. */
    int now() {
        long now = nanoTime.getAsLong();
        long first = begin.get();
        if (first == 0) {
            begin.compareAndSet(0, now == 0 ? 1 : now);
            first = begin.get();
        }
        double second = (now - first) / NANOS;
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
        return low;
    }
}
