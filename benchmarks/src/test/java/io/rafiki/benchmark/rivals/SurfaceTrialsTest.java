package io.rafiki.benchmark.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.train.TrainingData;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SurfaceTrialsTest {

    private static final Workload READS = Workload.ofReadRatio(0.9);
    private static final double NOISE = 0.07;
    private static final List<Double> DURATIONS = List.of(50.0, 60.0, 70.0);

    private static TrainingData recorded;

    @BeforeAll
    static void read() throws Exception {
        recorded = RecordedTrials.read();
    }

    /** Surfaces of different seeds differ; both resemble the trials. */
    @ParameterizedTest
    @EnumSource
    void aSurfaceResemblesTheTrials(SurfaceKind kind) throws Exception {
        Surrogate one = kind.surface(recorded, 1);
        Surrogate other = kind.surface(recorded, 2);
        double[] errors = recorded.points().stream()
                .mapToDouble(point -> Math.abs(
                        one.predict(point.workload(), point.configuration()).mean() / point.value() - 1))
                .sorted()
                .toArray();
        assertThat(errors[errors.length / 2]).isLessThan(0.1);
        Configuration defaults = recorded.space().defaults();
        assertThat(one.predict(READS, defaults).mean())
                .isNotEqualTo(other.predict(READS, defaults).mean());
    }

    @Test
    void noiseAndLengthAreThoseOfTrialsAndEqualForEveryTuner() throws Exception {
        Surrogate truth = SurfaceKind.forest.surface(recorded, 1);
        SurfaceTrials trials = new SurfaceTrials(truth, READS, NOISE, 1, DURATIONS);
        Configuration defaults = recorded.space().defaults();
        double exact = trials.truth(defaults);
        List<Trial> replicates = IntStream.range(0, 1000)
                .mapToObj(replicate -> trials.measure(new PlannedTrial(READS, defaults, replicate)))
                .toList();
        double[] logs = replicates.stream()
                .mapToDouble(trial -> Math.log(trial.throughput().mean() / exact))
                .toArray();
        double mean = DoubleStream.of(logs).average().orElseThrow();
        double deviation =
                Math.sqrt(DoubleStream.of(logs).map(log -> log * log).average().orElseThrow());
        assertThat(mean).isBetween(-0.007, 0.007);
        assertThat(deviation).isBetween(0.065, 0.075);
        assertThat(replicates.stream().map(trial -> trial.timing().totalSeconds()))
                .containsAll(DURATIONS)
                .isSubsetOf(DURATIONS);
        Trial again =
                new SurfaceTrials(truth, READS, NOISE, 1, DURATIONS).measure(new PlannedTrial(READS, defaults, 7));
        assertThat(again.throughput().mean()).isCloseTo(exact * Math.exp(logs[7]), within(1e-6));
        assertThat(again.timing()).isEqualTo(replicates.get(7).timing());
    }
}
