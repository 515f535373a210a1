package io.rafiki.trainer.scenario;

import io.rafiki.trainer.trial.LimitedNode;
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
import java.util.function.Consumer;

/** One YCSB process that drives one node along a schedule, and a clock that starts with its first second. */
final class LoadRun {

    private static final double NANOS = 1e9;

    private final Schedule schedule;
    private final Path folder;
    private final ProgressListener progress;
    private final Consumer<String> say;
    private volatile long zero;
    private volatile boolean begun;
    private double reported = -1;

    /** @param folder for YCSB's files */
    LoadRun(Schedule schedule, Path folder, ProgressListener progress, Consumer<String> say) {
        this.schedule = schedule;
        this.folder = folder;
        this.progress = progress;
        this.say = say;
    }

    /** Seconds since the first operation; 0 before it. */
    double seconds() {
        return begun ? Math.max(0, (System.nanoTime() - zero) / NANOS) : 0;
    }

    /**
     * Drives the node to the schedule's end.
     *
     * @param warmUp time after which the node may use its own processors only
     * @param look observes the node each second and can end the load
     */
    YcsbResult run(LimitedNode node, Ycsb ycsb, Duration warmUp, ScenarioRunner.Look look)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path file = Files.writeString(folder.resolve("schedule.csv"), schedule.text());
        Duration length = Duration.ofMillis(Math.round(1e3 * schedule.seconds()));
        return node.follow(ycsb, file, warmUp, length, folder, () -> next(node, look));
    }

    private Ycsb.Next next(LimitedNode node, ScenarioRunner.Look look) throws IOException, InterruptedException {
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
            progress.lines(second, perSecond)
                    .forEach(line -> say.accept(String.format(Locale.ROOT, "%6.1f s  %s", seconds(), line)));
            return look.during(node, second);
        }
        return Ycsb.Next.GO_ON;
    }
}
