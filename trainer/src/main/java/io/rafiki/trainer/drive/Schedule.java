package io.rafiki.trainer.drive;

import io.rafiki.simulation.Trace;
import io.rafiki.simulation.TraceRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The read ratio that clients are told to do over time.
 *
 * @param stretches at least one, without gaps, the first from second 0
 */
public record Schedule(List<Stretch> stretches) {

    /** @throws IllegalArgumentException if there is none, or one does not begin where the one before ends */
    public Schedule {
        stretches = List.copyOf(stretches);
        double end = 0;
        for (Stretch stretch : stretches) {
            if (stretch.from() != end) {
                throw new IllegalArgumentException(
                        "schedule: expected a stretch from " + end + " s on, found one from " + stretch.from() + " s");
            }
            end = stretch.to();
        }
        if (end == 0) {
            throw new IllegalArgumentException("schedule: expected at least one stretch, found none");
        }
    }

    /** One stretch after the other. */
    public static Schedule of(List<Duration> lengths, List<Double> readRatios) {
        List<Stretch> stretches = new ArrayList<>();
        double from = 0;
        for (int i = 0; i < readRatios.size(); i++) {
            double to = from + lengths.get(i).toMillis() / 1e3;
            stretches.add(new Stretch(from, to, readRatios.get(i)));
            from = to;
        }
        return new Schedule(stretches);
    }

    /**
     * A trace in quick motion.
     *
     * @param speed seconds of the trace that pass in one
     */
    public static Schedule of(Trace trace, double speed) {
        TraceRow first = trace.rows().get(0);
        List<Stretch> stretches = new ArrayList<>();
        double from = 0;
        for (TraceRow row : trace.rows()) {
            double to = Duration.between(first.start(), row.end()).toMillis() / 1e3 / speed;
            stretches.add(new Stretch(from, to, row.readRatio()));
            from = to;
        }
        return new Schedule(stretches);
    }

    /** The same with its first read ratio for some time before it. */
    public Schedule after(double seconds) {
        List<Stretch> later = new ArrayList<>();
        later.add(new Stretch(0, seconds, stretches.get(0).readRatio()));
        for (Stretch stretch : stretches) {
            later.add(new Stretch(later.get(later.size() - 1).to(), stretch.to() + seconds, stretch.readRatio()));
        }
        return new Schedule(later);
    }

    /** Length of all of it. */
    public double seconds() {
        return stretches.get(stretches.size() - 1).to();
    }

    /** The stretch that a second lies in; the last for what comes after it. */
    public Stretch at(double second) {
        for (Stretch stretch : stretches) {
            if (second < stretch.to()) {
                return stretch;
            }
        }
        return stretches.get(stretches.size() - 1);
    }

    /** Stretches that begin with another read ratio than the one before ends with, by at least so much. */
    public List<Stretch> steps(double least) {
        List<Stretch> steps = new ArrayList<>();
        for (int i = 1; i < stretches.size(); i++) {
            if (Math.abs(stretches.get(i).readRatio() - stretches.get(i - 1).readRatio()) >= least) {
                steps.add(stretches.get(i));
            }
        }
        return steps;
    }

    /** Seconds for which the read ratio stays within so much of where it was, at the longest. */
    public double longest(double within) {
        double longest = 0;
        for (int i = 0; i < stretches.size(); i++) {
            int last = i;
            while (last + 1 < stretches.size()
                    && Math.abs(stretches.get(last + 1).readRatio()
                                    - stretches.get(i).readRatio())
                            <= within) {
                last++;
            }
            longest = Math.max(
                    longest, stretches.get(last).to() - stretches.get(i).from());
        }
        return longest;
    }

    /** As the client's {@code rafiki.schedule} takes it: {@code second,ratio} a line. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (Stretch stretch : stretches) {
            text.append(String.format(Locale.ROOT, "%.3f,%.6f%n", stretch.from(), stretch.readRatio()));
        }
        return text.toString();
    }
}
