package io.rafiki.trainer.screen;

import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a screening.
 *
 * @param plan its name
 * @param planned trials of the plan
 * @param measured those with a good line
 * @param environment what they ran on
 * @param noise one entry for each read ratio
 * @param knobs from the one that matters most down
 */
record Screen(
        String plan, int planned, int measured, Environment environment, List<Noise> noise, List<KnobResult> knobs) {

    /** Rafiki §3.4.1, by today's names. */
    static final List<String> PAPERS = List.of(
            "compaction",
            "concurrent_writes",
            "file_cache_size",
            "memtable_cleanup_threshold",
            "concurrent_compactors");

    Screen {
        noise = List.copyOf(noise);
        knobs = List.copyOf(knobs);
    }

    /**
     * Analyses what has been measured.
     *
     * @param lines of trials.jsonl, with one good line at least
     */
    static Screen of(ScreenDesign design, KnobCatalogue catalogue, List<Trial> lines) {
        Map<String, Trial> good = new HashMap<>();
        lines.stream().filter(Trial::isOk).forEach(trial -> good.put(trial.id(), trial));
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
        knobs.sort(Comparator.comparingDouble(KnobResult::score).reversed());
        int head = Drop.head(knobs.stream().mapToDouble(KnobResult::score).toArray());
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
                good.values().iterator().next().environment(),
                analysis.noise(),
                knobs);
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
