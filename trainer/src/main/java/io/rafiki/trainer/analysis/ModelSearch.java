package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Constraint;
import io.rafiki.knob.KnobSpace;
import io.rafiki.model.ModelBundle;
import io.rafiki.reason.ReasonText;
import io.rafiki.search.ChangePruning;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.OutputConstraint;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.FeatureOutside;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Searches of a model at one workload, from one configuration. The objective is throughput or a latency, subject to limits of latencies.
 *
 * <p>Trials that did not carry the open-loop rate have no latency at it, so no model can predict that latency for such configurations.
 * Therefore, where the latency at the rate counts, the lower bound of throughput must reach the rate. The throughput of a trial is the
 * mean over its states, but the slowest state must carry the rate. So the lower bound must also reach the greatest throughput of a trial
 * that did not carry it.
 */
public final class ModelSearch {

    private final Map<Metric, Surrogate> surrogates;
    private final Workload workload;
    private final Configuration base;
    private final SearchSpace where;
    private final double rate;
    private final double carrying;
    private final long seed;

    /**
     * @param surrogates surrogate of each metric, with throughput among them
     * @param base configuration for comparison
     * @param where searched space; its starting points include the base
     * @param rate open-loop rate of {@link Metric#P99_AT_RATE} in operations per second; 0 if unknown
     * @param carrying least throughput that counts as carrying the rate; the rate or more
     */
    ModelSearch(
            Map<Metric, Surrogate> surrogates,
            Workload workload,
            Configuration base,
            SearchSpace where,
            double rate,
            double carrying,
            long seed) {
        this.surrogates = new EnumMap<>(surrogates);
        this.workload = workload;
        this.base = base;
        this.where = where;
        this.rate = rate;
        this.carrying = carrying;
        this.seed = seed;
    }

    /**
     * Searches of a bundle.
     *
     * @param current present values of the node, as a user writes them; empty for the default
     * @param fixed values of fixed knobs
     * @throws IllegalArgumentException with one line if a knob is unknown or a value is invalid
     */
    public static ModelSearch of(
            ModelBundle model,
            Workload workload,
            Map<String, String> current,
            Map<String, String> fixed,
            double kappa,
            long seed) {
        KnobSpace space = model.space();
        Configuration base = option("--from", () -> space.configuration(current));
        SearchSpace where = SearchSpace.of(space).startFrom(base).kappa(kappa).within(model.envelope());
        for (Map.Entry<String, Double> held :
                option("--fix", () -> codes(space, fixed)).entrySet()) {
            where = where.fix(held.getKey(), held.getValue());
        }
        Map<Metric, Surrogate> surrogates = new EnumMap<>(Metric.class);
        for (Metric metric : model.metrics().keySet()) {
            surrogates.put(metric, model.ensemble(metric).orElseThrow());
        }
        double rate = model.provenance().openLoopRate().orElse(0);
        double carrying = Math.max(rate, model.provenance().notCarriedAt().orElse(rate));
        return new ModelSearch(surrogates, workload, base, where, rate, carrying, seed);
    }

    /**
     * The best configuration.
     *
     * @param objective metric to maximise, or to minimise if it is a latency
     * @param limits upper limits of latencies, in the metrics' unit
     * @throws IllegalArgumentException with one line if the model lacks a latency
     * @throws IllegalStateException with one line if no configuration with the fixed knobs satisfies the constraints
     */
    public Recommendation best(Metric objective, Map<Metric, Double> limits) {
        return best(objective, limits, List.of());
    }

    /** @param seeds further starting points */
    Recommendation best(Metric objective, Map<Metric, Double> limits, List<Configuration> seeds) {
        Surrogate throughput = known(Metric.THROUGHPUT);
        Surrogate goal = objective.isLatency() ? new NegatedSurrogate(known(objective)) : throughput;
        boolean isAtRate = objective == Metric.P99_AT_RATE || limits.containsKey(Metric.P99_AT_RATE);
        double least = isAtRate ? carrying : 0;
        SearchSpace bounded = bounded(limits, least);
        for (Configuration other : seeds) {
            bounded = bounded.startFrom(other);
        }
        Configuration found =
                new GeneticSearch().search(goal, workload, bounded, seed).best();
        Configuration best = ChangePruning.dropIneffectiveChanges(goal, workload, base, found, bounded);
        return new Recommendation(
                workload,
                base,
                best,
                throughput.predict(workload, base.space().defaults()),
                throughput.predict(workload, base),
                throughput.predict(workload, best),
                objective,
                goal.gain(workload, base, best),
                tails(best, limits),
                isAtRate ? rate : 0,
                least,
                where.kappa(),
                outside(best),
                base.space().broken(base.codes()).map(Constraint::shown));
    }

    /** Whether the model predicts the metric. */
    boolean predicts(Metric metric) {
        return surrogates.containsKey(metric);
    }

    /** A configuration with its throughput and a latency. */
    ParetoFront.Row row(Configuration configuration, Metric latency) {
        Surrogate throughput = known(Metric.THROUGHPUT);
        return new ParetoFront.Row(
                configuration,
                throughput.predict(workload, configuration),
                known(latency).predict(workload, configuration),
                throughput.gain(workload, base, configuration));
    }

    private SearchSpace bounded(Map<Metric, Double> limits, double least) {
        SearchSpace bounded = where;
        for (Map.Entry<Metric, Double> limit : limits.entrySet()) {
            bounded = bounded.keep(new OutputConstraint(known(limit.getKey()), limit.getValue()));
        }
        return least > 0 ? bounded.keep(OutputConstraint.atLeast(known(Metric.THROUGHPUT), least)) : bounded;
    }

    /** Names the option with the values. */
    private static <T> T option(String name, Supplier<T> values) {
        try {
            return values.get();
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(name + ": " + refused.getMessage() + ". Correct it.", refused);
        }
    }

    private Surrogate known(Metric metric) {
        Surrogate surrogate = surrogates.get(metric);
        if (surrogate == null) {
            throw new IllegalArgumentException(metric.key() + ": expected a model that has learnt it, found one of "
                    + surrogates.keySet().stream().map(Metric::key).toList()
                    + ". Train it on trials that measured it.");
        }
        return surrogate;
    }

    private List<TailLatency> tails(Configuration best, Map<Metric, Double> limits) {
        List<TailLatency> tails = new ArrayList<>();
        surrogates.forEach((metric, surrogate) -> {
            if (metric.isLatency()) {
                tails.add(new TailLatency(
                        metric,
                        surrogate.predict(workload, base),
                        surrogate.predict(workload, best),
                        limits.getOrDefault(metric, Double.POSITIVE_INFINITY)));
            }
        });
        return tails;
    }

    /** What no trial covers: the workload, the base, or a fixed value of the best configuration. */
    private Optional<String> outside(Configuration best) {
        Optional<TrainingDomain> domain = where.within();
        return domain.flatMap(trained -> trained.outside(workload, 0).stream()
                        .map(FeatureOutside::violation)
                        .findFirst())
                .or(() -> domain.flatMap(trained -> trained.outside(base)))
                .or(() -> domain.flatMap(trained -> trained.outside(best)))
                .map(ReasonText::of);
    }

    private static Map<String, Double> codes(KnobSpace space, Map<String, String> values) {
        Map<String, Double> codes = new LinkedHashMap<>();
        for (Map.Entry<String, String> value : values.entrySet()) {
            Configuration with = space.defaults().with(value.getKey(), value.getValue());
            codes.put(value.getKey(), with.code(space.indexOf(value.getKey())));
        }
        return codes;
    }
}
