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
 * last one applies to the end. Time starts with the first operation.
 */
final class ReadRatioSchedule {

    private static final double NANOS = 1e9;

    private final double[] seconds;
    private final double[] ratios;
    private final LongSupplier nanoTime;
    private final AtomicLong begin = new AtomicLong();

    private ReadRatioSchedule(List<double[]> steps, LongSupplier nanoTime) {
        this.seconds = steps.stream().mapToDouble(step -> step[0]).toArray();
        this.ratios = steps.stream().mapToDouble(step -> step[1]).toArray();
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
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException unreadable) {
            throw new PropertyException(
                    property.name(), "a file of lines second,ratio", unreadable.toString(), "Name one.");
        }
        List<double[]> steps = new ArrayList<>();
        for (int number = 1; number <= lines.size(); number++) {
            steps.add(step(property.name(), number, lines.get(number - 1), steps));
        }
        if (steps.isEmpty()) {
            throw new PropertyException(
                    property.name(), "at least one line second,ratio", "none in " + file, "Add one.");
        }
        return new ReadRatioSchedule(steps, nanoTime);
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

    /** The number of steps. */
    int size() {
        return ratios.length;
    }

    double ratio(int step) {
        return ratios[step];
    }

    /** The index of the present step. */
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
