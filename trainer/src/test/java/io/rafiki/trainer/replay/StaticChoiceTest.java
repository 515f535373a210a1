package io.rafiki.trainer.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.Machine;
import io.rafiki.surrogate.Envelope;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.drive.Schedule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StaticChoiceTest {

    private final KnobSpace space;

    StaticChoiceTest() throws Exception {
        space = KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new Machine(2, 1024))
                .space(List.of("concurrent_reads", "concurrent_writes"));
    }

    /** The quadratic loss is least at the mean of what each workload wants, weighted with its time. */
    @Test
    void servesEachWorkloadByItsShareOfTheTime() {
        Schedule schedule = Schedule.of(List.of(Duration.ofSeconds(30), Duration.ofSeconds(10)), List.of(1.0, 0.0));
        Configuration best = StaticChoice.of(new Bowl(space), envelope(), schedule);
        assertThat(((Number) best.get("concurrent_reads")).doubleValue())
                .as("3/4 of the time 100, else 20")
                .isCloseTo(80, within(2.0));
    }

    @Test
    void predictsTheMeanOverTheWorkloads() {
        Surrogate mixture = new StaticChoice.Mixture(new Bowl(space), Map.of(1.0, 0.75, 0.0, 0.25));
        Bowl bowl = new Bowl(space);
        Configuration usual = space.defaults();
        assertThat(mixture.predict(0.3, usual).mean())
                .isCloseTo(
                        0.75 * bowl.predict(1, usual).mean()
                                + 0.25 * bowl.predict(0, usual).mean(),
                        within(1e-9));
        assertThat(mixture.predict(0.3, usual).deviation()).isEqualTo(10);
    }

    private Envelope envelope() {
        Configuration least = space.defaults();
        Configuration most = space.defaults();
        for (String knob : List.of("concurrent_reads", "concurrent_writes")) {
            IntegerKnob range = (IntegerKnob) space.knob(space.indexOf(knob));
            least = least.with(knob, (int) Math.max(8, range.min()));
            most = most.with(knob, 128);
        }
        return Envelope.of(space, List.of(0.0, 1.0), List.of(least, most));
    }

    /** Best with 20 readers where nobody reads, with 100 where all do. */
    private record Bowl(KnobSpace space) implements Surrogate {
        @Override
        public void predict(double readRatio, double[] codes, int n, double[] mean, double[] deviation) {
            for (int i = 0; i < n; i++) {
                double off = codes[i * space.size() + space.indexOf("concurrent_reads")] - (20 + 80 * readRatio);
                mean[i] = 10_000 - off * off;
                deviation[i] = 10;
            }
        }

        @Override
        public Surrogate copy() {
            return this;
        }
    }
}
