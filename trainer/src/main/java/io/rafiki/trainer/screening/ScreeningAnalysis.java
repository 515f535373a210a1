package io.rafiki.trainer.screening;

import io.rafiki.knob.Knob;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.statistics.Holm;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The statistics of a screening. Trials without a good line are missing values. */
final class ScreeningAnalysis {

    private final ScreeningDesign design;
    private final Map<String, Trial> good;
    private final List<ScreeningNoise> noise = new ArrayList<>();
    private final List<List<KnobAnova>> alone;
    private final List<List<MainEffect>> effects;

    /** @param good trials by id */
    ScreeningAnalysis(ScreeningDesign design, Map<String, Trial> good) {
        this.design = design;
        this.good = Map.copyOf(good);
        design.screening().workloads().forEach(workload -> noise.add(noise(workload)));
        this.alone = adjustedAlone();
        this.effects = adjustedEffects();
    }

    List<ScreeningNoise> noise() {
        return List.copyOf(noise);
    }

    /** One entry per workload; none if the knob does not vary alone. */
    List<KnobAnova> alone(int knob) {
        return alone.get(knob);
    }

    List<MainEffect> effects(int knob) {
        return effects.get(knob);
    }

    private double[] measured(List<PlannedTrial> trials) {
        return trials.stream()
                .map(PlannedTrial::id)
                .filter(good::containsKey)
                .mapToDouble(id -> good.get(id).throughput().mean())
                .toArray();
    }

    private ScreeningNoise noise(Workload workload) {
        List<PlannedTrial> usual = design
                .repeated(workload, 0, design.space().knob(0).defaultCode())
                .stream()
                .filter(trial -> good.containsKey(trial.id()))
                .toList();
        List<double[]> groups = new ArrayList<>();
        groups.add(measured(usual));
        for (int k = 0; k < design.space().size(); k++) {
            double code = design.space().knob(k).defaultCode();
            for (double other : design.alone().get(k)) {
                if (other != code) {
                    groups.add(measured(design.repeated(workload, k, other)));
                }
            }
        }
        return ScreeningNoise.of(
                workload, measured(usual), groups, design.screening().repeats());
    }

    private List<List<KnobAnova>> adjustedAlone() {
        List<List<KnobAnova>> byKnob = new ArrayList<>();
        for (int k = 0; k < design.space().size(); k++) {
            List<KnobAnova> found = new ArrayList<>();
            // the adjustment counts only knobs that vary alone
            for (ScreeningNoise at : design.alone().get(k).size() < 2 ? List.<ScreeningNoise>of() : noise) {
                found.add(alone(k, at.workload(), at.mean()));
            }
            byKnob.add(found);
        }
        return adjusted(byKnob, KnobAnova::p, KnobAnova::adjusted);
    }

    private KnobAnova alone(int k, Workload workload, double usual) {
        Knob knob = design.space().knob(k);
        List<Object> names = new ArrayList<>();
        List<double[]> groups = new ArrayList<>();
        for (double code : design.alone().get(k)) {
            names.add(knob.value(code));
            groups.add(measured(design.repeated(workload, k, code)));
        }
        return KnobAnova.of(workload, names, groups, usual);
    }

    private List<List<MainEffect>> adjustedEffects() {
        List<Fitted> fits = design.screening().workloads().stream()
                .map(this::fit)
                .flatMap(Optional::stream)
                .toList();
        List<List<MainEffect>> byKnob = new ArrayList<>();
        for (int k = 0; k < design.space().size(); k++) {
            int knob = k;
            byKnob.add(fits.stream()
                    .map(fit -> fit.effect(knob))
                    .flatMap(Optional::stream)
                    .toList());
        }
        return adjusted(byKnob, MainEffect::p, MainEffect::adjusted);
    }

    /** The same results with p values adjusted over all of them (Holm). */
    private static <T> List<List<T>> adjusted(
            List<List<T>> byKnob, ToDoubleFunction<T> p, BiFunction<T, Double, T> with) {
        PrimitiveIterator.OfDouble adjusted = Arrays.stream(Holm.adjusted(
                        byKnob.stream().flatMap(List::stream).mapToDouble(p).toArray()))
                .iterator();
        return byKnob.stream()
                .map(found -> found.stream()
                        .map(one -> with.apply(one, adjusted.next()))
                        .toList())
                .toList();
    }

    /** Fits logarithms, because effects are multiplicative, and a knob that removes nine tenths of the throughput would hide all others. */
    private Optional<Fitted> fit(Workload workload) {
        List<int[]> runs = new ArrayList<>();
        List<PlannedTrial> trials = new ArrayList<>();
        for (int run = 0; run < design.signs().size(); run++) {
            PlannedTrial trial = design.run(workload, run);
            if (good.containsKey(trial.id())) {
                runs.add(design.signs().get(run));
                trials.add(trial);
            }
        }
        // a level without a good trial is a result of its own; the other effects remain estimable
        List<Integer> varied = IntStream.range(0, design.space().size())
                .filter(knob ->
                        runs.stream().mapToInt(run -> run[knob]).distinct().count() == 2)
                .boxed()
                .toList();
        List<int[]> signs = runs.stream()
                .map(run -> varied.stream().mapToInt(knob -> run[knob]).toArray())
                .toList();
        double[] logs = Arrays.stream(measured(trials)).map(Math::log).toArray();
        return TwoLevelFit.of(signs, logs).map(fit -> new Fitted(workload, varied, fit));
    }

    /** The two-level design at one workload, for the knobs with measurements at both levels. */
    private final class Fitted {

        private final Workload workload;
        private final List<Integer> varied;
        private final TwoLevelFit fit;

        Fitted(Workload workload, List<Integer> varied, TwoLevelFit fit) {
            this.workload = workload;
            this.varied = varied;
            this.fit = fit;
        }

        Optional<MainEffect> effect(int knob) {
            int factor = varied.indexOf(knob);
            if (factor < 0) {
                return Optional.empty();
            }
            Knob of = design.space().knob(knob);
            List<Double> levels = design.levels().get(knob);
            return Optional.of(new MainEffect(
                    workload,
                    of.value(levels.get(0)),
                    of.value(levels.get(1)),
                    ConfidenceInterval.of(
                                    fit.differences().get(factor),
                                    fit.standardErrors().get(factor),
                                    fit.freedom())
                            .on(Math::expm1),
                    fit.freedom(),
                    fit.p().get(factor),
                    fit.p().get(factor)));
        }
    }
}
