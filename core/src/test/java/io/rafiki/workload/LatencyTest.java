package io.rafiki.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LatencyTest {

    private static final long SEED = 11;

    @Test
    void isAllTimeOverAllRequests() {
        Latency latency = Latency.of(List.of(slice(10, 5_000, 1, 90), slice(30, 25_000, 3, 310), slice(0, 0, 0, 0)));
        assertThat(latency.reads().micros()).isEqualTo(750);
        assertThat(latency.writes().micros()).isEqualTo(100);
        assertThat(latency.at(0.25).micros()).isEqualTo(0.25 * 750 + 0.75 * 100);
    }

    @Test
    void oneKindIsEnoughForAWorkloadOfOneKind() {
        Latency latency = Latency.of(List.of(slice(10, 5_000, 0, 0), slice(10, 5_100, 0, 0), slice(10, 4_900, 0, 0)));
        assertThat(latency.at(1).micros()).isEqualTo(500);
        assertThat(latency.at(1).error()).isBetween(1.0, 10.0);
        assertThat(latency.at(0.9).micros()).isNaN();
    }

    @Test
    void aRatioOfTwoSamplesHasNoKnownError() {
        Latency latency = Latency.of(List.of(slice(10, 5_000, 0, 0), slice(10, 5_100, 0, 0)));
        assertThat(latency.reads().error()).isInfinite();
    }

    /** Ground truth from outside: the scatter of the mean over many windows. */
    @Test
    void theErrorIsTheScatterOfTheMean() {
        SplittableRandom random = new SplittableRandom(SEED);
        double squares = 0;
        double errors = 0;
        for (int i = 0; i < 2_000; i++) {
            List<SampleInterval> slices = new ArrayList<>();
            for (int s = 0; s < 30; s++) {
                long requests = random.nextLong(50, 150);
                slices.add(slice(requests, Math.round(requests * (500 + 100 * random.nextGaussian())), 0, 0));
            }
            MeanLatency reads = Latency.of(slices).reads();
            squares += (reads.micros() - 500) * (reads.micros() - 500);
            errors += reads.error();
        }
        double scatter = Math.sqrt(squares / 2_000);
        assertThat(errors / 2_000).as("seed %d", SEED).isCloseTo(scatter, within(0.1 * scatter));
    }

    @Test
    void countersThatGoBackwardsTellNothingAndSpoilNothing() {
        ClientCounts before = new ClientCounts(10, 5_000, 5, 900);
        assertThat(new ClientCounts(20, 9_000, 5, 900).since(before)).isEqualTo(new ClientCounts(10, 4_000, 0, 0));
        assertThat(new ClientCounts(20, 4_000, 5, 900).since(before)).isEqualTo(ClientCounts.NONE);
        assertThat(new ClientCounts(-1, 9_000, 5, 900).since(before)).isEqualTo(ClientCounts.NONE);
        assertThat(new ClientCounts(20, Long.MIN_VALUE, 5, 900).since(before)).isEqualTo(ClientCounts.NONE);
    }

    /** Otherwise the next difference would be all requests since the node's start. */
    @Test
    void nothingIsKnownSinceAFailedReading() {
        ClientCounts counts = new ClientCounts(20, 9_000, 5, 900);
        assertThat(counts.since(ClientCounts.UNKNOWN)).isEqualTo(ClientCounts.NONE);
        assertThat(ClientCounts.UNKNOWN.since(counts)).isEqualTo(ClientCounts.NONE);
        assertThat(counts.since(ClientCounts.NONE)).as("a new node").isEqualTo(counts);
    }

    private static SampleInterval slice(long reads, long readMicros, long writes, long writeMicros) {
        return new SampleInterval(
                1_000_000_000L,
                new OperationCounts(reads, writes, 0),
                new ClientCounts(reads, readMicros, writes, writeMicros),
                WindowGauges.UNKNOWN);
    }
}
