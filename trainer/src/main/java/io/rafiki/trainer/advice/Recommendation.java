package io.rafiki.trainer.advice;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Constraint;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.Bound;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.SearchResult;
import io.rafiki.search.SearchSpace;
import io.rafiki.search.Trim;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.Gain;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.ModelBundle;
import io.rafiki.surrogate.Prediction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a model advises at one read ratio.
 *
 * @param readRatio share of reads, 0 to 1
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
        double readRatio,
        Configuration base,
        Configuration best,
        Prediction ofDefault,
        Prediction ofBase,
        Prediction ofBest,
        Gain gain,
        List<Tail> tails,
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
            double readRatio,
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
            where = where.keep(new Bound(known(model, limit.getKey()), limit.getValue()));
        }
        SearchResult found = new GeneticSearch().search(ensemble, readRatio, where, seed);
        Configuration best = Trim.toWhatPays(ensemble, readRatio, base, found.best(), where);
        return new Recommendation(
                readRatio,
                base,
                best,
                ensemble.predict(readRatio, space.defaults()),
                ensemble.predict(readRatio, base),
                ensemble.predict(readRatio, best),
                ensemble.gain(readRatio, base, best),
                tails(model, readRatio, base, best, limits),
                kappa,
                model.envelope().outside(readRatio, base),
                space.broken(base.codes()).map(Constraint::shown));
    }

    /** Whether the best is predicted to beat the base even {@code kappa} deviations below the expected gain, and keeps all limits. */
    public boolean isBetter() {
        return gain.lowerBound(kappa) > 0 && isWithinLimits();
    }

    /** Whether the best is to be run: it is better, or the base may not stay. */
    public boolean isRecommended() {
        return isBetter() || mustMove();
    }

    /** What to run: the best, or the base where the best is not better beyond doubt. */
    public Configuration choice() {
        return isBetter() ? best : base;
    }

    /** Whether the best keeps all limits; if not, nothing does that may be searched. */
    public boolean isWithinLimits() {
        return tails.stream().allMatch(tail -> tail.isKeptByBest(kappa));
    }

    /** Whether the base may not stay as it is, whatever the best gains: it breaks a constraint, or a limit that the best keeps. */
    public boolean mustMove() {
        return isWithinLimits() && (broken.isPresent() || !tails.stream().allMatch(tail -> tail.isKeptByBase(kappa)));
    }

    private static Ensemble known(ModelBundle model, Metric metric) {
        return model.ensemble(metric)
                .orElseThrow(() -> new IllegalArgumentException(metric.key()
                        + ": expected a model that has learnt it, found one of "
                        + model.metrics().keySet().stream().map(Metric::key).toList()
                        + ". Train it on trials that measured it."));
    }

    private static List<Tail> tails(
            ModelBundle model, double readRatio, Configuration base, Configuration best, Map<Metric, Double> limits) {
        List<Tail> tails = new ArrayList<>();
        for (Metric metric : model.metrics().keySet()) {
            if (metric != Metric.THROUGHPUT) {
                Ensemble ensemble = known(model, metric);
                tails.add(new Tail(
                        metric,
                        ensemble.predict(readRatio, base),
                        ensemble.predict(readRatio, best),
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
