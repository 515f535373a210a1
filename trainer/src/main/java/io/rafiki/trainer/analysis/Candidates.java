package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.model.ModelBundle;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.train.TrainingData;
import io.rafiki.workload.Workload;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The configurations that a verification compares with the baseline: the choices of two models, suggested settings, and the best of many
 * others.
 *
 * @param campaign campaign with the trials of the others
 * @param model model with the default recipe
 * @param objective metric in which the choice is best; the campaign has measured it
 * @param paper model with the paper's recipe on the same trials; empty for a latency, which the paper does not predict
 * @param suggested label to suggested values of the campaign's knobs; other knobs have their default
 * @param others maximum number of other configurations
 */
record Candidates(
        TrialData campaign,
        ModelBundle model,
        Metric objective,
        Optional<ModelBundle> paper,
        Map<String, Map<String, Object>> suggested,
        int others) {

    static final String RAFIKI = "Rafiki";
    static final String PAPER = "paper's recipe";
    private static final String BEST = "best of ";

    /** The choice of the least p99; a label that starts with {@link #RAFIKI} is that of the most throughput. */
    private static final String P99 = "p99 of " + RAFIKI;

    /** The configurations at a workload by label, knob to value. Two labels can have the same configuration. */
    Map<String, Map<String, Object>> at(Workload workload, long seed) {
        Map<String, Map<String, Object>> contenders = new LinkedHashMap<>();
        contenders.put(label(objective), choice(model, objective, workload, seed));
        // the paper's recipe uses the mean
        paper.ifPresent(recipe -> contenders.put(PAPER, best(recipe, objective, workload, 0, seed)));
        suggested.forEach((label, values) -> contenders.put(label, completed(values)));
        bestOfOthers(workload, new LinkedHashSet<>(contenders.values()), contenders);
        return contenders;
    }

    /** The label of the model's choice. */
    static String label(Metric objective) {
        return objective.isLatency() ? P99 : RAFIKI;
    }

    /** The choice of a model with the default recipe. */
    static Map<String, Object> choice(ModelBundle model, Metric objective, Workload workload, long seed) {
        return best(model, objective, workload, SearchSpace.KAPPA, seed);
    }

    private static Map<String, Object> best(
            ModelBundle model, Metric objective, Workload workload, double kappa, long seed) {
        return ModelSearch.of(model, workload, Map.of(), Map.of(), kappa, seed)
                .best(objective, Map.of())
                .choice()
                .toMap();
    }

    private Map<String, Object> completed(Map<String, Object> values) {
        Map<String, Object> all =
                new LinkedHashMap<>(campaign.space().defaults().toMap());
        all.putAll(values);
        return all;
    }

    /**
     * Among the trials nearest to the workload, the configuration with the best ratio of the measured value to the predicted one of the
     * baseline at the trial's own workload.
     */
    private void bestOfOthers(
            Workload workload, Set<Map<String, Object>> taken, Map<String, Map<String, Object>> contenders) {
        Configuration defaults = campaign.space().defaults();
        List<TrainingData.Point> nearest = campaign.set().measured().get(objective).samples().points().stream()
                .sorted(Comparator.comparingDouble(point -> point.workload().distance(workload)))
                .toList();
        Ensemble usual = model.ensemble(objective).orElseThrow();
        Map<Configuration, Double> relative = new LinkedHashMap<>();
        for (TrainingData.Point point : nearest) {
            Configuration configuration = point.configuration();
            if (relative.size() == others && !relative.containsKey(configuration)) {
                break;
            }
            if (!configuration.equals(defaults) && !taken.contains(configuration.toMap())) {
                double share = point.value()
                        / usual.predict(point.workload(), model.space().defaults())
                                .mean();
                relative.merge(configuration, objective.isLatency() ? 1 / share : share, Math::max);
            }
        }
        relative.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .ifPresent(best -> contenders.put(
                        BEST + relative.size() + " others", best.getKey().toMap()));
    }
}
