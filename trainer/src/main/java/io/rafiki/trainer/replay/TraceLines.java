package io.rafiki.trainer.replay;

import io.rafiki.trainer.drive.Commentary;
import io.rafiki.trainer.drive.Schedule;
import java.util.List;
import java.util.Locale;

/** Says every quarter of a minute where in the trace the clients are, and how much they get done. */
final class TraceLines implements Commentary {

    private static final int EVERY = 15;

    private final Schedule schedule;

    TraceLines(Schedule schedule) {
        this.schedule = schedule;
    }

    @Override
    public List<String> lines(double second, List<Double> perSecond) {
        if (second % EVERY != 0 || second == 0 || perSecond.size() < EVERY) {
            return List.of();
        }
        double mean = perSecond.subList(perSecond.size() - EVERY, perSecond.size()).stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
        return List.of(String.format(
                Locale.ROOT,
                "trace     %.0f %%: %.0f %% reads, %,.0f ops/s",
                100 * second / schedule.seconds(),
                100 * schedule.at(second).readRatio(),
                mean));
    }
}
