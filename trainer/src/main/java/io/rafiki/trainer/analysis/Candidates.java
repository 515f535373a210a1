package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.model.ModelBundle;
import io.rafiki.search.SearchSpace;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.workload.Workload;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The configurations that a verification compares with the baseline: the choices of two models, suggested settings, and the best of many
 * others.
 *
 * @param campaign campaign with the trials of the others
 * @param model model with the default recipe
 * @param paper model with the paper's recipe on the same trials
 * @param suggester name of the suggestion
 * @param suggested suggested values of the campaign's knobs; other knobs have their default
 * @param others maximum number of other configurations
 */
record Candidates(
        TrialData campaign,
        ModelBundle model,
        ModelBundle paper,
        String suggester,
        Map<String, Object> suggested,
        int others) {

    static final String RAFIKI = "Rafiki";
    static final String PAPER = "paper's recipe";
    static final String BEST = "best of ";

    /** The configurations at a read ratio by label, knob to value. Two labels can have the same configuration. */
    Map<String, Map<String, Object>> at(double readRatio, long seed) {
        Map<String, Map<String, Object>> contenders = new LinkedHashMap<>();
        contenders.put(RAFIKI, best(model, readRatio, SearchSpace.KAPPA, seed));
        // the paper's recipe uses the mean
        contenders.put(PAPER, best(paper, readRatio, 0, seed));
        contenders.put(suggester, suggestion());
        bestOfOthers(readRatio, new LinkedHashSet<>(contenders.values()), contenders);
        return contenders;
    }

    private static Map<String, Object> best(ModelBundle model, double readRatio, double kappa, long seed) {
        Recommendation advice =
                Recommendation.of(model, Workload.ofReadRatio(readRatio), Map.of(), Map.of(), Map.of(), kappa, seed);
        return advice.choice().toMap();
    }

    private Map<String, Object> suggestion() {
        Map<String, Object> values =
                new LinkedHashMap<>(campaign.space().defaults().toMap());
        values.putAll(suggested);
        return values;
    }

    /**
     * Among the trials nearest to the read ratio, the configuration with the greatest ratio of measured throughput to the predicted
     * baseline at the trial's own read ratio.
     */
    private void bestOfOthers(
            double readRatio, Set<Map<String, Object>> taken, Map<String, Map<String, Object>> contenders) {
        KnobSpace space = campaign.space();
        List<Trial> nearest = campaign.good().stream()
                .sorted(Comparator.comparingDouble(
                        trial -> Math.abs(trial.workload().features().readRatio() - readRatio)))
                .toList();
        Map<Configuration, Double> relative = new LinkedHashMap<>();
        for (Trial trial : nearest) {
            Configuration configuration = campaign.configuration(trial);
            if (relative.size() == others && !relative.containsKey(configuration)) {
                break;
            }
            if (!configuration.equals(space.defaults()) && !taken.contains(configuration.toMap())) {
                double usual = model.ensemble()
                        .predict(trial.workload().features(), model.space().defaults())
                        .mean();
                relative.merge(configuration, trial.throughput().mean() / usual, Math::max);
            }
        }
        relative.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .ifPresent(best -> contenders.put(
                        BEST + relative.size() + " others", best.getKey().toMap()));
    }
}
