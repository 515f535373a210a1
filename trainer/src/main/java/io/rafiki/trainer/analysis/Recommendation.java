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
 * What a model advises at one workload.
 *
 * @param workload that it is for
 * @param base configuration that the gain is over: the current one if it was given, else the default
 * @param best configuration that the search found
 * @param ofDefault prediction of the default configuration
 * @param ofBase prediction of the base
 * @param ofBest prediction of the best
 * @param gain of the best over the base
 * @param tails what the model predicts of the latencies that it knows
 * @param kappa how many deviations count as possible error
 * @param outside why the prediction of the base is a guess; empty if the trials cover it
 * @param broken the constraint that the base breaks, so that the search leaves it in any case; empty if none
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
     * @param current values of the node now, as a user writes them; empty for the default
     * @param fixed knobs to hold, with the values to hold them at
     * @param limits what latencies must be kept at or below, in the metrics' unit
     * @throws IllegalArgumentException with one line if a knob is unknown, a value is refused, or the model knows nothing of a latency
     * @throws IllegalStateException with one line if no configuration with the held knobs satisfies the constraints
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

    /** Whether the best is predicted to beat the base even {@code kappa} deviations below the expected gain, and keeps all limits. */
    public boolean isBetter() {
        return gain.lowerBound(kappa) > 0 && isWithinLimits();
    }

    /** Whether the best is to be run: it is better, or the base may not stay. */
    public boolean isRecommended() {
        return isBetter() || changesByConstraint();
    }

    /** What to run: the best, or the base where the best is not better beyond doubt. */
    public Configuration choice() {
        return isBetter() ? best : base;
    }

    /** Prediction of what to run. */
    public Prediction ofChoice() {
        return isBetter() ? ofBest : ofBase;
    }

    /** Expected gain of what to run over the base; 0 where that is the base. */
    public double gainOfChoice() {
        return isBetter() ? gain.mean() : 0;
    }

    /** Whether the best keeps all limits; if not, nothing does that may be searched. */
    public boolean isWithinLimits() {
        return tails.stream().allMatch(tail -> tail.isKeptByBest(kappa));
    }

    /** Whether the base may not stay as it is, whatever the best gains: it breaks a constraint, or a limit that the best keeps. */
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
