package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.trainer.trial.WarmUpController.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** A load whose seconds become known one by one. */
class WarmUpControllerTest {

    private static final WarmUp WARM_UP = new WarmUp(Duration.ofSeconds(5), Duration.ofSeconds(40));

    private final WarmUpController phases = new WarmUpController(WARM_UP, Duration.ofSeconds(8));
    private int compiledAt;
    private int pinnedAt = -1;
    private int endedAt = -1;

    @Test
    void aStationaryLoadIsMeasuredAsSoonAsNodeAndClientArePinned() throws IOException {
        run(second -> 3000);
        assertThat(pinnedAt).isEqualTo(5);
        // node and client are pinned from second 7; the test of stationarity needs eleven seconds, more than the
        // measurement
        assertThat(phases.begin()).isEqualTo(7);
        assertThat(endedAt).isEqualTo(18);
        assertThat(phases.disturbance()).isEmpty();
    }

    /** The pin of the client lowers the throughput. The test ignores this step. */
    @Test
    void throughputBeforeThePinDoesNotCount() throws IOException {
        run(second -> second < 7 ? 9000 : 3000);
        assertThat(phases.begin()).isEqualTo(7);
    }

    @Test
    void aRiseDelaysTheMeasuredPart() throws IOException {
        run(second -> second < 25 ? 1000 + 200 * second : 6000);
        assertThat(phases.begin()).isBetween(20, 26);
        assertThat(endedAt).isEqualTo(phases.begin() + 11);
        assertThat(phases.disturbance()).isEmpty();
    }

    @Test
    void aLoadThatIsNeverStationaryIsMeasuredAtTheBoundAndMarked() throws IOException {
        run(second -> 1000 + 200 * second);
        assertThat(phases.begin()).isEqualTo(40);
        assertThat(endedAt).isEqualTo(51);
        assertThat(phases.disturbance().orElseThrow())
                .isInstanceOfSatisfying(TrialFailure.WarmUpTooShort.class, found -> {
                    assertThat(found.warmUpSeconds()).isEqualTo(40);
                    assertThat(found.windowSeconds()).isEqualTo(10);
                    assertThat(found.before()).isCloseTo(0.2, within(0.01));
                    assertThat(found.change()).isCloseTo(0.2, within(0.01));
                });
    }

    /** The machine paused, so 95 seconds were reported at once, before the node was pinned. */
    @Test
    void secondsReportedAtOnceAreMarked() throws IOException {
        List<Double> known = Collections.nCopies(95, 3000.0);
        assertThat(phases.next(known, () -> 0.03)).isEqualTo(Step.PIN);
        assertThat(phases.next(known, () -> 0.03)).isEqualTo(Step.END);
        assertThat(phases.begin()).isEqualTo(84);
        assertThat(phases.disturbance()).contains(new TrialFailure.StationarityUnknown(84, 11));
    }

    /** A slow rise looks stationary for ten seconds, but the JVM still compiles. */
    @Test
    void aNodeThatCompilesKeepsAllProcessors() throws IOException {
        compiledAt = 14;
        run(second -> 3000 + 20 * second);
        assertThat(pinnedAt).isEqualTo(14);
        assertThat(phases.begin()).isEqualTo(16);
        assertThat(phases.disturbance()).isEmpty();
    }

    @Test
    void aNodeThatStillCompilesIsMeasuredAtTheBoundAndMarked() throws IOException {
        compiledAt = 100;
        run(second -> 3000);
        assertThat(pinnedAt).isEqualTo(25);
        assertThat(phases.begin()).isEqualTo(27);
        assertThat(phases.disturbance()).contains(new TrialFailure.JvmStillCompiling(27, 0.8, 0.2));
    }

    /** The controller must not query the node after the pin. */
    private double compiling(int known) {
        assertThat(pinnedAt).isEqualTo(-1);
        return known < compiledAt ? 0.8 : 0.03;
    }

    private void run(IntToDoubleFunction operations) throws IOException {
        List<Double> known = new ArrayList<>();
        for (int second = 0; endedAt < 0 && second < 100; second++) {
            for (int asked = 0; asked < 3; asked++) {
                Step step = phases.next(List.copyOf(known), () -> compiling(known.size()));
                if (step == Step.PIN) {
                    assertThat(pinnedAt).isEqualTo(-1);
                    pinnedAt = known.size();
                } else if (step == Step.END && endedAt < 0) {
                    endedAt = known.size();
                }
            }
            known.add(operations.applyAsDouble(second));
        }
    }
}
