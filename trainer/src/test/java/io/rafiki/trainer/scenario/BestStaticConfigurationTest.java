package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BestStaticConfigurationTest {

    private final KnobSpace space;

    BestStaticConfigurationTest() throws Exception {
        space = KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 1024))
                .space(List.of("concurrent_reads", "concurrent_writes"));
    }

    /** The quadratic loss has its minimum at the mean of the workloads' optima, weighted by time. */
    @Test
    void servesEachWorkloadByItsShareOfTheTime() {
        Schedule schedule = Schedule.of(List.of(Duration.ofSeconds(30), Duration.ofSeconds(10)), List.of(1.0, 0.0));
        Configuration best = BestStaticConfiguration.of(new Bowl(space), envelope(), schedule);
        assertThat(((Number) best.get("concurrent_reads")).doubleValue())
                .as("3/4 of the time 100, else 20")
                .isCloseTo(80, within(2.0));
    }

    @Test
    void predictsTheMeanOverTheWorkloads() {
        Surrogate mixture = new BestStaticConfiguration.Mixture(new Bowl(space), Map.of(1.0, 0.75, 0.0, 0.25));
        Bowl bowl = new Bowl(space);
        Configuration usual = space.defaults();
        assertThat(mixture.predict(Workload.ofReadRatio(0.3), usual).mean())
                .isCloseTo(
                        0.75 * bowl.predict(Workload.ofReadRatio(1), usual).mean()
                                + 0.25
                                        * bowl.predict(Workload.ofReadRatio(0), usual)
                                                .mean(),
                        within(1e-9));
        assertThat(mixture.predict(Workload.ofReadRatio(0.3), usual).deviation())
                .isEqualTo(10);
    }

    private TrainingDomain envelope() {
        Configuration least = space.defaults();
        Configuration most = space.defaults();
        for (String knob : List.of("concurrent_reads", "concurrent_writes")) {
            IntegerKnob range = (IntegerKnob) space.knob(space.indexOf(knob));
            least = least.with(knob, (int) Math.max(8, range.min()));
            most = most.with(knob, 128);
        }
        return TrainingDomain.of(
                space, List.of(Workload.ofReadRatio(0), Workload.ofReadRatio(1)), List.of(least, most));
    }

    /** The optimum is 20 readers without reads and 100 readers with reads only. */
    private record Bowl(KnobSpace space) implements Surrogate {
        @Override
        public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
            for (int i = 0; i < n; i++) {
                double off =
                        codes[i * space.size() + space.indexOf("concurrent_reads")] - (20 + 80 * workload.readRatio());
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
