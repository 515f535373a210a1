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
 * What is measured against the default in a verification: the choices of two models, settings that somebody else suggests, and the best of
 * many others.
 *
 * @param campaign whose trials the others are
 * @param model by the default recipe
 * @param paper by the paper's recipe on the same trials
 * @param suggester what the suggestion is called
 * @param suggested knob to value, of the campaign's knobs; those that are not there are at their default
 * @param others how many other configurations at most
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

    /** Labels to configurations at a read ratio, knob to value; two labels may have the same. */
    Map<String, Map<String, Object>> at(double readRatio, long seed) {
        Map<String, Map<String, Object>> contenders = new LinkedHashMap<>();
        contenders.put(RAFIKI, best(model, readRatio, SearchSpace.KAPPA, seed));
        // the paper trusts the mean
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
     * Of the configurations whose trials are nearest to the read ratio the one with the most throughput for what the model expects of the
     * default at the trial's own read ratio.
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
