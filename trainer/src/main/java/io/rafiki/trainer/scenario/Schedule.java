package io.rafiki.trainer.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The read ratio of the clients over time.
 *
 * @param phases at least one, without gaps, the first from second 0
 */
public record Schedule(List<Phase> phases) {

    /** @throws IllegalArgumentException if there is none, or one does not begin where the one before ends */
    public Schedule {
        phases = List.copyOf(phases);
        double end = 0;
        for (Phase phase : phases) {
            if (phase.from() != end) {
                throw new IllegalArgumentException(
                        "schedule: expected a phase from " + end + " s on, found one from " + phase.from() + " s");
            }
            end = phase.to();
        }
        if (end == 0) {
            throw new IllegalArgumentException("schedule: expected at least one phase, found none");
        }
    }

    /** One phase after the other. */
    public static Schedule of(List<Duration> lengths, List<Double> readRatios) {
        List<Phase> phases = new ArrayList<>();
        double from = 0;
        for (int i = 0; i < readRatios.size(); i++) {
            double to = from + lengths.get(i).toMillis() / 1e3;
            phases.add(new Phase(from, to, readRatios.get(i)));
            from = to;
        }
        return new Schedule(phases);
    }

    /**
     * A trace in fast motion. An interval without operations keeps the read ratio of the interval before, since clients send operations in it
     * too.
     *
     * @param speed seconds of the trace per second
     */
    public static Schedule of(Trace trace, double speed) {
        TraceRow first = trace.rows().get(0);
        List<Phase> phases = new ArrayList<>();
        double from = 0;
        double ratio = trace.rows().stream()
                .filter(row -> row.operationsPerSecond() > 0)
                .findFirst()
                .map(TraceRow::readRatio)
                .orElse(0.0);
        for (TraceRow row : trace.rows()) {
            double to = Duration.between(first.start(), row.end()).toMillis() / 1e3 / speed;
            ratio = row.operationsPerSecond() > 0 ? row.readRatio() : ratio;
            phases.add(new Phase(from, to, ratio));
            from = to;
        }
        return new Schedule(phases);
    }

    /** The same after some seconds with its first read ratio. */
    public Schedule after(double seconds) {
        List<Phase> later = new ArrayList<>();
        later.add(new Phase(0, seconds, phases.get(0).readRatio()));
        for (Phase phase : phases) {
            later.add(new Phase(later.get(later.size() - 1).to(), phase.to() + seconds, phase.readRatio()));
        }
        return new Schedule(later);
    }

    public double seconds() {
        return phases.get(phases.size() - 1).to();
    }

    /** The phase of a second; the last phase for later seconds. */
    public Phase at(double second) {
        for (Phase phase : phases) {
            if (second < phase.to()) {
                return phase;
            }
        }
        return phases.get(phases.size() - 1);
    }

    /** The phases whose read ratio differs from that of the previous phase by at least a difference. */
    public List<Phase> steps(double least) {
        List<Phase> steps = new ArrayList<>();
        for (int i = 1; i < phases.size(); i++) {
            if (Math.abs(phases.get(i).readRatio() - phases.get(i - 1).readRatio()) >= least) {
                steps.add(phases.get(i));
            }
        }
        return steps;
    }

    /** The longest time in seconds in which the read ratio stays within a difference of its first value. */
    public double longest(double within) {
        double longest = 0;
        for (int i = 0; i < phases.size(); i++) {
            int last = i;
            while (last + 1 < phases.size()
                    && Math.abs(phases.get(last + 1).readRatio() - phases.get(i).readRatio()) <= within) {
                last++;
            }
            longest = Math.max(longest, phases.get(last).to() - phases.get(i).from());
        }
        return longest;
    }

    /** The client's {@code rafiki.schedule}: {@code second,ratio} in each line. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (Phase phase : phases) {
            text.append(String.format(Locale.ROOT, "%.3f,%.6f%n", phase.from(), phase.readRatio()));
        }
        return text.toString();
    }
}
