package io.rafiki.benchmark.agent;

import io.rafiki.benchmark.result.PairedComparison;
import io.rafiki.trainer.cassandra.JmxLogin;
import io.rafiki.trainer.cassandra.LimitedNode;
import io.rafiki.trainer.operator.ConsoleException;
import io.rafiki.trainer.operator.TunerConsole;
import io.rafiki.trainer.scenario.RunResult;
import io.rafiki.trainer.scenario.ScenarioRunner;
import io.rafiki.trainer.scenario.TimeRange;
import io.rafiki.trainer.trial.NodeActivity;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * One of two nodes under load whose agents run and stop in turn. In each period one of the agents runs and the other is stopped.
 *
 * <p>Each node is compared with itself, so differences between JVMs do not count. In each pair of periods both nodes have both states, so
 * the drift of the machine does not count.
 */
final class SwitchedNode implements ScenarioRunner.Look {

    /** The first seconds of a period do not count. A second is complete in the client's series after the same time. */
    private static final int LAG = 2;

    private final int number;
    private final JointWarmUp warmUp;
    private final int length;
    private final int periods;
    private NodeActivity compiling;
    private TunerConsole tuner;
    private double begin = -1;
    private int period = -1;

    /**
     * @param number of the node, 0 or 1
     * @param length of a period
     * @param periods their number, even
     */
    SwitchedNode(int number, JointWarmUp warmUp, Duration length, int periods) {
        this.number = number;
        this.warmUp = warmUp;
        this.length = (int) length.toSeconds();
        this.periods = periods;
    }

    @Override
    public void before(LimitedNode node) throws IOException {
        compiling = node.process().activity();
        tuner = TunerConsole.connect("127.0.0.1", node.process().jmxPort(), JmxLogin.NONE);
    }

    @Override
    public Ycsb.Next during(LimitedNode node, double second) throws IOException {
        if (begin < 0) {
            if (warmUp.isOver(number, second, compiling.share())) {
                begin = second + 1;
            }
            return Ycsb.Next.GO_ON;
        }
        int present = (int) Math.floor((second - begin) / length);
        if (present > period && present < periods) {
            switchTo(present, second);
        }
        return second >= begin + periods * length + LAG ? Ycsb.Next.ENOUGH : Ycsb.Next.GO_ON;
    }

    /** A tuner that is busy is asked again while the seconds do not count. */
    private void switchTo(int present, double second) {
        try {
            tuner.invoke(isRunning(present) ? "resume" : "stop", new Object[0], new String[0]);
            period = present;
        } catch (ConsoleException busy) {
            if (second >= begin + present * length + LAG - 1) {
                throw busy;
            }
        }
    }

    @Override
    public void after(LimitedNode node) throws IOException {
        tuner.close();
        compiling.close();
    }

    private boolean isRunning(int period) {
        return (period + number) % 2 == 0;
    }

    /**
     * The figures of the run while the agent was stopped and while it ran.
     *
     * @throws IOException if the load ended before the last period
     */
    SwitchedCost cost(RunResult run) throws IOException {
        if (begin < 0 || run.result().series().perSecond().size() < begin + periods * length) {
            throw new IOException("load: expected " + periods * length + " s after the warm-up, found its end before.");
        }
        return new SwitchedCost(
                compared(part -> StatUtils.mean(run.perSecond(part))),
                compared(part -> run.p99("read", part)),
                compared(part -> run.p99("update", part)));
    }

    private PairedComparison compared(ToDoubleFunction<List<TimeRange>> figure) {
        return new PairedComparison(figures(figure, false), figures(figure, true));
    }

    private List<Double> figures(ToDoubleFunction<List<TimeRange>> figure, boolean running) {
        return IntStream.range(0, periods)
                .filter(i -> isRunning(i) == running)
                .mapToObj(i -> figure.applyAsDouble(
                        List.of(new TimeRange(begin + i * length + LAG, begin + (i + 1) * length))))
                .toList();
    }
}
