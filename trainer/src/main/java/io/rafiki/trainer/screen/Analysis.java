package io.rafiki.trainer.screen;

import io.rafiki.knob.Knob;
import io.rafiki.trainer.statistics.Holm;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The statistics of a screening; trials that have no good line are missing values. */
final class Analysis {

    private final ScreenDesign design;
    private final Map<String, Trial> good;
    private final List<Noise> noise = new ArrayList<>();
    private final List<List<Alone>> alone;
    private final List<List<Effect>> effects;

    /** @param good trials by id */
    Analysis(ScreenDesign design, Map<String, Trial> good) {
        this.design = design;
        this.good = Map.copyOf(good);
        design.screening().readRatios().forEach(readRatio -> noise.add(noise(readRatio)));
        this.alone = adjustedAlone();
        this.effects = adjustedEffects();
    }

    List<Noise> noise() {
        return List.copyOf(noise);
    }

    /** One entry for each read ratio. */
    List<Alone> alone(int knob) {
        return alone.get(knob);
    }

    List<Effect> effects(int knob) {
        return effects.get(knob);
    }

    private double[] measured(List<PlannedTrial> trials) {
        return trials.stream()
                .map(PlannedTrial::id)
                .filter(good::containsKey)
                .mapToDouble(id -> good.get(id).throughput().mean())
                .toArray();
    }

    private Noise noise(double readRatio) {
        List<PlannedTrial> usual = design
                .repeated(readRatio, 0, design.space().knob(0).defaultCode())
                .stream()
                .filter(trial -> good.containsKey(trial.id()))
                .toList();
        List<double[]> groups = new ArrayList<>();
        groups.add(measured(usual));
        for (int k = 0; k < design.space().size(); k++) {
            double code = design.space().knob(k).defaultCode();
            for (double other : design.alone().get(k)) {
                if (other != code) {
                    groups.add(measured(design.repeated(readRatio, k, other)));
                }
            }
        }
        Instant begin =
                usual.stream().map(this::startedAt).min(Instant::compareTo).orElse(Instant.EPOCH);
        double[] hours = usual.stream()
                .mapToDouble(trial -> Duration.between(begin, startedAt(trial)).toMillis() / 3.6e6)
                .toArray();
        return Noise.of(
                readRatio, hours, measured(usual), groups, design.screening().repeats());
    }

    private Instant startedAt(PlannedTrial trial) {
        return good.get(trial.id()).timing().started();
    }

    private List<List<Alone>> adjustedAlone() {
        List<Alone> all = new ArrayList<>();
        List<Double> ratios = design.screening().readRatios();
        for (int k = 0; k < design.space().size(); k++) {
            for (int i = 0; i < ratios.size(); i++) {
                all.add(alone(k, ratios.get(i), noise.get(i).mean()));
            }
        }
        double[] adjusted = Holm.adjusted(all.stream().mapToDouble(Alone::p).toArray());
        for (int i = 0; i < adjusted.length; i++) {
            all.set(i, all.get(i).adjusted(adjusted[i]));
        }
        return chunks(all, ratios.size());
    }

    private Alone alone(int k, double readRatio, double usual) {
        Knob knob = design.space().knob(k);
        List<Object> names = new ArrayList<>();
        List<double[]> groups = new ArrayList<>();
        for (double code : design.alone().get(k)) {
            names.add(knob.value(code));
            groups.add(measured(design.repeated(readRatio, k, code)));
        }
        return Alone.of(readRatio, names, groups, usual);
    }

    private List<List<Effect>> adjustedEffects() {
        int knobs = design.space().size();
        List<List<Effect>> byRatio = new ArrayList<>();
        for (double readRatio : design.screening().readRatios()) {
            fit(readRatio).ifPresent(fit -> byRatio.add(effects(fit, readRatio)));
        }
        List<Effect> all = new ArrayList<>();
        for (int k = 0; k < knobs; k++) {
            for (List<Effect> ratio : byRatio) {
                all.add(ratio.get(k));
            }
        }
        double[] adjusted = Holm.adjusted(all.stream().mapToDouble(Effect::p).toArray());
        for (int i = 0; i < adjusted.length; i++) {
            all.set(i, all.get(i).adjusted(adjusted[i]));
        }
        List<List<Effect>> byKnob = chunks(all, Math.max(1, byRatio.size()));
        while (byKnob.size() < knobs) {
            byKnob.add(List.of());
        }
        return byKnob;
    }

    private Optional<TwoLevelFit> fit(double readRatio) {
        List<int[]> signs = new ArrayList<>();
        List<PlannedTrial> runs = new ArrayList<>();
        for (int[] run : design.signs()) {
            PlannedTrial trial = design.run(readRatio, run);
            if (good.containsKey(trial.id())) {
                signs.add(run);
                runs.add(trial);
            }
        }
        return TwoLevelFit.of(signs, measured(runs));
    }

    private List<Effect> effects(TwoLevelFit fit, double readRatio) {
        List<Effect> found = new ArrayList<>();
        for (int k = 0; k < design.space().size(); k++) {
            Knob knob = design.space().knob(k);
            found.add(new Effect(
                    readRatio,
                    knob.value(design.levels().get(k).get(0)),
                    knob.value(design.levels().get(k).get(1)),
                    fit.mean(),
                    fit.differences().get(k),
                    fit.standardErrors().get(k),
                    fit.freedom(),
                    fit.p().get(k),
                    fit.p().get(k)));
        }
        return found;
    }

    private static <T> List<List<T>> chunks(List<T> all, int size) {
        List<List<T>> chunks = new ArrayList<>();
        for (int i = 0; i + size <= all.size(); i += size) {
            chunks.add(List.copyOf(all.subList(i, i + size)));
        }
        return chunks;
    }
}
