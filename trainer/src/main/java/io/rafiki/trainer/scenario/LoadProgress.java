package io.rafiki.trainer.scenario;

import java.util.List;
import java.util.Locale;

/** Reports the load of one variant: a line when a long phase begins, and one every 15 seconds. */
final class LoadProgress implements ProgressListener {

    private static final int INTERVAL = 15;

    private final Schedule schedule;
    private Phase current;
    private double next;

    LoadProgress(Schedule schedule) {
        this.schedule = schedule;
    }

    @Override
    public List<String> lines(double second, List<Double> perSecond) {
        Phase phase = schedule.at(second);
        boolean begins = !phase.equals(current) && phase.seconds() >= INTERVAL;
        current = phase;
        if (!begins && second < next) {
            return List.of();
        }
        next = second + INTERVAL;
        return List.of(String.format(
                Locale.ROOT,
                "load      %.0f %%: %.0f %% reads%s",
                Math.min(100, 100 * second / schedule.seconds()),
                100 * phase.readRatio(),
                recent(perSecond)));
    }

    /** The mean of the last seconds; nothing before the first. */
    static String recent(List<Double> perSecond) {
        return perSecond.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", %,.0f ops/s",
                        perSecond.subList(Math.max(0, perSecond.size() - INTERVAL), perSecond.size()).stream()
                                .mapToDouble(Double::doubleValue)
                                .average()
                                .orElseThrow());
    }
}
