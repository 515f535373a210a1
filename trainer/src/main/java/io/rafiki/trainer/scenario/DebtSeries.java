package io.rafiki.trainer.scenario;

import io.rafiki.trainer.trial.CompactionFigures;
import io.rafiki.trainer.trial.CompactionSource;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;

/** A node's compaction debt along a load. */
final class DebtSeries {

    /** Seconds between two reads. */
    private static final int INTERVAL = 5;

    private final List<DebtPoint> points = new ArrayList<>();

    /**
     * Reads the debt if the last point is old enough. A failed read leaves a point without figures, because a load does not depend on them.
     *
     * @throws InterruptedIOException if the thread was interrupted
     */
    void look(double second, CompactionSource compactions) throws InterruptedIOException {
        if (points.isEmpty() || second >= points.get(points.size() - 1).second() + INTERVAL) {
            points.add(DebtPoint.of(second, figures(compactions)));
        }
    }

    private static CompactionFigures figures(CompactionSource compactions) throws InterruptedIOException {
        try {
            return compactions.read();
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            return CompactionFigures.NONE;
        }
    }

    /** All points so far. */
    List<DebtPoint> points() {
        return List.copyOf(points);
    }
}
