package io.rafiki.trainer.demo;

import io.rafiki.trainer.drive.Commentary;
import io.rafiki.trainer.drive.Schedule;
import io.rafiki.trainer.drive.Stretch;
import io.rafiki.trainer.trial.Throughput;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says which phase begins, and what each measured as soon as that is known. */
final class PhaseLines implements Commentary {

    /** The counts of a second are there two seconds after it. */
    private static final int LAG = 2;

    private final Schedule schedule;
    private final DemoTiming timing;
    private int begun;
    private int measured;

    PhaseLines(Schedule schedule, DemoTiming timing) {
        this.schedule = schedule;
        this.timing = timing;
    }

    @Override
    public List<String> lines(double second, List<Double> perSecond) {
        List<String> lines = new ArrayList<>();
        List<Stretch> phases = schedule.stretches();
        if (begun < phases.size() && second >= phases.get(begun).from()) {
            Stretch phase = phases.get(begun++);
            lines.add(String.format(
                    Locale.ROOT,
                    "phase     %d of %d: %.0f %% reads for %.0f s",
                    begun,
                    phases.size(),
                    100 * phase.readRatio(),
                    phase.seconds()));
        }
        if (measured < phases.size()
                && second >= phases.get(measured).to() + LAG
                && perSecond.size() >= phases.get(measured).to()) {
            lines.add(measured(phases.get(measured++), perSecond));
        }
        return lines;
    }

    private String measured(Stretch phase, List<Double> perSecond) {
        Throughput throughput = Throughput.of(
                perSecond
                        .subList(
                                (int) (phase.from()
                                        + timing.settle(phase.from()).toSeconds()),
                                (int) phase.to())
                        .stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray());
        double settled = perSecond.subList((int) (phase.to() - timing.tail().toSeconds()), (int) phase.to()).stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
        return String.format(
                Locale.ROOT,
                "measured  %,.0f ops/s [%,.0f, %,.0f] after the first %d s, %,.0f in the last %d s",
                throughput.mean(),
                throughput.low(),
                throughput.high(),
                timing.settle(phase.from()).toSeconds(),
                settled,
                timing.tail().toSeconds());
    }
}
