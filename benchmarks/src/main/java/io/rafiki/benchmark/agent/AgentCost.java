package io.rafiki.benchmark.agent;

import io.rafiki.benchmark.result.Overhead;
import io.rafiki.benchmark.result.PairedComparison;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.statistics.Median;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The overhead of the agent in mode observe, from pairs of nodes under one mix.
 *
 * @param base nodes without the agent, or with {@code engine: compiled}
 * @param agent nodes with the agent, in the order of the base
 */
record AgentCost(List<NodeSample> base, List<NodeSample> agent) implements Overhead {

    private static final double MIB = 1 << 20;

    /** The agent takes one sample per second. */
    private static final double TICKS_PER_SECOND = 1;

    /** Steady cost, then the cost of the start, then the state of the warm-up: one line each. */
    @Override
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("  throughput  " + percent(paired(NodeSample::throughput)));
        lines.add("  read p99    " + percent(paired(NodeSample::readP99)));
        if (Double.isFinite(base.get(0).writeP99())) {
            lines.add("  write p99   " + percent(paired(NodeSample::writeP99)));
        }
        lines.add(number("  GC share    %+.2f [%.2f, %.2f] points", points(AgentCost::collectionShare)));
        lines.add(number("  heap        %+.1f MiB [%.1f, %.1f], the model loaded", heapMiB()));
        lines.add(number("  resident    %+.1f MiB [%.1f, %.1f]", residentMiB()));
        lines.add(String.format(
                Locale.ROOT,
                "  threads     %d; steady: at most %.2f %% of one processor and %.3f MiB allocated per tick",
                threads(),
                100 * processor(),
                allocatedMiB()));
        lines.add(String.format(
                Locale.ROOT,
                "  once        %.1f CPU-seconds of these threads until the end of the warm-up",
                onceSeconds()));
        lines.add(number(
                "  compiling   %+.1f s [%.1f, %.1f] of the JIT compilers until then",
                difference(sample -> sample.once().compileSeconds())));
        lines.add(number("  start       %+.2f s [%.2f, %.2f]", difference(NodeSample::start)));
        lines.add(String.format(
                Locale.ROOT,
                "  warm-up     %.0f to %.0f s; compilers quiet at its end in %d of %d pairs",
                agent.stream().mapToDouble(NodeSample::warmUp).min().orElseThrow(),
                agent.stream().mapToDouble(NodeSample::warmUp).max().orElseThrow(),
                agent.stream().filter(NodeSample::quiet).count(),
                agent.size()));
        return lines;
    }

    @Override
    public String summary() {
        return String.format(
                Locale.ROOT,
                " throughput=%s read_p99=%s write_p99=%s gc=%+.2fpoints heap=%.1fMiB resident=%.1fMiB threads=%d"
                        + " processor=%.2f%% allocated=%.3fMiB once=%.1fs compiling=%.1fs start=%.2fs quiet=%d",
                compact(paired(NodeSample::throughput)),
                compact(paired(NodeSample::readP99)),
                compact(paired(NodeSample::writeP99)),
                points(AgentCost::collectionShare).median(),
                heapMiB().median(),
                residentMiB().median(),
                threads(),
                100 * processor(),
                allocatedMiB(),
                onceSeconds(),
                difference(sample -> sample.once().compileSeconds()).median(),
                difference(NodeSample::start).median(),
                agent.stream().filter(NodeSample::quiet).count());
    }

    private long threads() {
        return agent.stream()
                .mapToLong(sample -> sample.footprint().threads())
                .max()
                .orElseThrow();
    }

    /** The largest CPU share of the agent's threads in the measured phase. */
    private double processor() {
        return agent.stream()
                .mapToDouble(sample -> sample.steady().agentSeconds() / sample.seconds())
                .max()
                .orElseThrow();
    }

    /** The largest mean allocation per tick. */
    private double allocatedMiB() {
        return agent.stream()
                .mapToDouble(sample -> sample.steady().agentBytes() / MIB / (sample.seconds() * TICKS_PER_SECOND))
                .max()
                .orElseThrow();
    }

    private double onceSeconds() {
        return Median.of(agent.stream()
                .mapToDouble(sample -> sample.once().agentSeconds())
                .toArray());
    }

    private PairedComparison.Difference heapMiB() {
        return difference(sample -> sample.footprint().liveBytes() / MIB);
    }

    private PairedComparison.Difference residentMiB() {
        return difference(sample -> sample.footprint().residentBytes() / MIB);
    }

    private static double collectionShare(NodeSample sample) {
        return sample.steady().collectionSeconds() / sample.seconds();
    }

    private PairedComparison.Difference points(ToDoubleFunction<NodeSample> share) {
        return difference(sample -> 100 * share.applyAsDouble(sample));
    }

    private PairedComparison.Difference difference(ToDoubleFunction<NodeSample> figure) {
        return comparison(figure).difference();
    }

    private ConfidenceInterval paired(ToDoubleFunction<NodeSample> figure) {
        return comparison(figure).share();
    }

    private PairedComparison comparison(ToDoubleFunction<NodeSample> figure) {
        return new PairedComparison(values(base.stream(), figure), values(agent.stream(), figure));
    }

    private static List<Double> values(Stream<NodeSample> samples, ToDoubleFunction<NodeSample> figure) {
        return samples.mapToDouble(figure).boxed().toList();
    }

    private static String number(String format, PairedComparison.Difference difference) {
        return String.format(Locale.ROOT, format, difference.median(), difference.low(), difference.high());
    }

    private static String percent(ConfidenceInterval share) {
        return String.format(
                Locale.ROOT, "%+.2f %% [%+.2f, %+.2f]", 100 * share.mean(), 100 * share.low(), 100 * share.high());
    }

    private static String compact(ConfidenceInterval share) {
        return String.format(
                Locale.ROOT, "%+.2f%%[%+.2f,%+.2f]", 100 * share.mean(), 100 * share.low(), 100 * share.high());
    }
}
