package io.rafiki.benchmark.agent;

import io.rafiki.trainer.cassandra.LimitedNode;
import io.rafiki.trainer.scenario.RunResult;
import io.rafiki.trainer.scenario.ScenarioRunner;
import io.rafiki.trainer.scenario.TimeRange;
import io.rafiki.trainer.trial.NodeActivity;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The measurements of one node of a pair.
 *
 * @param throughput operations per second in the measured phase
 * @param readP99 milliseconds
 * @param writeP99 milliseconds; NaN without writes
 * @param footprint of the idle node
 * @param warmUp length of the warm-up in seconds
 * @param quiet whether the JIT compilers of both nodes were quiet at its end
 * @param once what the node used from its start to the end of the warm-up
 * @param steady what it used in the measured phase
 * @param seconds length of the measured phase
 * @param start seconds until clients could connect
 */
record NodeSample(
        double throughput,
        double readP99,
        double writeP99,
        MemoryFootprint footprint,
        double warmUp,
        boolean quiet,
        NodeCounters once,
        NodeCounters steady,
        double seconds,
        double start) {

    private static final double MICROS_PER_MILLI = 1_000;

    /** Observes a node: its memory while idle, its warm-up, and its counters at both ends of the measured phase. */
    static final class Observer implements ScenarioRunner.Look {

        /** A second is complete in the client's series two seconds later. */
        private static final int LAG = 2;

        private final int number;
        private final JointWarmUp warmUp;
        private final double measured;
        private MemoryFootprint footprint;
        private NodeActivity compiling;
        private double begin = -1;
        private boolean quiet;
        private NodeCounters once = NodeCounters.NONE;
        private NodeCounters steady;

        /**
         * @param number of the node in its pair, 0 or 1
         * @param measured length of the measured phase
         */
        Observer(int number, JointWarmUp warmUp, Duration measured) {
            this.number = number;
            this.warmUp = warmUp;
            this.measured = measured.toSeconds();
        }

        @Override
        public void before(LimitedNode node) throws IOException {
            footprint = MemoryFootprint.of(node);
            compiling = node.process().activity();
        }

        @Override
        public Ycsb.Next during(LimitedNode node, double second) throws IOException {
            if (begin < 0) {
                if (warmUp.isOver(number, second, compiling.share())) {
                    quiet = warmUp.isQuiet();
                    once = MemoryFootprint.ask(node, NodeCounters::of);
                    begin = second + 1;
                }
            } else if (steady == null && second >= begin + measured) {
                steady = MemoryFootprint.ask(node, NodeCounters::of).since(once);
            }
            return steady != null && second >= begin + measured + LAG ? Ycsb.Next.ENOUGH : Ycsb.Next.GO_ON;
        }

        @Override
        public void after(LimitedNode node) throws IOException {
            compiling.close();
        }

        /** @throws IOException if the load ended before the measured phase */
        NodeSample sample(RunResult run) throws IOException {
            if (steady == null) {
                throw new IOException("load: expected " + measured + " s after the warm-up, found its end before.");
            }
            List<TimeRange> range = List.of(new TimeRange(begin, begin + measured));
            return new NodeSample(
                    Arrays.stream(run.perSecond(range)).sum() / measured,
                    run.p99("read", range) / MICROS_PER_MILLI,
                    run.p99("update", range) / MICROS_PER_MILLI,
                    footprint,
                    begin,
                    quiet,
                    once,
                    steady,
                    measured,
                    run.startSeconds());
        }
    }
}
