package io.rafiki.trainer.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The time in which a node is between two configurations: from a step of the read ratio until the first change after it, and while data are
 * rewritten. A later change takes no time, because no step caused it.
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
        List<Phase> steps = schedule.steps(STEP);
        for (int i = 0; i < steps.size(); i++) {
            double step = steps.get(i).from();
            double next = i + 1 < steps.size() ? steps.get(i + 1).from() : Double.POSITIVE_INFINITY;
            TimelineEvent.firstChange(events, step, next)
                    .ifPresent(change -> transitions.add(new TimeRange(step, change)));
        }
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
