package io.rafiki.trainer.demo;

import io.rafiki.trainer.trial.ConditionedNode;
import io.rafiki.trainer.trial.Throughput;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** Drives one node through all phases, one YCSB process after the other, and keeps what each measured. */
final class DemoDrive {

    private static final double MICROS_PER_MILLI = 1000;

    /**
     * What one phase measured.
     *
     * @param begun second of the run in which YCSB's first operation came
     * @param perSecond operations of each second since then
     * @param settled mean over the phase's last part
     */
    record Measured(
            double readRatio,
            double begun,
            List<Double> perSecond,
            Throughput throughput,
            double settled,
            double readP99,
            double writeP99) {

        double ended() {
            return begun + perSecond.size();
        }
    }

    private final ConditionedNode node;
    private final Ycsb ycsb;
    private final DemoPlan plan;
    private final long start;
    private final Consumer<String> say;

    /** @param start {@link System#nanoTime} at the run's start */
    DemoDrive(ConditionedNode node, Ycsb ycsb, DemoPlan plan, long start, Consumer<String> say) {
        this.node = node;
        this.ycsb = ycsb;
        this.plan = plan;
        this.start = start;
        this.say = say;
    }

    /** Seconds since the run's start. */
    double seconds() {
        return (System.nanoTime() - start) / 1e9;
    }

    /** Runs the phase with the given index. */
    Measured phase(int index, Path folder) throws IOException, InterruptedException {
        double readRatio = plan.readRatios().get(index);
        DemoTiming timing = plan.timing();
        Duration length = timing.phase(index);
        say.accept(String.format(
                "%6.1f s  phase     %d of %d: %.0f %% reads for %d s",
                seconds(), index + 1, plan.readRatios().size(), 100 * readRatio, length.toSeconds()));
        YcsbResult result = node.drive(ycsb, readRatio, timing.settle(), length.minus(timing.settle()), folder);
        List<Double> perSecond = result.series().perSecond();
        int to = Math.min(perSecond.size(), (int) length.toSeconds());
        int from = (int) timing.settle().toSeconds();
        Throughput throughput = Throughput.of(result.perSecond(from, to));
        double settled = Arrays.stream(result.perSecond(to - (int) timing.tail().toSeconds(), to))
                .average()
                .orElseThrow();
        Map<String, Histogram> latencies = result.latencies(from);
        say.accept(String.format(
                "%6.1f s  measured  %,.0f ops/s [%,.0f, %,.0f] after the first %d s, %,.0f in the last %d s",
                seconds(),
                throughput.mean(),
                throughput.low(),
                throughput.high(),
                from,
                settled,
                timing.tail().toSeconds()));
        return new Measured(
                readRatio,
                seconds() - perSecond.size(),
                perSecond.subList(0, to),
                throughput,
                settled,
                p99(latencies, "read"),
                p99(latencies, "update"));
    }

    /** The seconds of all phases in one row; a second between phases, when nobody asked, is NaN. */
    static List<Double> timeline(List<Measured> phases) {
        List<Double> timeline = new ArrayList<>();
        for (Measured phase : phases) {
            while (timeline.size() < Math.round(phase.begun())) {
                timeline.add(Double.NaN);
            }
            timeline.addAll(phase.perSecond());
        }
        return timeline;
    }

    private static double p99(Map<String, Histogram> latencies, String operation) {
        Histogram histogram = latencies.get(operation);
        return histogram == null ? Double.NaN : histogram.getValueAtPercentile(99) / MICROS_PER_MILLI;
    }
}
