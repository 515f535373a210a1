package io.rafiki.benchmark.agent;

import io.rafiki.trainer.cassandra.Layout;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;

/**
 * A campaign on the machines of a Spark cluster in virtual time, as {@code collect --engine} distributes it: the source gives trials, each
 * free machine takes the next one, and the source is asked again when all have ended. A machine prepares the data set of a layout before its
 * first trial with it.
 *
 * @param machines number of machines with one trial at a time
 * @param prepare seconds to prepare a data set
 * @param layout of a trial's data set
 * @param measure measures a trial; its duration is that of the line
 */
record EngineSimulation(
        int machines, double prepare, Function<PlannedTrial, Layout> layout, Function<PlannedTrial, Trial> measure) {

    private static final double HOUR = 3600;

    /**
     * The result of a campaign.
     *
     * @param trials number of trials
     * @param seconds from its start to its end
     * @param measuring machine time of the trials in seconds
     * @param preparing machine time of data sets in seconds
     */
    record Result(int trials, double seconds, double measuring, double preparing) {
        double trialsPerHour() {
            return trials / seconds * HOUR;
        }
    }

    /** A machine, when it is free, and the layouts of its data sets. */
    private static final class Machine {
        private final Set<Layout> prepared = new HashSet<>();
        private double free;

        double free() {
            return free;
        }
    }

    Result run(TrialSource source) throws IOException, InterruptedException {
        PriorityQueue<Machine> idle = new PriorityQueue<>(Comparator.comparingDouble(Machine::free));
        for (int i = 0; i < machines; i++) {
            idle.add(new Machine());
        }
        List<Trial> lines = new ArrayList<>();
        double now = 0;
        double measuring = 0;
        double preparing = 0;
        for (List<NextTrial> next = source.next(lines, machines);
                !next.isEmpty();
                next = source.next(lines, machines)) {
            double end = now;
            for (NextTrial each : next) {
                Machine machine = idle.remove();
                Trial line = measure.apply(each.trial());
                double setUp = machine.prepared.add(layout.apply(each.trial())) ? prepare : 0;
                double length = line.timing().totalSeconds();
                machine.free = Math.max(now, machine.free) + setUp + length;
                end = Math.max(end, machine.free);
                measuring += length;
                preparing += setUp;
                idle.add(machine);
                lines.add(line);
            }
            now = end;
        }
        return new Result(lines.size(), now, measuring, preparing);
    }
}
