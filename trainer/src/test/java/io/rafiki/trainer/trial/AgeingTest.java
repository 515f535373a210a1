package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.trainer.ycsb.DataSetSpec;
import io.rafiki.trainer.ycsb.MeasuredSeries;
import io.rafiki.trainer.ycsb.YcsbResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The order of updates and rests before the states. TrialIT runs them on a node. */
class AgeingTest {

    private static final double FLUSH = 20_000;
    private static final DataSetSpec DATA = new DataSetSpec(1_000, 1, 100, 0);

    private final List<String> runs = new ArrayList<>();
    private double flush = FLUSH;
    private double flushed;
    private double pending;

    /** A node that flushes once per look, and whose compactions wait as the test tells. */
    private CompactionFigures figures() {
        return new CompactionFigures(pending, 0.0, 1.0, 1.0, 1e6, flushed, 0.0, 0.0, 0.0);
    }

    /** Updates that flush until it is enough, at most ten times. */
    private YcsbResult update(String part, Ageing.Enough enough) throws IOException {
        int flushes = 0;
        while (!enough.isEnough() && flushes < 10) {
            flushed += flush;
            flushes++;
        }
        runs.add(part + ":" + flushes);
        return new YcsbResult(Map.of(), new MeasuredSeries(List.of(500.0 * flushes), 0));
    }

    private Ageing ageing(long seed) throws IOException {
        SustainedProtocol protocol = new SustainedProtocol(
                5,
                Duration.ofSeconds(60),
                Duration.ZERO,
                Duration.ofSeconds(120),
                Duration.ofSeconds(120),
                4,
                Duration.ZERO,
                Optional.empty());
        return new Ageing(protocol, DATA, seed, new DebtRecorder(this::figures, OptionalLong.empty(), 1), this::update);
    }

    /** So that the states of a workload with few writes are not all just after a compaction. */
    @Test
    void anotherNumberOfFlushesPrecedesEachState() throws Exception {
        Ageing ageing = ageing(6);
        double bytesPerUpdate = ageing.first(0.1, 100).bytesPerUpdate();
        assertThat(bytesPerUpdate).as("the flushes after the rest do not count").isCloseTo(FLUSH / 500, within(1e-9));
        long hour = System.nanoTime() + Duration.ofHours(1).toNanos();
        List<Double> beyond = new ArrayList<>();
        for (int state = 1; state < 4; state++) {
            beyond.add(ageing.next(state, 3 * FLUSH, hour));
        }
        assertThat(runs)
                .containsExactly(
                        "ageing:10",
                        "flushes:2",
                        "ageing-2:3",
                        "flushes-2:3",
                        "ageing-3:3",
                        "ageing-4:3",
                        "flushes-4:1");
        assertThat(beyond).as("they count for the next state").containsExactly(3 * FLUSH, 0.0, FLUSH);
    }

    /** A workload that only writes never meets a node that has caught up by a rest. */
    @Test
    void aWorkloadWithoutReadsGetsNoRest() throws Exception {
        ageing(6).first(1, 100);
        assertThat(runs).containsExactly("ageing:10");
    }

    /** A large memtable and a slow node. */
    @Test
    void withoutAFlushAnUpdateCountsByItsPayload() throws Exception {
        flush = 0;
        assertThat(ageing(4).first(1, 10).bytesPerUpdate()).isEqualTo(10);
    }

    @Test
    void nothingIsFlushedWhileCompactionsRun() throws Exception {
        Ageing ageing = ageing(6);
        pending = 2;
        long soon = System.nanoTime() + Duration.ofSeconds(1).toNanos();
        ageing.next(1, FLUSH, soon);
        assertThat(System.nanoTime())
                .as("compactions get the time that they would have had")
                .isGreaterThan(soon);
        assertThat(runs).containsExactly("ageing-2:1");
    }
}
