package io.rafiki.trainer.scenario.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.NodeResources;
import io.rafiki.trainer.scenario.TraceRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SimulatedNodeTest {

    private static final long SEED = 20261121;
    private static final double GIB = 1 << 30;

    private final SimulatedNode node = new SimulatedNode(new NodeResources(2, 1_024), 10 * GIB, SEED);

    @Test
    void servesTheDemandUpToItsCapacity() {
        serve(1_000, demand(1_000, 0.7, 0.1));
        double all = node.reads() + node.writes() + node.scans();
        assertThat(all).isCloseTo(1_000_000, within(5_000.0));
        assertThat((node.reads() + node.scans()) / all).isCloseTo(0.7, within(0.003));
        assertThat(node.scans() / all).isCloseTo(0.07, within(0.002));
    }

    @Test
    void servesNoMoreThanItCan() {
        serve(100, demand(1_000_000, 0.5, 0));
        assertThat((node.reads() + node.writes()) / 100.0).isBetween(5_000.0, 50_000.0);
        assertThat(node.readSeconds()).isGreaterThan(0.0001);
    }

    @Test
    void tooFewThreadsHoldItUpAndQueuesGrow() {
        node.set("concurrent_reads", 2L, ChangeCost.INSTANT);
        serve(100, demand(1_000_000, 1, 0));
        long few = node.reads();
        double slow = node.readSeconds();
        SimulatedNode other = new SimulatedNode(new NodeResources(2, 1_024), 10 * GIB, SEED);
        for (int i = 0; i < 100; i++) {
            other.serve(1, demand(1_000_000, 1, 0));
        }
        assertThat(few).isLessThan(other.reads() * 2 / 3);
        assertThat(slow).isGreaterThan(node.writeSeconds());
    }

    @Test
    void aChangeOfTheStrategyRewritesTheDataOnceAndReadersPay() {
        node.set("compaction", "SizeTiered", ChangeCost.INSTANT);
        serve(10, demand(1_000, 1, 0));
        assertThat(node.pendingCompactions()).isZero();
        node.set("compaction", "Leveled", ChangeCost.REWRITES_DATA);
        assertThat(node.pendingCompactions()).isEqualTo(64);
        double during = served(10);
        serve(200, demand(1_000, 1, 0));
        assertThat(node.pendingCompactions()).isZero();
        assertThat(served(10)).isGreaterThan(during * 1.2);
    }

    @Test
    void aThrottleStretchesTheRewriting() {
        node.set("compaction", "SizeTiered", ChangeCost.INSTANT);
        node.set("compaction_throughput", 16L, ChangeCost.INSTANT);
        node.set("compaction", "Leveled", ChangeCost.REWRITES_DATA);
        serve(200, demand(1_000, 1, 0));
        assertThat(node.pendingCompactions()).isGreaterThan(30);
    }

    @Test
    void writesGrowTheData() {
        serve(100, demand(1_000, 0, 0));
        assertThat(node.liveBytes() - 10 * GIB).isCloseTo(100 * 1_000 * 500.0, within(2_000_000.0));
    }

    @Test
    void theSameSeedGivesTheSameCounts() {
        SimulatedNode twin = new SimulatedNode(new NodeResources(2, 1_024), 10 * GIB, SEED);
        serve(100, demand(777, 0.3, 0.2));
        for (int i = 0; i < 100; i++) {
            twin.serve(1, demand(777, 0.3, 0.2));
        }
        assertThat(List.of(twin.reads(), twin.writes(), twin.scans()))
                .isEqualTo(List.of(node.reads(), node.writes(), node.scans()));
    }

    /** Mean and variance of a binomial count, where it is counted and where it is taken for normal. */
    @Test
    void countsScatterBinomially() {
        SeededRandom chance = new SeededRandom(new SplittableRandom(SEED));
        for (double p : new double[] {0.001, 0.1, 0.5, 0.97}) {
            for (long n : new long[] {7, 100, 10_000}) {
                double sum = 0;
                double squares = 0;
                int tries = 20_000;
                for (int i = 0; i < tries; i++) {
                    double found = chance.successes(n, p);
                    sum += found;
                    squares += found * found;
                }
                double mean = sum / tries;
                double variance = n * p * (1 - p);
                assertThat(mean)
                        .as("mean, n=%d p=%s seed=%d", n, p, SEED)
                        .isCloseTo(n * p, within(5 * Math.sqrt(variance / tries)));
                assertThat(squares / tries - mean * mean)
                        .as("variance, n=%d p=%s seed=%d", n, p, SEED)
                        .isCloseTo(variance, within(0.1 * variance));
            }
        }
    }

    @Test
    void faultsComeAsOftenAsAskedFor() {
        Faults faults = new Faults(24, SEED);
        long found = 0;
        for (int second = 0; second < 100 * 86_400; second += 10) {
            found += faults.within(10).isPresent() ? 1 : 0;
        }
        assertThat(found).as("in 100 days, seed %d", SEED).isBetween(2_200L, 2_600L);
        assertThat(new Faults(0, SEED).within(86_400)).isEmpty();
    }

    private double served(int seconds) {
        long before = node.reads();
        serve(seconds, demand(1_000_000, 1, 0));
        return (node.reads() - before) / (double) seconds;
    }

    private void serve(int seconds, TraceRow demand) {
        for (int i = 0; i < seconds; i++) {
            node.serve(1, demand);
        }
    }

    private static TraceRow demand(long perSecond, double readRatio, double scanShare) {
        long readsAndScans = Math.round(perSecond * readRatio);
        long scans = Math.round(readsAndScans * scanShare);
        return new TraceRow(
                Instant.EPOCH, Duration.ofSeconds(1), readsAndScans - scans, perSecond - readsAndScans, scans);
    }
}
