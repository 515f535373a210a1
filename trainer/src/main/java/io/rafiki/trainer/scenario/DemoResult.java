package io.rafiki.trainer.scenario;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Both runs and what they ran on.
 *
 * @param schedule the phases
 * @param conditions what stood the same for both: data, memory, machine, versions; shown as it is
 * @param tailSeconds length of the part that each phase's end is judged by
 * @param decisions decisions that the tuner took, holds included
 * @param applied configurations that were applied
 * @param readBackFailures writes whose value was not read back
 */
record DemoResult(
        Schedule schedule,
        DemoRun standard,
        DemoRun tuned,
        Map<String, String> conditions,
        long tailSeconds,
        long decisions,
        long applied,
        long readBackFailures) {

    /** Gain of the mean throughput over the default's, in percent; negative when tuning lost. */
    double gainPercent() {
        return 100 * (tuned.throughput() / standard.throughput() - 1);
    }

    /** Says that nothing was applied, and why: the last hold that was not for an unchanged workload. Empty if something was. */
    Optional<String> held() {
        if (applied > 0) {
            return Optional.empty();
        }
        List<TimelineEvent> holds = tuned.events().stream()
                .filter(event -> event.kind().equals("hold"))
                .toList();
        return Optional.of("The tuner held, nothing was applied: "
                + holds.stream()
                        .filter(event -> !event.text().contains("workload unchanged"))
                        .reduce((earlier, later) -> later)
                        .map(TimelineEvent::text)
                        .orElse("it took no decision; see the lines above."));
    }

    /** Whether at least one proposal was applied and everything written was read back. */
    boolean appliedAndReadBack() {
        return applied > 0 && readBackFailures == 0;
    }
}
