package io.rafiki.trainer.screening;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Constraint;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.ScreeningPlan;
import io.rafiki.trainer.plan.TrialDesign;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * The configurations of a screening. They follow from the plan alone, so that the analysis can find each of them among the trials.
 *
 * @param plan plan with a screening
 * @param space space of its knobs
 * @param alone per knob, in the order of the space, the codes at which only this knob varies, including its default; the default only
 *     if it does not vary alone
 * @param signs two-level design: one row per run, one column per knob, -1 low, +1 high; empty without one
 * @param levels per knob the codes of its low and high level
 */
record ScreeningDesign(
        CampaignPlan plan, KnobSpace space, List<List<Double>> alone, List<int[]> signs, List<List<Double>> levels) {

    /** @throws ConfigException with one line, if the plan has no screening, or a knob has a single level */
    static ScreeningDesign of(CampaignPlan plan, KnobSpace space) throws ConfigException {
        ScreeningPlan screening = plan.screening().orElseThrow();
        List<List<Double>> alone = new ArrayList<>();
        List<List<Double>> levels = new ArrayList<>();
        requireKnobs(screening, "levels", screening.levels().keySet(), space);
        requireKnobs(screening, "alone", screening.alone(), space);
        for (Knob knob : space.knobs()) {
            if (knob instanceof CategoricalKnob categorical
                    && categorical.choices().size() < 2) {
                throw screening.section().refused("values", "expected two choices of " + knob.name() + ", found one.");
            }
            alone.add(
                    screening.variesAlone(knob.name())
                            ? allowed(space, knob, FactorLevels.all(knob, screening.values()))
                            : List.of(knob.defaultCode()));
            List<Double> two = levels(screening, knob);
            if (screening.twoLevel() != ScreeningPlan.TwoLevel.NONE
                    && two.get(0).equals(two.get(1))) {
                throw screening
                        .section()
                        .refused(
                                "levels",
                                "expected two values of " + knob.name() + ", found only " + knob.value(two.get(0))
                                        + ".");
            }
            levels.add(two);
        }
        List<int[]> signs = signs(screening.twoLevel(), space.size());
        ScreeningDesign design = new ScreeningDesign(plan, space, alone, signs, levels);
        for (int[] run : signs) {
            Optional<Constraint> broken = space.broken(design.codes(run));
            if (broken.isPresent()) {
                throw screening
                        .section()
                        .refused(
                                "levels",
                                "expected levels with which every run keeps to "
                                        + broken.get().shown()
                                        + ", found a run that does not. Name others, or narrow the ranges.");
            }
        }
        return design;
    }

    /** The runs of the two-level design. A plain one has a spare column: without it the fit can have no residual. */
    static List<int[]> signs(ScreeningPlan.TwoLevel twoLevel, int knobs) {
        return switch (twoLevel) {
            case NONE -> List.of();
            case PLAIN ->
                Arrays.stream(PlackettBurman.design(knobs + 1, false))
                        .map(run -> Arrays.copyOf(run, knobs))
                        .toList();
            case FOLDED -> List.of(PlackettBurman.design(knobs, true));
        };
    }

    private static void requireKnobs(ScreeningPlan screening, String key, Collection<String> names, KnobSpace space)
            throws ConfigException {
        for (String name : names) {
            if (space.indexOf(name) < 0) {
                throw screening.section().refused(key, "expected knobs of this plan, found " + name + ".");
            }
        }
    }

    /** The codes with which the baseline satisfies the catalogue's constraints. */
    private static List<Double> allowed(KnobSpace space, Knob knob, List<Double> codes) {
        double[] all = space.defaults().codes();
        return codes.stream()
                .filter(code -> {
                    double[] changed = all.clone();
                    changed[space.indexOf(knob.name())] = code;
                    return space.broken(changed).isEmpty();
                })
                .toList();
    }

    private static List<Double> levels(ScreeningPlan screening, Knob knob) throws ConfigException {
        List<String> named = screening.levels().get(knob.name());
        if (named == null) {
            return FactorLevels.two(knob);
        }
        try {
            return List.of(knob.code(named.get(0)), knob.code(named.get(1)));
        } catch (IllegalArgumentException refused) {
            throw screening.section().refused("levels", refused.getMessage() + ".");
        }
    }

    ScreeningPlan screening() {
        return plan.screening().orElseThrow();
    }

    /** All trials in execution order: random, with the baseline trials evenly spread. */
    List<PlannedTrial> trials() {
        List<PlannedTrial> trials = new ArrayList<>();
        for (Workload workload : screening().workloads()) {
            for (int k = 0; k < space.size(); k++) {
                for (double code : alone.get(k)) {
                    if (code != space.knob(k).defaultCode()) {
                        trials.addAll(repeated(workload, k, code));
                    }
                }
            }
            for (int run = 0; run < signs.size(); run++) {
                trials.add(run(workload, run));
            }
        }
        Collections.shuffle(trials, new Random(plan.seed()));
        return TrialDesign.withBaselines(trials, plan, space);
    }

    /** The trials of one value of one knob, with all others at their default. */
    List<PlannedTrial> repeated(Workload workload, int knob, double code) {
        boolean usual = code == space.knob(knob).defaultCode();
        double[] codes = space.defaults().codes();
        codes[knob] = code;
        List<PlannedTrial> trials = new ArrayList<>();
        for (int i = 0; i < (usual ? plan.defaults().repeats() : screening().repeats()); i++) {
            trials.add(new PlannedTrial(workload, new Configuration(space, codes), i));
        }
        return trials;
    }

    /** The trial of one run of the two-level design. With one or two knobs some runs are equal: they are replicates. */
    PlannedTrial run(Workload workload, int number) {
        int[] run = signs.get(number);
        long earlier = signs.subList(0, number).stream()
                .filter(other -> Arrays.equals(other, run))
                .count();
        return new PlannedTrial(workload, new Configuration(space, codes(run)), (int) earlier);
    }

    private double[] codes(int[] run) {
        double[] codes = new double[space.size()];
        for (int k = 0; k < codes.length; k++) {
            codes[k] = levels.get(k).get(run[k] < 0 ? 0 : 1);
        }
        return codes;
    }
}
