package io.rafiki.trainer.screening;

import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.plan.PlannedTrials;
import io.rafiki.trainer.train.DriftCorrection;
import io.rafiki.trainer.train.StateCorrection;
import io.rafiki.trainer.train.TrialSet;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The result of a screening.
 *
 * @param plan name of the plan
 * @param planned number of planned trials
 * @param measured number of trials with a good line
 * @param environment environment of the trials, key to value; all values if trials differ
 * @param drift drift of the machine as a sentence; a significant drift is corrected in all throughputs
 * @param failed trials that failed, or were disturbed twice, and were not measured later
 * @param noise one entry per read ratio
 * @param knobs knobs in descending order of their effect
 */
public record ScreeningResult(
        String plan,
        int planned,
        int measured,
        Map<String, String> environment,
        String drift,
        List<FailedTrials> failed,
        List<ScreeningNoise> noise,
        List<KnobResult> knobs) {

    /** Rafiki §3.4.1, with present names. */
    static final List<String> PAPERS = List.of(
            "compaction",
            "concurrent_writes",
            "file_cache_size",
            "memtable_cleanup_threshold",
            "concurrent_compactors");

    public ScreeningResult {
        failed = List.copyOf(failed);
        noise = List.copyOf(noise);
        knobs = List.copyOf(knobs);
    }

    /**
     * Analyses the measurements.
     *
     * @param lines lines of trials.jsonl, with at least one good line
     */
    static ScreeningResult of(ScreeningDesign design, KnobCatalogue catalogue, List<Trial> lines) {
        Map<String, Trial> good = new LinkedHashMap<>();
        StateCorrection.of(lines).lines().stream().filter(Trial::isOk).forEach(trial -> good.put(trial.id(), trial));
        DriftCorrection drift = DriftCorrection.ofThroughput(
                design.trials().stream()
                        .filter(trial -> trial.isDefault() && good.containsKey(trial.id()))
                        .map(trial -> good.get(trial.id()))
                        // a run of the design can be a baseline trial
                        .distinct()
                        .toList(),
                List.copyOf(good.values()));
        drift.corrected(List.copyOf(good.values())).forEach(trial -> good.put(trial.id(), trial));
        ScreeningAnalysis analysis = new ScreeningAnalysis(design, good);
        Set<String> planned = design.trials().stream().map(PlannedTrial::id).collect(Collectors.toSet());
        return new ScreeningResult(
                design.plan().name(),
                planned.size(),
                (int) planned.stream().filter(good::containsKey).count(),
                TrialSet.environment(List.copyOf(good.values())),
                drift.sentence(),
                failed(design.trials(), good.keySet(), lines),
                analysis.noise(),
                ranked(design, catalogue, analysis));
    }

    /** The knobs in descending order of their effect. */
    private static List<KnobResult> ranked(
            ScreeningDesign design, KnobCatalogue catalogue, ScreeningAnalysis analysis) {
        List<KnobResult> knobs = new ArrayList<>();
        for (int k = 0; k < design.space().size(); k++) {
            Knob knob = design.space().knob(k);
            knobs.add(new KnobResult(
                    knob.name(), catalogue.entry(knob.name()).isLive(), analysis.alone(k), analysis.effects(k), false));
        }
        knobs.sort(Comparator.comparing(KnobResult::isMeasured)
                .thenComparingDouble(KnobResult::score)
                .reversed());
        int head = ElbowRule.head(knobs.stream()
                .filter(KnobResult::isMeasured)
                .mapToDouble(KnobResult::score)
                .toArray());
        for (int i = 0; i < knobs.size(); i++) {
            knobs.set(i, knobs.get(i).ranked(i < head));
        }
        return knobs;
    }

    /** Trials of the plan that failed, or were disturbed twice, and were not measured later. */
    private static List<FailedTrials> failed(List<PlannedTrial> trials, Set<String> good, List<Trial> lines) {
        Map<String, Trial> last = new HashMap<>();
        Set<String> tried = PlannedTrials.attempted(lines);
        lines.stream()
                .filter(line ->
                        tried.contains(line.id()) && (line.hasFailed() || line.status() == TrialStatus.DISTURBED))
                .forEach(line -> last.put(line.id(), line));
        Map<FailedTrials, Integer> failed = new LinkedHashMap<>();
        for (PlannedTrial trial : trials) {
            Trial line = last.get(trial.id());
            if (line != null && !good.contains(trial.id())) {
                failed.merge(
                        new FailedTrials(
                                1, trial.workload(), trial.configuration().differencesFromDefaults(), line.cause()),
                        1,
                        Integer::sum);
            }
        }
        return failed.entrySet().stream()
                .map(one -> one.getKey().trials(one.getValue()))
                .toList();
    }

    /** Whether the two-level design has enough measurements for effects. */
    public boolean isTwoLevel() {
        return knobs.stream().anyMatch(knob -> !knob.effects().isEmpty());
    }

    /** Names of the key knobs, in the order of their rank. */
    public List<String> keys() {
        return knobs.stream().filter(KnobResult::isKey).map(KnobResult::name).toList();
    }

    /** How the key knobs differ from the paper's five. */
    public PaperComparison comparison() {
        List<String> keys = keys();
        List<String> screened = knobs.stream().map(KnobResult::name).toList();
        return new PaperComparison(
                PAPERS.stream().filter(keys::contains).toList(),
                keys.stream().filter(name -> !PAPERS.contains(name)).toList(),
                PAPERS.stream()
                        .filter(name -> !keys.contains(name) && screened.contains(name))
                        .toList(),
                PAPERS.stream().filter(name -> !screened.contains(name)).toList());
    }

    /** The names separated by commas, or {@code none}. */
    public static String listed(List<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }
}
