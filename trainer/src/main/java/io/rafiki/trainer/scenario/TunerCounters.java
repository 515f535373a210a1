package io.rafiki.trainer.scenario;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The counters of a tuner at the end of a run.
 *
 * @param windows that closed; 0 if they were not counted
 * @param decisions including holds
 * @param applied configurations that were applied
 * @param readBackFailures writes whose value was not read back
 * @param holds code of a hold's reason to its number: of windows if these were counted, else of decisions
 */
public record TunerCounters(
        long windows, long decisions, long applied, long readBackFailures, Map<String, Long> holds) {

    public TunerCounters {
        holds = Collections.unmodifiableMap(new TreeMap<>(holds));
    }

    /** The counters of several runs together. */
    static TunerCounters sum(List<TunerCounters> runs) {
        Map<String, Long> holds = new TreeMap<>();
        runs.forEach(run -> run.holds.forEach((code, number) -> holds.merge(code, number, Long::sum)));
        return new TunerCounters(
                runs.stream().mapToLong(TunerCounters::windows).sum(),
                runs.stream().mapToLong(TunerCounters::decisions).sum(),
                runs.stream().mapToLong(TunerCounters::applied).sum(),
                runs.stream().mapToLong(TunerCounters::readBackFailures).sum(),
                holds);
    }

    /** The holds among some decisions by the code of their reason. */
    static Map<String, Long> holds(List<TimelineEvent> events) {
        Map<String, Long> holds = new TreeMap<>();
        events.stream()
                .filter(event -> event.kind() == TimelineEvent.Kind.HOLD)
                .forEach(event -> holds.merge(event.code(), 1L, Long::sum));
        return holds;
    }
}
