package io.rafiki.benchmark.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.train.TrainingData;
import io.rafiki.trainer.train.TrialSet;
import io.rafiki.workload.Workload;
import java.nio.file.Path;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SurfaceTrialsTest {

    private static final Path CAMPAIGN = Path.of("../conf/campaigns/cassandra-5.0-2core");
    private static final Workload READS = Workload.ofReadRatio(0.9);
    private static final double NOISE = 0.07;

    private static TrainingData recorded;

    @BeforeAll
    static void read() throws Exception {
        recorded = TrialSet.read(
                        CAMPAIGN.resolve("trials.jsonl"),
                        CAMPAIGN.resolve("plan.yaml"),
                        Path.of("../conf/knobs/cassandra-5.0.yaml"))
                .samples();
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
    void theNoiseHasItsDeviationAndIsEqualForEveryTuner() throws Exception {
        Surrogate truth = SurfaceKind.forest.surface(recorded, 1);
        SurfaceTrials trials = new SurfaceTrials(truth, READS, NOISE, 1, 1000);
        Configuration defaults = recorded.space().defaults();
        double exact = trials.truth(defaults);
        double[] logs = IntStream.range(0, 1000)
                .mapToDouble(replicate -> Math.log(trials.measure(defaults, replicate) / exact))
                .toArray();
        double mean = DoubleStream.of(logs).average().orElseThrow();
        double deviation =
                Math.sqrt(DoubleStream.of(logs).map(log -> log * log).average().orElseThrow());
        assertThat(mean).isBetween(-0.007, 0.007);
        assertThat(deviation).isBetween(0.065, 0.075);
        assertThat(new SurfaceTrials(truth, READS, NOISE, 1, 1).measure(defaults, 7))
                .isCloseTo(exact * Math.exp(logs[7]), within(1e-6));
        assertThatThrownBy(() -> trials.measure(defaults, 1000)).hasMessageContaining("expected 1000 trials");
    }

    @Test
    void theLeaderHasTheHighestMeanOfItsReplicates() throws Exception {
        SurfaceTrials trials = new SurfaceTrials(SurfaceKind.forest.surface(recorded, 1), READS, 0, 1, 3);
        Configuration defaults = recorded.space().defaults();
        Configuration leveled = defaults.with("compaction", "Leveled");
        double one = trials.measure(defaults, 0);
        double two = trials.measure(leveled, 0);
        trials.measure(defaults, 1);
        Configuration best = one > two ? defaults : leveled;
        assertThat(trials.leaders()).containsExactly(defaults, best, best);
    }
}
