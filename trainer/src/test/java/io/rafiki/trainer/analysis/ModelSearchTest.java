package io.rafiki.trainer.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.trainer.train.Surface;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches on synthetic surfaces of so few configurations that the optimum is found by trying all of them. */
class ModelSearchTest {

    /** A search may miss its optimum by this share, with the ineffective changes that it drops. */
    static final double SEARCH = 0.02;

    private static final double KAPPA = 2;
    private static final Workload WORKLOAD = Workload.ofReadRatio(0.5);
    private static final KnobSpace SPACE = new KnobSpace(List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0),
            new IntegerKnob("concurrent_reads", "threads", 8, 40, Map.of(), 32),
            new IntegerKnob("concurrent_writes", "threads", 8, 40, Map.of(), 32)));
    static final Configuration DEFAULT = SPACE.defaults();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void minimisesTheUpperBoundOfALatency(long seed) {
        Surrogate latency = latency(seed);
        ModelSearch search = search(Map.of(Metric.THROUGHPUT, throughput(seed + 10), Metric.P99_AT_RATE, latency), 0);

        Recommendation advice = search.best(Metric.P99_AT_RATE, Map.of());

        double lowest =
                all().stream().mapToDouble(one -> upper(latency, one)).min().orElseThrow();
        assertThat(upper(latency, advice.best())).isBetween(lowest, (1 + SEARCH) * lowest);
        assertThat(advice.gain().mean())
                .as("a lower latency is a gain")
                .isPositive()
                .isEqualTo(1 - mean(latency, advice.best()) / mean(latency, DEFAULT), within(1e-9));
        assertThat(advice.ofBest()).isEqualTo(throughput(seed + 10).predict(WORKLOAD, advice.best()));
        assertThat(advice.tails()).singleElement().satisfies(tail -> assertThat(tail.ofBest())
                .isEqualTo(latency.predict(WORKLOAD, advice.best())));
    }

    /** A user fixes a value that no trial had. */
    @Test
    void aFixedValueOutsideOfTheTrialsIsStated() {
        TrainingDomain seen = TrainingDomain.of(
                SPACE,
                List.of(WORKLOAD),
                all().stream()
                        .filter(one -> one.get("compaction").equals("SizeTiered"))
                        .toList());
        for (double compaction = 0; compaction < 2; compaction++) {
            ModelSearch search = new ModelSearch(
                    Map.of(Metric.THROUGHPUT, throughput(1)),
                    WORKLOAD,
                    DEFAULT,
                    SearchSpace.of(SPACE).within(seen).fix("compaction", compaction),
                    0,
                    0,
                    1);
            assertThat(search.best(Metric.THROUGHPUT, Map.of()).outside().isPresent())
                    .isEqualTo(compaction == 1);
        }
    }

    @Test
    void theLowestLatencyIsNotBetterThanItself() {
        Surrogate latency = latency(1);
        Configuration optimum = all().stream()
                .min(Comparator.comparingDouble(one -> upper(latency, one)))
                .orElseThrow();
        ModelSearch search = new ModelSearch(
                Map.of(Metric.THROUGHPUT, throughput(11), Metric.P99_AT_RATE, latency),
                WORKLOAD,
                optimum,
                SearchSpace.of(SPACE).startFrom(optimum).kappa(KAPPA),
                0,
                0,
                1);

        Recommendation advice = search.best(Metric.P99_AT_RATE, Map.of());

        assertThat(advice.isBetter()).isFalse();
        assertThat(advice.choice()).isEqualTo(optimum);
    }

    /** No trial measured the latency of a node that did not carry the rate, so its prediction there is worth nothing. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theLatencyAtARateIsSearchedWhereTheNodeCarriesTheRate(long seed) {
        Surrogate throughput = throughput(seed + 10);
        Surrogate latency = latency(seed);
        double rate = 0.9
                * all().stream()
                        .mapToDouble(one -> lower(throughput, one))
                        .max()
                        .orElseThrow();
        ModelSearch search = search(Map.of(Metric.THROUGHPUT, throughput, Metric.P99_AT_RATE, latency), rate);

        Recommendation advice = search.best(Metric.P99_AT_RATE, Map.of());

        double lowest = all().stream()
                .filter(one -> lower(throughput, one) >= rate)
                .mapToDouble(one -> upper(latency, one))
                .min()
                .orElseThrow();
        assertThat(advice.isWithinLimits()).isTrue();
        assertThat(lower(throughput, advice.best())).isGreaterThanOrEqualTo(rate);
        assertThat(upper(latency, advice.best())).isBetween(lowest, 1.05 * lowest);
    }

    @Test
    void aRateThatNoConfigurationCarriesIsALimitThatIsNotKept() {
        ModelSearch search = search(Map.of(Metric.THROUGHPUT, throughput(11), Metric.P99_AT_RATE, latency(1)), 1e9);

        Recommendation advice = search.best(Metric.P99_AT_RATE, Map.of());
        assertThat(advice.carriesRate()).isFalse();
        assertThat(advice.isWithinLimits()).isFalse();
        assertThat(advice.isRecommended()).isFalse();

        assertThat(search.best(Metric.THROUGHPUT, Map.of()).isWithinLimits())
                .as("the rate limits only the latency at the rate")
                .isTrue();
        assertThat(search.best(Metric.THROUGHPUT, Map.of(Metric.P99_AT_RATE, 1e9))
                        .carriesRate())
                .isFalse();
    }

    /** A trial whose mean is above the rate had a slow state that did not carry the rate. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theThroughputExceedsThatOfATrialWhichDidNotCarryTheRate(long seed) {
        Surrogate throughput = throughput(seed + 10);
        double failed = 0.9
                * all().stream()
                        .mapToDouble(one -> lower(throughput, one))
                        .max()
                        .orElseThrow();
        Surrogate latency = latency(seed);
        ModelSearch search = search(Map.of(Metric.THROUGHPUT, throughput, Metric.P99_AT_RATE, latency), 1, failed);

        Recommendation advice = search.best(Metric.P99_AT_RATE, Map.of());

        assertThat(advice.rate()).isEqualTo(1);
        assertThat(advice.carriesRate()).isTrue();
        assertThat(lower(throughput, advice.best())).isGreaterThanOrEqualTo(failed);
    }

    @Test
    void aThroughputThatNoConfigurationReachesIsALimitThatIsNotKept() {
        ModelSearch search = search(Map.of(Metric.THROUGHPUT, throughput(11), Metric.P99_AT_RATE, latency(1)), 1, 1e9);

        Recommendation advice = search.best(Metric.P99_AT_RATE, Map.of());

        assertThat(advice.rate()).isEqualTo(1);
        assertThat(advice.carriesRate()).isFalse();
        assertThat(advice.isRecommended()).isFalse();
    }

    @Test
    void refusesAMetricThatTheModelHasNotLearnt() {
        ModelSearch search = search(Map.of(Metric.THROUGHPUT, throughput(11)), 0);
        assertThatThrownBy(() -> search.best(Metric.P99_AT_RATE, Map.of()))
                .hasMessage("p99AtRate: expected a model that has learnt it, found one of [throughput]. Train it on"
                        + " trials that measured it.");
    }

    static ModelSearch search(Map<Metric, Surrogate> surrogates, double rate) {
        return search(surrogates, rate, rate);
    }

    private static ModelSearch search(Map<Metric, Surrogate> surrogates, double rate, double carrying) {
        return new ModelSearch(
                surrogates,
                WORKLOAD,
                DEFAULT,
                SearchSpace.of(SPACE).startFrom(DEFAULT).kappa(KAPPA),
                rate,
                carrying,
                1);
    }

    static Surrogate throughput(long seed) {
        Surface surface = new Surface(SPACE, seed);
        return spread(codes -> surface.value(0.5, new Configuration(SPACE, codes)));
    }

    /** Microseconds that are low where another throughput is high. */
    static Surrogate latency(long seed) {
        Surface surface = new Surface(SPACE, seed);
        return spread(codes -> 1e9 / surface.value(0.5, new Configuration(SPACE, codes)));
    }

    static List<Configuration> all() {
        List<Configuration> all = new ArrayList<>();
        for (int compaction = 0; compaction < 2; compaction++) {
            for (int reads = 8; reads <= 40; reads++) {
                for (int writes = 8; writes <= 40; writes++) {
                    all.add(new Configuration(SPACE, new double[] {compaction, reads, writes}));
                }
            }
        }
        return all;
    }

    static double upper(Surrogate surrogate, Configuration configuration) {
        return surrogate.predict(WORKLOAD, configuration).upperBound(KAPPA);
    }

    static double lower(Surrogate surrogate, Configuration configuration) {
        return surrogate.predict(WORKLOAD, configuration).lowerBound(KAPPA);
    }

    private static double mean(Surrogate surrogate, Configuration configuration) {
        return surrogate.predict(WORKLOAD, configuration).mean();
    }

    /** A model with two members, 3 % below and above the formula. */
    private static Surrogate spread(ToDoubleFunction<double[]> formula) {
        return new FormulaModel(
                SPACE,
                List.of(codes -> 0.97 * formula.applyAsDouble(codes), codes -> 1.03 * formula.applyAsDouble(codes)));
    }
}
