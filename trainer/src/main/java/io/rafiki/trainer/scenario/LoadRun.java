package io.rafiki.trainer.scenario;

import io.rafiki.trainer.cassandra.LimitedNode;
import io.rafiki.trainer.trial.CompactionSource;
import io.rafiki.trainer.trial.NodeActivity;
import io.rafiki.trainer.ycsb.MeasuredSeries;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** One YCSB process that drives one node along a schedule, and a clock that starts with its first second. */
final class LoadRun {

    private static final double NANOS = 1e9;

    /** On a slow machine, clients connect late and counts arrive late. */
    private static final Duration DELAY = Duration.ofSeconds(60);

    private final Path folder;
    private final ProgressListener progress;
    private final Consumer<String> say;
    private final DebtSeries debt = new DebtSeries();
    private volatile long zero;
    private volatile boolean begun;
    private double reported = -1;

    /** @param folder for YCSB's files */
    LoadRun(Path folder, ProgressListener progress, Consumer<String> say) {
        this.folder = folder;
        this.progress = progress;
        this.say = say;
    }

    /** The next action, once per second. */
    @FunctionalInterface
    interface EachSecond {
        Ycsb.Next next(double second, List<Double> perSecond) throws IOException, InterruptedException;
    }

    /** Seconds since the first operation; 0 before it. */
    double seconds() {
        return begun ? Math.max(0, (System.nanoTime() - zero) / NANOS) : 0;
    }

    /**
     * Drives the node to the schedule's end, and samples its compaction debt.
     *
     * @param warmUp time after the first operation, after which the node may use its own processors only
     */
    YcsbResult run(LimitedNode node, Ycsb ycsb, Schedule schedule, Duration warmUp)
            throws IOException, InterruptedException {
        try (CompactionSource compactions = node.compactions()) {
            return follow(node, ycsb, schedule, warmUp, sampling(schedule, compactions));
        }
    }

    /** Samples the compaction debt until the schedule's end. */
    EachSecond sampling(Schedule schedule, CompactionSource compactions) {
        return (second, perSecond) -> {
            debt.look(second, compactions);
            return isOver(schedule, perSecond) ? Ycsb.Next.ENOUGH : Ycsb.Next.GO_ON;
        };
    }

    /**
     * Drives the node to the schedule's end, without samples of its compaction debt.
     *
     * @param warmUp time after the first operation, after which the node may use its own processors only
     * @param look observes the node each second and can end the load
     */
    YcsbResult run(LimitedNode node, Ycsb ycsb, Schedule schedule, Duration warmUp, ScenarioRunner.Look look)
            throws IOException, InterruptedException {
        return follow(
                node,
                ycsb,
                schedule,
                warmUp,
                (second, perSecond) -> isOver(schedule, perSecond) ? Ycsb.Next.ENOUGH : look.during(node, second));
    }

    /**
     * Drives the node until all phases were measured.
     *
     * @param tuner observes the tuner; empty if it is not followed
     */
    YcsbResult run(LimitedNode node, Ycsb ycsb, PhaseController phases, Optional<TunerPoller> tuner)
            throws IOException, InterruptedException {
        try (NodeActivity compilation = node.process().activity();
                CompactionSource compactions = node.compactions()) {
            return follow(node, ycsb, phases.schedule(), phases.longest(), phases::isWarm, (second, perSecond) -> {
                debt.look(second, compactions);
                int before = phases.count();
                phases.next(
                        seconds(),
                        perSecond,
                        new PhaseController.NodeState(
                                compilation.share(),
                                tuner.map(TunerPoller::isUnsettled).orElse(false),
                                tuner.map(TunerPoller::lastChange).orElse(-1.0)));
                if (phases.count() > before) {
                    Files.writeString(schedule(), phases.schedule().text());
                }
                return phases.isOver() ? Ycsb.Next.ENOUGH : Ycsb.Next.GO_ON;
            });
        }
    }

    /** The compaction debt so far; none if the load has its own observer. */
    List<DebtPoint> debt() {
        return debt.points();
    }

    private Path schedule() {
        return folder.resolve("schedule.csv");
    }

    private static boolean isOver(Schedule schedule, List<Double> perSecond) {
        return perSecond.size() >= schedule.seconds();
    }

    private YcsbResult follow(LimitedNode node, Ycsb ycsb, Schedule schedule, Duration warmUp, EachSecond action)
            throws IOException, InterruptedException {
        return follow(
                node,
                ycsb,
                schedule,
                Duration.ofMillis(Math.round(1e3 * schedule.seconds())),
                () -> seconds() > warmUp.toMillis() / 1e3,
                action);
    }

    private YcsbResult follow(
            LimitedNode node, Ycsb ycsb, Schedule schedule, Duration length, BooleanSupplier warm, EachSecond action)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Files.writeString(schedule(), schedule.text());
        return node.follow(ycsb, schedule(), warm, length.plus(DELAY), folder, () -> next(action));
    }

    private Ycsb.Next next(EachSecond action) throws IOException, InterruptedException {
        if (!begun) {
            Optional<Instant> start = MeasuredSeries.begin(folder);
            if (start.isPresent()) {
                zero = System.nanoTime()
                        - Duration.between(start.get(), Instant.now()).toNanos();
                begun = true;
            }
        }
        double second = Math.floor(seconds());
        if (begun && second > reported) {
            reported = second;
            List<Double> perSecond = MeasuredSeries.soFar(folder).perSecond();
            Ycsb.Next next = action.next(second, perSecond);
            progress.lines(second, perSecond)
                    .forEach(line -> say.accept(String.format(Locale.ROOT, "%6.1f s  %s", seconds(), line)));
            return next;
        }
        return Ycsb.Next.GO_ON;
    }
}
