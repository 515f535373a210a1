package io.rafiki.trainer.analysis;

import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The used and the dropped trials of a campaign.
 *
 * @param lines of trials.jsonl
 * @param used trials with a valid rate
 * @param configurations distinct ones among them
 * @param readRatios distinct ones among them
 * @param dropped the other lines by status and cause
 * @param measuredLater number of the other lines whose trial succeeded elsewhere in the file
 */
public record TrialAccount(
        int lines, int used, int configurations, int readRatios, List<Dropped> dropped, int measuredLater) {

    /** Lines with the same status and cause. */
    public record Dropped(TrialStatus status, String cause, int lines) {}

    public TrialAccount {
        dropped = List.copyOf(dropped);
    }

    static TrialAccount of(TrialData measured) {
        List<Trial> used = measured.good();
        Set<String> good = new HashSet<>();
        used.forEach(trial -> good.add(trial.id()));
        Map<TrialStatus, Map<String, Integer>> causes = new TreeMap<>();
        int later = 0;
        for (Trial trial : measured.lines()) {
            if (!trial.isOk()) {
                causes.computeIfAbsent(trial.status(), status -> new TreeMap<>())
                        .merge(trial.cause(), 1, Integer::sum);
                later += good.contains(trial.id()) ? 1 : 0;
            }
        }
        return new TrialAccount(
                measured.lines().size(),
                used.size(),
                (int) used.stream().map(measured::configuration).distinct().count(),
                (int) used.stream()
                        .map(trial -> trial.workload().features().readRatio())
                        .distinct()
                        .count(),
                causes.entrySet().stream()
                        .flatMap(status -> status.getValue().entrySet().stream()
                                .map(cause -> new Dropped(status.getKey(), cause.getKey(), cause.getValue())))
                        .toList(),
                later);
    }
}
