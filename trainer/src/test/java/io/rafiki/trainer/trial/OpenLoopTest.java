package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.trainer.ycsb.MeasuredSeries;
import io.rafiki.trainer.ycsb.YcsbResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenLoopTest {

    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private Path folder;

    @Test
    void bothKindsOfLoadsAreReadAsTheyWereWritten() throws Exception {
        Path file = folder.resolve(Trials.FILE);
        Trial trial = trial(atRate(4000, 3990.5));
        new Trials(file).append(trial);

        assertThat(Trials.read(file)).containsExactly(trial);
        JsonNode loops = JSON.readTree(Files.readString(file)).at("/sustained/openLoops");
        assertThat(loops.get(0).get("share").asDouble()).isEqualTo(0.75);
        assertThat(loops.get(2).fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("target", "achieved", "p99", "latencies", "pauseP99");
    }

    @Test
    void theLineOfATrialHasALatencyAtTheRateOnlyIfTheNodeCarriedIt() throws Exception {
        JsonNode carried =
                JSON.readTree(TrialSummary.of(trial(atRate(4000, 3920))).line());
        assertThat(carried.get("p99AtRate").asLong()).isEqualTo(900);
        assertThat(carried.get("p99At75").asLong()).isEqualTo(500);
        assertThat(carried.get("p99At95").asLong()).isEqualTo(700);

        JsonNode late = JSON.readTree(TrialSummary.of(trial(atRate(4000, 3919))).line());
        assertThat(late.has("p99AtRate")).isFalse();
        assertThat(late.get("achievedAtRate").asDouble()).isEqualTo(3919);
    }

    /** At a fixed rate the node spends equal times in all states, so all operations count alike. */
    @Test
    void severalStatesGiveOneLatencyAndTheRateOfTheSlowest() throws Exception {
        OpenLoop loop = OpenLoop.of(null, 1000, List.of(run(1000, 2_000), run(600, 9_000)), 1);
        assertThat(loop.achieved()).isEqualTo(600);
        assertThat(loop.hasCarriedTarget()).isFalse();
        assertThat(loop.operations()).isEqualTo(3_200);
        assertThat(loop.p99()).isBetween(8_990L, 9_010L);
        assertThat(loop.latencies().get("read").p50()).isBetween(1_990L, 2_010L);
        assertThat(OpenLoop.of(0.75, 1000, List.of(run(1000, 2_000)), 1).p99()).isBetween(1_990L, 2_010L);
    }

    /** A slow and a fast state for equal amounts of writes: each has half of the operations, although the fast one served nine times as many. */
    @Test
    void anOperationOfALongerStateCountsMore() {
        Histogram slow = new Histogram(3);
        slow.recordValueWithCount(9_000, 100);
        Histogram fast = new Histogram(3);
        fast.recordValueWithCount(1_000, 900);
        TrialLatency latency = TrialLatency.weighted(Map.of(slow, 0.9, fast, 0.1));
        assertThat(latency.count()).isEqualTo(1_000);
        assertThat(latency.mean()).isCloseTo(5_000, within(10.0));
        assertThat(TrialLatency.weighted(Map.of(slow, 0.0, fast, 0.25)).max()).isLessThan(1_010);
    }

    /** Three seconds at a rate, each operation with the same latency. */
    private static OpenLoop.Run run(int perSecond, long micros) {
        Histogram second = new Histogram(3);
        second.recordValueWithCount(micros, perSecond);
        YcsbResult result = new YcsbResult(
                Map.of("read", Collections.nCopies(3, second)),
                new MeasuredSeries(Collections.nCopies(3, (double) perSecond), 0));
        return new OpenLoop.Run(result, 3);
    }

    private static OpenLoop atRate(double target, double achieved) {
        return new OpenLoop(null, target, achieved, 900, latencies(900), 80L);
    }

    private static Map<String, TrialLatency> latencies(long p99) {
        return Map.of("read", new TrialLatency(40_000, 210.5, 200, 400, p99, 1500));
    }

    private static Trial trial(OpenLoop atRate) {
        return Lines.sustained(
                Lines.measured("a"),
                List.of(
                        new OpenLoop(0.75, 3000, 3000, 500, latencies(500), 80L),
                        new OpenLoop(0.95, 3800, 3790, 700, latencies(700), 80L),
                        atRate));
    }
}
