package io.rafiki.trainer.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The time in which a node is between two configurations: from the step of the read ratio that caused a change until the change was read
 * back, and while data are rewritten after it.
 */
final class TransitionTime {

    /** Smallest difference of the read ratio that is a step. */
    private static final double STEP = 0.1;

    private TransitionTime() {}

    /**
     * Seconds in transition. Overlapping times count once.
     *
     * @param start seconds before it do not count
     */
    static double seconds(Schedule schedule, List<TimelineEvent> events, double start) {
        List<TimeRange> transitions = new ArrayList<>(rewrites(events, schedule.seconds()));
        events.stream()
                .filter(TimelineEvent::isChange)
                .forEach(event -> transitions.add(new TimeRange(cause(schedule, event.second()), event.second())));
        return union(transitions, start, schedule.seconds());
    }

    /** From the begin of each rewrite to its end; the last may have none. */
    static List<TimeRange> rewrites(List<TimelineEvent> events, double end) {
        List<TimeRange> rewrites = new ArrayList<>();
        double from = Double.NaN;
        for (TimelineEvent event : events) {
            if (event.kind() == TimelineEvent.Kind.REWRITING && Double.isNaN(from)) {
                from = event.second();
            } else if (event.kind() == TimelineEvent.Kind.SETTLED && !Double.isNaN(from)) {
                rewrites.add(new TimeRange(from, event.second()));
                from = Double.NaN;
            }
        }
        if (!Double.isNaN(from)) {
            rewrites.add(new TimeRange(from, end));
        }
        return rewrites;
    }

    /** The last step of the read ratio before a second; that second itself if there was none. */
    private static double cause(Schedule schedule, double second) {
        return schedule.steps(STEP).stream()
                .mapToDouble(Phase::from)
                .filter(step -> step <= second)
                .max()
                .orElse(second);
    }

    private static double union(List<TimeRange> ranges, double from, double to) {
        double sum = 0;
        double end = from;
        ranges.sort(Comparator.comparingDouble(TimeRange::from));
        for (TimeRange range : ranges) {
            double begin = Math.max(end, range.from());
            sum += Math.max(0, Math.min(to, range.to()) - begin);
            end = Math.max(end, Math.min(to, range.to()));
        }
        return sum;
    }
}
