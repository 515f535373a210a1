package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Constraint;
import io.rafiki.knob.KnobSpace;
import io.rafiki.model.ModelBundle;
import io.rafiki.reason.ReasonText;
import io.rafiki.search.ChangePruning;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.OutputConstraint;
import io.rafiki.search.SearchResult;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.FeatureOutside;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.Prediction;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A model's recommendation at one workload.
 *
 * @param workload the workload
 * @param base configuration for comparison: the current one if it was given, otherwise the default
 * @param best configuration that the search found
 * @param ofDefault prediction of the default configuration
 * @param ofBase prediction of the base
 * @param ofBest prediction of the best
 * @param gain gain of the best over the base
 * @param tails predictions of the modelled latencies
 * @param kappa deviations that count as possible error
 * @param outside why the base is outside of the training domain; empty if it is inside
 * @param broken the constraint that the base violates, so that the search must leave it; empty if there is none
 */
public record Recommendation(
        Workload workload,
        Configuration base,
        Configuration best,
        Prediction ofDefault,
        Prediction ofBase,
        Prediction ofBest,
        RelativeGain gain,
        List<TailLatency> tails,
        double kappa,
        Optional<String> outside,
        Optional<String> broken) {

    public Recommendation {
        tails = List.copyOf(tails);
    }

    /**
     * Searches a model.
     *
     * @param current present values of the node, as a user writes them; empty for the default
     * @param fixed values of fixed knobs
     * @param limits upper limits of latencies, in the metrics' unit
     * @throws IllegalArgumentException with one line if a knob is unknown, a value is invalid, or the model lacks a latency
     * @throws IllegalStateException with one line if no configuration with the fixed knobs satisfies the constraints
     */
    public static Recommendation of(
            ModelBundle model,
            Workload workload,
            Map<String, String> current,
            Map<String, String> fixed,
            Map<Metric, Double> limits,
            double kappa,
            long seed) {
        KnobSpace space = model.space();
        Ensemble ensemble = model.ensemble();
        Configuration base = space.configuration(current);
        SearchSpace where = SearchSpace.of(space).startFrom(base).kappa(kappa).within(model.envelope());
        for (Map.Entry<String, Double> held : codes(space, fixed).entrySet()) {
            where = where.fix(held.getKey(), held.getValue());
        }
        for (Map.Entry<Metric, Double> limit : limits.entrySet()) {
            where = where.keep(new OutputConstraint(known(model, limit.getKey()), limit.getValue()));
        }
        SearchResult found = new GeneticSearch().search(ensemble, workload, where, seed);
        Configuration best = ChangePruning.dropIneffectiveChanges(ensemble, workload, base, found.best(), where);
        return new Recommendation(
                workload,
                base,
                best,
                ensemble.predict(workload, space.defaults()),
                ensemble.predict(workload, base),
                ensemble.predict(workload, best),
                ensemble.gain(workload, base, best),
                tails(model, workload, base, best, limits),
                kappa,
                outside(model, workload, base),
                space.broken(base.codes()).map(Constraint::shown));
    }

    /** Whether the lower bound of the gain ({@code kappa} deviations below the mean) is positive, and the best satisfies all limits. */
    public boolean isBetter() {
        return gain.lowerBound(kappa) > 0 && isWithinLimits();
    }

    /** Whether to use the best: it is better, or the base must change. */
    public boolean isRecommended() {
        return isBetter() || changesByConstraint();
    }

    /** The recommended configuration: the best, or the base if the best is not reliably better. */
    public Configuration choice() {
        return isBetter() ? best : base;
    }

    /** The prediction of the recommended configuration. */
    public Prediction ofChoice() {
        return isBetter() ? ofBest : ofBase;
    }

    /** The expected gain of the recommended configuration over the base; 0 for the base itself. */
    public double gainOfChoice() {
        return isBetter() ? gain.mean() : 0;
    }

    /** Whether the best satisfies all limits; if not, no searched configuration does. */
    public boolean isWithinLimits() {
        return tails.stream().allMatch(tail -> tail.isKeptByBest(kappa));
    }

    /** Whether the base must change regardless of the gain: it violates a constraint, or a limit that the best satisfies. */
    public boolean changesByConstraint() {
        return isWithinLimits() && (broken.isPresent() || !tails.stream().allMatch(tail -> tail.isKeptByBase(kappa)));
    }

    private static Optional<String> outside(ModelBundle model, Workload workload, Configuration base) {
        return model.envelope().outside(workload, 0).stream()
                .map(FeatureOutside::violation)
                .findFirst()
                .or(() -> model.envelope().outside(base))
                .map(ReasonText::of);
    }

    private static Ensemble known(ModelBundle model, Metric metric) {
        return model.ensemble(metric)
                .orElseThrow(() -> new IllegalArgumentException(metric.key()
                        + ": expected a model that has learnt it, found one of "
                        + model.metrics().keySet().stream().map(Metric::key).toList()
                        + ". Train it on trials that measured it."));
    }

    private static List<TailLatency> tails(
            ModelBundle model, Workload workload, Configuration base, Configuration best, Map<Metric, Double> limits) {
        List<TailLatency> tails = new ArrayList<>();
        for (Metric metric : model.metrics().keySet()) {
            if (metric != Metric.THROUGHPUT) {
                Ensemble ensemble = known(model, metric);
                tails.add(new TailLatency(
                        metric,
                        ensemble.predict(workload, base),
                        ensemble.predict(workload, best),
                        limits.getOrDefault(metric, Double.POSITIVE_INFINITY)));
            }
        }
        return tails;
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
