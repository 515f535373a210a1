package io.rafiki.trainer.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The time that a node is on its way from one configuration to another: from the step of the read ratio that a change answers until that
 * change was read back, and for as long as data are rewritten after it.
 */
final class TransitionTime {

    private static final double STEP = 0.1;

    /** From the first second of the way to that of its end. */
    private record Way(double from, double to) {}

    private TransitionTime() {}

    /**
     * Seconds in transition; times that overlap count once.
     *
     * @param from what is before does not count
     */
    static double seconds(Schedule schedule, List<TimelineEvent> events, double from) {
        List<Way> ways = new ArrayList<>();
        double rewriting = Double.NaN;
        for (TimelineEvent event : events) {
            if (event.isChange()) {
                ways.add(new Way(cause(schedule, event.second()), event.second()));
            } else if (event.kind().equals(TimelineEvent.REWRITING)) {
                rewriting = event.second();
            } else if (event.kind().equals(TimelineEvent.SETTLED) && !Double.isNaN(rewriting)) {
                ways.add(new Way(rewriting, event.second()));
                rewriting = Double.NaN;
            }
        }
        if (!Double.isNaN(rewriting)) {
            ways.add(new Way(rewriting, schedule.seconds()));
        }
        return union(ways, from, schedule.seconds());
    }

    /** The last step of the read ratio before a second; that second itself if there was none. */
    private static double cause(Schedule schedule, double second) {
        return schedule.steps(STEP).stream()
                .mapToDouble(Phase::from)
                .filter(step -> step <= second)
                .max()
                .orElse(second);
    }

    private static double union(List<Way> ways, double from, double to) {
        double sum = 0;
        double end = from;
        ways.sort(Comparator.comparingDouble(Way::from));
        for (Way way : ways) {
            double begin = Math.max(end, way.from());
            double until = Math.min(to, way.to());
            sum += Math.max(0, until - begin);
            end = Math.max(end, until);
        }
        return sum;
    }
}
