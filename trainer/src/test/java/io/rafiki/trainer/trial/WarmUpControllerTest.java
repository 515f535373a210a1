package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

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
    void aSteadyLoadIsMeasuredAsSoonAsItHasItsOwnProcessors() throws IOException {
        run(second -> 3000);
        assertThat(pinnedAt).isEqualTo(5);
        // from 7 on it has its own processors; eleven seconds show that it is steady there, more than are measured
        assertThat(phases.begin()).isEqualTo(7);
        assertThat(endedAt).isEqualTo(18);
        assertThat(phases.nonStationarity()).isEmpty();
    }

    /** The step down when the client gets a processor of its own is no part of the test. */
    @Test
    void whatWasBeforeThePinDoesNotCount() throws IOException {
        run(second -> second < 7 ? 9000 : 3000);
        assertThat(phases.begin()).isEqualTo(7);
    }

    @Test
    void aRiseDelaysTheMeasuredPart() throws IOException {
        run(second -> second < 25 ? 1000 + 200 * second : 6000);
        assertThat(phases.begin()).isBetween(20, 26);
        assertThat(endedAt).isEqualTo(phases.begin() + 11);
        assertThat(phases.nonStationarity()).isEmpty();
    }

    @Test
    void whatNeverSettlesIsMeasuredAtTheBoundAndMarked() throws IOException {
        run(second -> 1000 + 200 * second);
        assertThat(phases.begin()).isEqualTo(40);
        assertThat(endedAt).isEqualTo(51);
        assertThat(phases.nonStationarity().orElseThrow())
                .matches("throughput was not stationary after 40 s of warm-up: "
                        + "in 10 s it changed by \\+20 % and, a second later, by \\+20 %, not both less than 10 %")
                .doesNotContain("\n");
    }

    /** The machine stood still, and a minute and a half became known at once, before the node had its own processors. */
    @Test
    void whatBecomesKnownAtOnceIsMarked() throws IOException {
        List<Double> known = Collections.nCopies(95, 3000.0);
        assertThat(phases.next(known, () -> 0.03)).isEqualTo(Step.PIN);
        assertThat(phases.next(known, () -> 0.03)).isEqualTo(Step.END);
        assertThat(phases.begin()).isEqualTo(84);
        assertThat(phases.nonStationarity())
                .hasValue("throughput was not shown to be stationary after 84 s of warm-up: the node had its own"
                        + " processors for less than 11 s");
    }

    /** Ten seconds of a slow rise look stationary; that the JVM still compiles does not. */
    @Test
    void aNodeThatCompilesKeepsAllProcessors() throws IOException {
        compiledAt = 14;
        run(second -> 3000 + 20 * second);
        assertThat(pinnedAt).isEqualTo(14);
        assertThat(phases.begin()).isEqualTo(16);
        assertThat(phases.nonStationarity()).isEmpty();
    }

    @Test
    void aNodeThatCompilesOnIsMeasuredInTimeAndMarked() throws IOException {
        compiledAt = 100;
        run(second -> 3000);
        assertThat(pinnedAt).isEqualTo(25);
        assertThat(phases.begin()).isEqualTo(27);
        assertThat(phases.nonStationarity())
                .hasValue("the node's JVM was still compiling after 27 s of warm-up: 80 % of the time, more than 20 %");
    }

    /** Asked of the node, which nobody may disturb once it is pinned. */
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
