package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.scenario.PhaseController.NodeState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A warm-up of 5 to 30 s, 4 s for a decision and 10 s of measurement; the series lags by two seconds. */
class PhaseControllerTest {

    private static final int LAG = 2;
    private static final NodeState QUIET = new NodeState(0, false, -1);

    /** Throughput is stationary after 11 s; then 10 s are measured. */
    @Test
    void aQuietNodeIsMeasuredAsSoonAsItIsStationary() {
        PhaseController phases = controller(200);
        int end = run(phases, second -> QUIET);
        // warm at 5 s, known to be stationary after 5 + 11 seconds, at 18 s; 10 s later the phase ends
        assertThat(phases.warmAt()).isEqualTo(5);
        assertThat(phases.segments().get(0)).isEqualTo(new Segment("90 % reads", List.of(new TimeRange(16, 26))));
        assertThat(phases.schedule().phases()).extracting(Phase::readRatio).containsExactly(0.9, 0.1);
        assertThat(phases.schedule().phases().get(1).from()).isEqualTo(30);
        assertThat(end).isLessThan(62);
    }

    @Test
    void theWarmUpLastsUntilTheJvmHasCompiled() {
        PhaseController phases = controller(200);
        run(phases, second -> new NodeState(second < 12 ? 1 : 0.1, false, -1));
        assertThat(phases.warmAt()).isEqualTo(12);
        PhaseController busy = controller(200);
        run(busy, second -> new NodeState(1, false, -1));
        assertThat(busy.warmAt()).as("the latest end").isEqualTo(30);
    }

    /** A rewrite from 10 to 50 s: the first phase is measured after it. */
    @Test
    void aPhaseWaitsForTheEndOfARewrite() {
        PhaseController phases = controller(200);
        run(phases, second -> new NodeState(0, second >= 10 && second < 50, second < 10 ? -1 : second < 50 ? 10 : 50));
        assertThat(phases.segments().get(0).parts().get(0).from()).isEqualTo(61);
    }

    /** The measurement begins at 16 s. A change at 20 s begins the wait again. */
    @Test
    void aChangeDuringTheMeasurementBeginsAgain() {
        PhaseController phases = controller(200);
        run(phases, second -> new NodeState(0, false, second < 20 ? -1 : 20));
        assertThat(phases.segments().get(0).parts().get(0).from()).isEqualTo(31);
    }

    /** A rewrite without an end: the second phase still has its 25 seconds of a total of 80. */
    @Test
    void aPhaseLeavesTimeForTheOthers() {
        PhaseController phases = controller(80);
        int end = run(phases, second -> new NodeState(0, second >= 10, 10));
        assertThat(phases.segments()).hasSize(2);
        assertThat(phases.segments().get(0).parts().get(0).from()).isBetween(40.0, 47.0);
        assertThat(end).isBetween(78, 86);
    }

    @Test
    void throughputThatStillRisesIsNotMeasured() {
        PhaseController phases = controller(200);
        int end = 0;
        List<Double> series = new ArrayList<>();
        for (int second = 0; !phases.isOver() && second < 300; second++) {
            phases.next(second, series.subList(0, Math.max(0, second - LAG)), QUIET);
            series.add(second < 60 ? 10.0 * second : 600.0);
            end = second;
        }
        assertThat(phases.segments().get(0).parts().get(0).from()).isGreaterThan(50);
        assertThat(end).isLessThan(200);
    }

    /**
     * A node that compiles and rewrites forever: the sum of all waits. A node is ready within 90 s, and its agent within another 60 s. The
     * client of each run may connect after 15 s; 20 s are for the command itself.
     */
    @ParameterizedTest
    @ValueSource(ints = {5, 50, 90, 150})
    void theQuickDemoEndsWithinElevenMinutesOnAnyMachine(int start) {
        Scenario demo = DemoScenario.of(Path.of("model.zip"), List.of(0.9, 0.1, 0.5), true);
        PhaseController phases =
                new PhaseController(demo.readRatios(), demo.phases().orElseThrow());
        phases.startedAfter(Duration.ofSeconds(start));
        int end = run(phases, second -> new NodeState(1, true, second));
        assertThat(phases.segments()).hasSize(3);
        assertThat(start + Math.min(start, 90) + 2 * (15 + end) + 20).isLessThan(660);
    }

    /** A node that starts quickly leaves each run its full time. */
    @Test
    void aSlowStartShortensThePhases() {
        PhaseLimits limits = new PhaseLimits(20, 60, 15, 20, 500, 0);
        assertThat(limits.longest(3, 10)).isEqualTo(240);
        assertThat(limits.longest(3, 50)).isEqualTo(200);
        assertThat(limits.longest(5, 50)).as("two phases more").isEqualTo(200 + 2 * limits.shortestPhase());
        assertThat(limits.longest(3, 200))
                .as("60 s of warm-up and three measured parts")
                .isEqualTo(60 + 3 * 24);
    }

    @Test
    void tellsWhatItWaitsFor() {
        PhaseController phases = controller(200);
        assertThat(phases.lines(0, List.of())).containsExactly("phase     1 of 2: 90 % reads, the node warms up");
        assertThat(phases.lines(1, List.of())).isEmpty();
        phases.next(6, List.of(100.0, 100.0), QUIET);
        assertThat(phases.lines(6, List.of(100.0)))
                .containsExactly("phase     1 of 2: 90 % reads, the node adapts, 100 ops/s");
    }

    private static PhaseController controller(int longest) {
        return new PhaseController(List.of(0.9, 0.1), new PhaseLimits(5, 30, 4, 10, 2 * longest, 0));
    }

    /** @return the second of the end */
    private static int run(PhaseController phases, IntFunction<NodeState> node) {
        List<Double> series = new ArrayList<>();
        for (int second = 0; second < 300; second++) {
            phases.next(second, series.subList(0, Math.max(0, second - LAG)), node.apply(second));
            series.add(second % 2 == 0 ? 101.0 : 99.0);
            if (phases.isOver()) {
                return second;
            }
        }
        throw new AssertionError("the phases do not end");
    }
}
