package io.rafiki.trainer.scenario;

import io.rafiki.trainer.trial.CompactionFigures;
import java.util.List;

/**
 * A node's compaction debt at one moment of a load. {@link Double#NaN} marks a figure that could not be read.
 *
 * @param second since the first operation
 * @param sstables live sstables of the table
 * @param pending compactions that wait
 */
public record DebtPoint(double second, double sstables, double pending) {

    static DebtPoint of(double second, CompactionFigures figures) {
        return new DebtPoint(second, number(figures.sstables()), number(figures.pendingTasks()));
    }

    private static double number(Double figure) {
        return figure == null ? Double.NaN : figure;
    }

    /** The last of these points before a second; null if there is none. */
    static DebtPoint before(double second, List<DebtPoint> points) {
        return points.stream()
                .filter(point -> point.second() < second)
                .reduce((earlier, later) -> later)
                .orElse(null);
    }
}
