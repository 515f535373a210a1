package io.rafiki.trainer.screen;

import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.plan.PlannedTrials;
import io.rafiki.trainer.train.Drift;
import io.rafiki.trainer.train.TrialSet;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Status;
import io.rafiki.trainer.trial.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The result of a screening.
 *
 * @param plan its name
 * @param planned trials of the plan
 * @param measured those with a good line
 * @param environment what they ran on, key to value; where trials differ, all values
 * @param drift of the machine, as a sentence; where it is shown it is taken out of all throughputs
 * @param failed trials that failed or were disturbed each time, with their causes
 * @param noise one entry for each read ratio
 * @param knobs from the one that matters most down
 */
record Screen(
        String plan,
        int planned,
        int measured,
        Map<String, String> environment,
        String drift,
        List<String> failed,
        List<Noise> noise,
        List<KnobResult> knobs) {

    /** Rafiki §3.4.1, by today's names. */
    static final List<String> PAPERS = List.of(
            "compaction",
            "concurrent_writes",
            "file_cache_size",
            "memtable_cleanup_threshold",
            "concurrent_compactors");

    Screen {
        failed = List.copyOf(failed);
        noise = List.copyOf(noise);
        knobs = List.copyOf(knobs);
    }

    /**
     * Analyses what has been measured.
     *
     * @param lines of trials.jsonl, with one good line at least
     */
    static Screen of(ScreenDesign design, KnobCatalogue catalogue, List<Trial> lines) {
        Map<String, Trial> good = new LinkedHashMap<>();
        lines.stream().filter(Trial::isOk).forEach(trial -> good.put(trial.id(), trial));
        Drift drift = Drift.ofThroughput(
                design.trials().stream()
                        .filter(trial -> trial.isDefault() && good.containsKey(trial.id()))
                        .map(trial -> good.get(trial.id()))
                        .toList(),
                List.copyOf(good.values()));
        drift.takenOut(List.copyOf(good.values())).forEach(trial -> good.put(trial.id(), trial));
        Analysis analysis = new Analysis(design, good);
        List<PlannedTrial> trials = design.trials();
        List<KnobResult> knobs = new ArrayList<>();
        for (int k = 0; k < design.space().size(); k++) {
            Knob knob = design.space().knob(k);
            knobs.add(new KnobResult(
                    knob.name(),
                    catalogue.entry(knob.name()).live().isPresent(),
                    analysis.alone(k),
                    analysis.effects(k),
                    false));
        }
        knobs.sort(Comparator.comparing(KnobResult::isMeasured)
                .thenComparingDouble(KnobResult::score)
                .reversed());
        int head = Drop.head(knobs.stream()
                .filter(KnobResult::isMeasured)
                .mapToDouble(KnobResult::score)
                .toArray());
        for (int i = 0; i < knobs.size(); i++) {
            knobs.set(i, knobs.get(i).ranked(i < head));
        }
        return new Screen(
                design.plan().name(),
                (int) trials.stream().map(PlannedTrial::id).distinct().count(),
                (int) trials.stream()
                        .map(PlannedTrial::id)
                        .distinct()
                        .filter(good::containsKey)
                        .count(),
                TrialSet.environment(List.copyOf(good.values())),
                drift.sentence(),
                failed(trials, good.keySet(), lines),
                analysis.noise(),
                knobs);
    }

    /** What no trial of the plan has measured, though one was tried: a configuration with which the node does not start is a finding. */
    private static List<String> failed(List<PlannedTrial> trials, Set<String> good, List<Trial> lines) {
        Map<String, Trial> last = new HashMap<>();
        Set<String> tried = PlannedTrials.tried(lines);
        lines.stream()
                .filter(line -> tried.contains(line.id()) && (line.hasFailed() || line.status() == Status.DISTURBED))
                .forEach(line -> last.put(line.id(), line));
        Map<String, Integer> failed = new LinkedHashMap<>();
        for (PlannedTrial trial : trials) {
            Trial line = last.get(trial.id());
            if (line != null && !good.contains(trial.id())) {
                failed.merge(
                        ScreenSheet.percent(trial.readRatio()) + " reads, "
                                + trial.configuration().beyondDefaults() + ": " + line.cause(),
                        1,
                        Integer::sum);
            }
        }
        return failed.entrySet().stream()
                .map(cause -> cause.getValue() + " x " + cause.getKey())
                .toList();
    }

    /** Whether the two-level design was measured, as far as effects can be told from it. */
    boolean isTwoLevel() {
        return knobs.stream().anyMatch(knob -> !knob.effects().isEmpty());
    }

    /** Place of a read ratio among those that were screened. */
    int seriesOf(double readRatio) {
        return noise.stream().map(Noise::readRatio).toList().indexOf(readRatio);
    }

    List<String> keys() {
        return knobs.stream().filter(KnobResult::isKey).map(KnobResult::name).toList();
    }

    /** How the key knobs differ from the paper's five. */
    List<String> comparison() {
        List<String> keys = keys();
        List<String> screened = knobs.stream().map(KnobResult::name).toList();
        List<String> lines = new ArrayList<>();
        lines.add("Key here and in the paper: "
                + listed(PAPERS.stream().filter(keys::contains).toList()));
        lines.add("Key here only: "
                + listed(keys.stream().filter(name -> !PAPERS.contains(name)).toList()));
        lines.add("Key in the paper only: "
                + listed(PAPERS.stream()
                        .filter(name -> !keys.contains(name) && screened.contains(name))
                        .toList()));
        List<String> absent =
                PAPERS.stream().filter(name -> !screened.contains(name)).toList();
        if (!absent.isEmpty()) {
            lines.add("Key in the paper, not screened here: " + listed(absent));
        }
        return lines;
    }

    static String listed(List<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }
}
